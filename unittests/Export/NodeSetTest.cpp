//===- NodeSetTest.cpp - Sets of objects with ranks -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/Heap/NodeSet.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

TEST(NodeSet, NumbersFollowTheOrder) {
  NodeSet Of(200);
  for (Node N : {199u, 0u, 63u, 64u, 128u})
    Of.insert(N);
  Of.count();
  EXPECT_EQ(Of.size(), 5u);
  std::vector<Node> All;
  Of.forEach([&](Node N) {
    EXPECT_EQ(Of.number(N), All.size());
    All.push_back(N);
  });
  EXPECT_EQ(All, (std::vector<Node>{0, 63, 64, 128, 199}));
  EXPECT_FALSE(Of.contains(1));
  EXPECT_TRUE(Of.contains(64));
}

TEST(NodeSet, Empty) {
  NodeSet Of(0);
  Of.count();
  EXPECT_EQ(Of.size(), 0u);
  Of.forEach([](Node) { FAIL(); });
}

} // namespace
