//===- ClassNameTest.cpp - Tests of class names ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ClassName.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(ClassName, AllConventionsBecomeJavaSource) {
  EXPECT_EQ(javaClassName("java/lang/String"), "java.lang.String");
  EXPECT_EQ(javaClassName("[I"), "int[]");
  EXPECT_EQ(javaClassName("[[Ljava/math/BigInteger;"),
            "java.math.BigInteger[][]");
  EXPECT_EQ(javaClassName("[Ljava.lang.String;"), "java.lang.String[]");
  EXPECT_EQ(javaClassName("int[]"), "int[]");
  EXPECT_EQ(javaClassName("java/lang/invoke/LambdaForm$MH+0x00007f0581006800"),
            "java.lang.invoke.LambdaForm$MH+0x00007f0581006800");
  for (const char *Name : {"a/C$$Lambda+0x00007f05", "a/C$$Lambda/0x00007f05",
                           "a/C$$Lambda.0x00007f05", "a.C$$Lambda/0x00007f05"})
    EXPECT_EQ(javaClassName(Name), "a.C$$Lambda+0x00007f05");
  EXPECT_EQ(javaClassName("[[La/C$$Lambda$1/0x7f;"), "a.C$$Lambda$1+0x7f[][]");
  EXPECT_EQ(javaClassName("a.C$$Lambda.0x7f[]"), "a.C$$Lambda+0x7f[]");
  EXPECT_EQ(javaClassName("a/v0x1/C.0x7f"), "a.v0x1.C+0x7f");
  EXPECT_EQ(javaClassName("a/C(x).0x7f"), "a.C(x).0x7f");
  for (const char *Name : {"0x7f", ".0x7f", "a.C0x7f", "a.C.0x", "a.C.0x7g",
                           "a.C.0x7f.D", "a.C.0x[]"})
    EXPECT_EQ(javaClassName(Name), Name);
  EXPECT_EQ(javaClassName("["), "[");
  EXPECT_EQ(javaClassName("[Lx"), "[Lx");
  EXPECT_EQ(javaClassName(""), "");
}

TEST(ClassName, AllConventionsBecomeInternal) {
  EXPECT_EQ(internalClassName("java.lang.String"), "java/lang/String");
  EXPECT_EQ(internalClassName("java/lang/String"), "java/lang/String");
  EXPECT_EQ(internalClassName("Ljava.lang.String;"), "java/lang/String");
  EXPECT_EQ(internalClassName("int[][]"), "[[I");
  EXPECT_EQ(internalClassName("[I"), "[I");
  EXPECT_EQ(internalClassName("int"), "int");
  EXPECT_EQ(internalClassName("java.lang.String[]"), "[Ljava/lang/String;");
  EXPECT_EQ(internalClassName("[Ljava.lang.String;"), "[Ljava/lang/String;");
  EXPECT_EQ(internalClassName("a.b.C+0x12.3"), "a/b/C+0x12.3");
  EXPECT_EQ(internalClassName("a.b.C/0x12[]"), "[La/b/C/0x12;");
  EXPECT_EQ(javaSpelling("a/C$$Lambda/0x7f"), "a.C$$Lambda.0x7f");
  EXPECT_EQ(javaSpelling("[[La/C+0x7f;"), "a.C+0x7f[][]");
  EXPECT_EQ(internalClassName(""), "");
}

TEST(ClassName, PackagesStopBeforeBracketsAndSuffixes) {
  EXPECT_EQ(packageOf("java.lang.String[]"), "java.lang");
  EXPECT_EQ(packageOf("int[]"), "");
  EXPECT_EQ(packageOf("a.b.C+0x12.3"), "a.b");
  // Hidden classes of the VM.
  EXPECT_EQ(packageOf(javaClassName("a/C$$Lambda$14/0x0000000800c03000")), "a");
  EXPECT_EQ(packageOf(javaClassName("[La/C$$Lambda$14/0x0800c03000;")), "a");
  EXPECT_EQ(packageOf("C$$Lambda$14.0x0000000800c03000"), "");
  EXPECT_EQ(packageOf(javaClassName("a/b/C$$Lambda$1/791452441")), "a.b");
  EXPECT_EQ(packageOf("a.b."), "a.b");
}

TEST(ClassName, StableOnesLeaveOutNumbersOfClassesMadeAtRunTime) {
  for (auto [Name, Stable] : std::vector<std::pair<const char *, const char *>>{
           {"java.lang.String", "java.lang.String"},
           {"A$1", "A$1"},
           {"A$Proxy", "A$Proxy"},
           {"A$ProxyFactory2", "A$ProxyFactory2"},
           {"jdk.proxy2.$Proxy12", "jdk.proxy2.$Proxy"},
           {"A$$Lambda$14/0x0000000800c03000", "A$$Lambda"},
           {"A$$Lambda$14.0x0000000800c03000", "A$$Lambda"},
           {"A$$Lambda/0x0000000800c03000", "A$$Lambda"},
           {"A$$Lambda.0x0000000800c03000", "A$$Lambda"},
           {"A$$Lambda+0x0000000800c03000", "A$$Lambda"},
           {"A$$Lambda/791452441", "A$$Lambda"},
           {"A$$Lambda+0x00007f95b8000a08[]", "A$$Lambda[]"},
           {"A+0x00007f95b8000a08", "A"},
           {"java.lang.invoke.LambdaForm$MH/0x00000008000c9400[][]",
            "java.lang.invoke.LambdaForm$MH[][]"},
           {"java.lang.invoke.LambdaForm$MH.791452441[]",
            "java.lang.invoke.LambdaForm$MH[]"},
           {"app.Version2", "app.Version2"},
           {"jdk.internal.reflect.GeneratedMethodAccessor17",
            "jdk.internal.reflect.GeneratedMethodAccessor"},
           {"app.Service$$EnhancerBySpringCGLIB$$7c3f2a1b",
            "app.Service$$EnhancerBySpringCGLIB$$"},
           {"0x", "0x"},
           {"", ""}})
    EXPECT_EQ(stableClassName(Name), Stable);
}
