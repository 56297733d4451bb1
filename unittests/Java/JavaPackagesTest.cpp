//===- JavaPackagesTest.cpp - Tests of packages of classes ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaPackages.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(JavaPackages, APartIsOfTheWholeToo) {
  EXPECT_TRUE(isOfPackage("jdk.internal.loader.Loader", Jdk));
  EXPECT_TRUE(isOfPackage("jdk.internal.loader.Loader", Internal));
  EXPECT_TRUE(isOfPackage("java.util.HashMap", Jdk));
  EXPECT_TRUE(isOfPackage("java.util.HashMap", Container));
  EXPECT_FALSE(isOfPackage("java.util.HashMap", Internal));
  EXPECT_FALSE(isOfPackage("jdk.jfr.Event", Internal));
}

TEST(JavaPackages, ProgramsHaveSimilarNames) {
  for (const char *Name : {"javafx.Scene", "com.sunset.A", "jdkx.A", "sunny.A",
                           "org.java.util.A", "Main", ""})
    EXPECT_FALSE(isOfPackage(Name, ~0U)) << Name;
}

TEST(JavaPackages, AndroidIsNotTheJdk) {
  EXPECT_TRUE(isOfPackage("android.app.Activity", Jdk | Android));
  EXPECT_FALSE(isOfPackage("android.app.Activity", Jdk));
}

TEST(JavaPackages, OnlyObjectsOfTheJdkAreMachinery) {
  EXPECT_TRUE(isOfPackage("java.lang.invoke.MethodType", Machinery));
  EXPECT_TRUE(isOfPackage("java.lang.ModuleLayer", Machinery));
  EXPECT_FALSE(isOfPackage("java.lang.ref.Reference", Machinery));
  EXPECT_FALSE(isOfPackage("java.lang.Thread", Machinery));
}
