//===- InstancesByClassTest.cpp - Tests of the objects of a class ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Graph/InstancesByClass.h"
#include "RandomGraph.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(InstancesByClass, AreThoseThatReferToTheirClass) {
  HeapGraph G = graphOf(randomDump(3, 300, 20));
  InstancesByClass Instances(G);
  // The first queries scan all objects, later ones use lists.
  uint64_t Found = 0;
  for (Node Class = 0; Class != G.size(); ++Class) {
    std::vector<Node> Of, Wanted;
    EXPECT_TRUE(Instances.forEach(Class, [&](Node N) {
      Of.push_back(N);
      return true;
    }));
    for (Node N = 0; N != G.size(); ++N)
      if (G.classNodes()[G.types().get(N)] == Class)
        Wanted.push_back(N);
    EXPECT_EQ(Of, Wanted);
    Found += Of.size();
    if (Of.size() > 1) {
      uint64_t Calls = 0;
      EXPECT_FALSE(Instances.forEach(Class, [&](Node) { return !Calls++; }));
      EXPECT_EQ(Calls, 2u);
    }
  }
  EXPECT_GT(Found, 200u);
}
