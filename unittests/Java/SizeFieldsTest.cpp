//===- SizeFieldsTest.cpp - Tests of the table of sizes -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/SizeFields.h"
#include "gtest/gtest.h"
#include <set>

using namespace hprof;
using namespace llvm;

TEST(SizeFields, EachIsThereOnce) {
  std::set<std::pair<StringRef, StringRef>> Seen;
  for (const SizeField &F : sizeFields()) {
    EXPECT_TRUE(Seen.insert({F.Class, F.Field}).second)
        << F.Class.str() << '.' << F.Field.str() << " twice";
    EXPECT_FALSE(F.Class.empty() || F.Class.contains('/') || F.Field.empty())
        << F.Class.str() << '.' << F.Field.str();
    EXPECT_TRUE(isSizeField(F.Class, F.Field));
  }
}

/// A field of an application class may have the same name as a field of a JDK
/// class.
TEST(SizeFields, TheClassCounts) {
  EXPECT_TRUE(isSizeField("jdk.internal.vm.StackChunk", "size"));
  EXPECT_FALSE(isSizeField("jdk.internal.vm.StackChunk", "sp"));
  EXPECT_FALSE(isSizeField("app.Account", "size"));
  EXPECT_FALSE(isSizeField("java.nio.ByteBuffer", "capacity"));
}
