//===- ObjectOrderTest.cpp - Tests of numbering objects -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/MemoryAnalyzer/ObjectOrder.h"
#include "Analysis/Graph/GraphTesting.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;
using testing::ElementsAre;

static GraphOptions madeUp() {
  GraphOptions Options;
  Options.Layout = "mat";
  Options.MakeUp = true;
  return Options;
}

static DominatorTree treeOf(const HeapGraph &G) {
  return cantFail(DominatorTree::compute(G, DominatorOptions()));
}

TEST(ObjectOrderTest, MadeUpObjectsAreInOrderOfTheirIds) {
  // The class at 0x40 has no CLASS DUMP; 0x60 is unreachable.
  HeapGraph G = graphOf(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/Class, class: 0x18, super: 0x10}
- instance: {object: 0x20, class: 0x10}
- primitiveArray: {object: 0x28, elementType: long, elements: [1]}
- instance: {object: 0x50, class: 0x40, fields: []}
- instance: {object: 0x60, class: 0x10}
- rootStickyClass: {object: 0x10}
- rootUnknown: {object: 0x28}
- rootUnknown: {object: 0x50}
)",
                        madeUp());
  DominatorTree T = treeOf(G);
  ObjectOrder Order = cantFail(ObjectOrder::make(G, T));
  std::vector<uint64_t> Ids;
  uint32_t Number = 0;
  Order.forEach([&](Node N) {
    Ids.push_back(G.id(N));
    EXPECT_EQ(Order.number(N), Number++);
  });
  // java.lang.ClassLoader is at 8 and long[] at 0x30, because these are the
  // lowest free ids. No root reaches 0x20.
  EXPECT_THAT(Ids, ElementsAre(0, 8, 0x10, 0x18, 0x28, 0x30, 0x40, 0x50));
  EXPECT_EQ(Order.size(), 8u);
  EXPECT_FALSE(Order.has(G.find(0x60)));
  EXPECT_EQ(Order.number(G.find(0x60)), ObjectOrder::None);
}

TEST(ObjectOrderTest, IdsThatAreNegativeInJava) {
  HeapGraph G = graphOf(R"(
- classes:
  - {name: java/lang/Object, class: 0x8000000000000000}
- rootStickyClass: {object: 0x8000000000000000}
)",
                        madeUp());
  DominatorTree T = treeOf(G);
  EXPECT_EQ(toString(ObjectOrder::make(G, T).takeError()),
            "object 0x8000000000000000: Memory Analyzer does not support ids "
            "of 2^63 or more");
}

TEST(ObjectOrderTest, MoreObjectsThanAnIntCanNumber) {
  HeapGraph G = graphOf(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
)",
                        madeUp());
  DominatorTree::Columns C;
  C.Totals.Objects = uint64_t(1) << 31;
  DominatorTree T = DominatorTree::fromColumns(std::move(C));
  EXPECT_EQ(
      toString(ObjectOrder::make(G, T).takeError()),
      "2147483648 reachable objects, but Memory Analyzer supports at most "
      "2147483646");
}
