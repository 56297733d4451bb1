//===- ViewsTest.cpp - Tests of views -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Views.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

TEST(ViewsTest, TheSchemaStandsForTheHeap) {
  static constexpr QueryView V = {"v", "a, b", "A view.",
                                  "SELECT text(1, $heap), size_of(2, $heap) "
                                  "FROM $objects"};
  EXPECT_EQ(V.create("x", "y", "p_"),
            "CREATE VIEW \"x\".\"p_v\"(a, b) AS SELECT text(1, 'y'), "
            "size_of(2, 'y') FROM \"p_objects\"");
  EXPECT_EQ(V.columns(), (std::vector<StringRef>{"a", "b"}));
}

TEST(ViewsTest, AllAreDescribed) {
  for (const QueryView &V : queryViews()) {
    EXPECT_TRUE(V.Sentence.ends_with(".")) << V.Name.str();
    EXPECT_FALSE(V.columns().empty()) << V.Name.str();
    EXPECT_EQ(StringRef(V.create("x", "x", "")).count("$"), 0U) << V.Name.str();
  }
}

} // namespace
