//===- MadeUpObjectsTest.cpp - Objects that dumps lack --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTesting.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

static GraphOptions madeUp() {
  GraphOptions Options;
  Options.Layout = "mat";
  Options.MakeUp = true;
  return Options;
}

TEST(MadeUpObjectsTest, MakesUpWhatMemoryAnalyzerDoes) {
  // There is no java.lang.ClassLoader, no long[], and no CLASS DUMP at 0x200.
  // The loader of B is missing.
  for (bool IsWide : {false, true}) {
    GraphOptions Options = madeUp();
    Options.IsWide = IsWide;
    HeapGraph G = graphOf(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/Class, class: 0x18, super: 0x10}
  - {name: java/lang/Thread, class: 0x20, super: 0x10}
  - {name: A, class: 0x28, super: 0x10, loader: 0x40, statics: {s: object 0x40}}
  - {name: B, class: 0x30, super: 0x28, loader: 0x999}
- instance: {object: 0x40, class: 0x10}
- instance: {object: 0x48, class: 0x200, fields: []}
- instance: {object: 0x50, class: 0x20}
- primitiveArray: {object: 0x58, elementType: long, elements: [1]}
- rootStickyClass: {object: 0x10}
- rootThreadObject: {object: 0x50, threadSerial: 1, traceSerial: 1}
- rootJavaFrame: {object: 0x40, threadSerial: 1, frame: 0}
- rootJavaFrame: {object: null, threadSerial: 1, frame: 0}
- rootUnknown: {object: null}
)",
                          Options);
    EXPECT_EQ(G.dumpedSize(), 9u);
    ASSERT_EQ(G.size(), 13u);
    const Node Boot = 9;
    EXPECT_EQ(G.id(Boot), 0u);
    EXPECT_EQ(G.describe(Boot), "java.lang.ClassLoader");
    std::map<std::string, uint64_t> Made;
    for (Node N = Boot + 1; N != G.size(); ++N)
      Made[G.describe(N)] = G.id(N);
    EXPECT_EQ(Made, (std::map<std::string, uint64_t>{
                        {"class java.lang.ClassLoader", 8},
                        {"class long[]", 0x38},
                        {"class unknown-class@0x200", 0x200}}));
    EXPECT_THAT(references(G, 0x10), ElementsAre(0x18, 0));
    EXPECT_THAT(references(G, 0x28), ElementsAre(0x18, 0x10, 0x40, 0x40));
    EXPECT_THAT(references(G, 0x30), ElementsAre(0x18, 0x28, 0));
    EXPECT_THAT(references(G, 0x48), ElementsAre(0x200));
    EXPECT_THAT(references(G, 0x50), ElementsAre(0x20, 0x40, 0));
    EXPECT_THAT(references(G, 0x58), ElementsAre(0x38));
    for (Node N = Boot + 1; N != G.size(); ++N) {
      std::vector<uint64_t> Refs;
      G.forEachReference(N, [&](Node To) { Refs.push_back(G.id(To)); });
      EXPECT_THAT(Refs, ElementsAre(0x18, 0x10, 0));
    }
    // A root with the id null stands for the bootstrap loader.
    EXPECT_THAT(G.rootNodes(), ElementsAre(G.find(0x10), G.find(0x50), Boot));
  }
}

TEST(MadeUpObjectsTest, SystemClassesAreRootsWithMadeUpOnes) {
  HeapGraph G = graphOf(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: A, class: 0x28, super: 0x10, loader: 0x40}
  - {name: B, class: 0x30, super: 0x28, loader: 0x999}
- instance: {object: 0x40, class: 0x10}
- rootUnknown: {object: 0x40}
)",
                        madeUp());
  std::vector<uint64_t> Roots;
  for (Node N : G.rootNodes())
    Roots.push_back(G.id(N));
  // java.lang.Class and ClassLoader are at 8 and 0x18.
  EXPECT_THAT(Roots, testing::UnorderedElementsAre(0x10, 0x30, 0x40, 8, 0x18));
}

/// Arrays that would overlap if references had 8 bytes, in any part of a dump.
TEST(MadeUpObjectsTest, ReferencesAsMemoryAnalyzerFindsThem) {
  auto Reference = [](uint64_t Second, unsigned Threads) {
    HprofBytes B;
    B.utf8(1, "java/lang/Object").loadClass(1, 0x1000, 1);
    B.utf8(2, "[Ljava/lang/Object;").loadClass(2, 0x1008, 2);
    B.record(0x1c, [&] {
      B.classDump(0x1000, 0, {}).classDump(0x1008, 0x1000, {});
      addArray(B, 0x2000, 0x1008, {0, 0, 0, 0});
    });
    B.record(0x1c, [&] { addArray(B, Second, 0x1008, {}); });
    GraphOptions Options = madeUp();
    Options.Threads = Threads;
    return unsigned(graphOf(B.bytes(), Options).layout().ReferenceBytes);
  };
  for (unsigned Threads : {1, 2}) {
    EXPECT_EQ(Reference(0x2028, Threads), 4u);
    EXPECT_EQ(Reference(0x2030, Threads), 8u);
    EXPECT_EQ(Reference(0x1ff8, Threads), 8u);
  }
}

TEST(MadeUpObjectsTest, AlignmentAsMemoryAnalyzerFindsIt) {
  auto Alignment = [](const char *Third) {
    return unsigned(graphOf((R"(
- classes:
  - {name: java/lang/Object, class: 0x1000}
- instance: {object: 0x1030, class: 0x1000}
- instance: {object: )" + Twine(Third) +
                             R"(, class: 0x1000}
)")
                                .str(),
                            madeUp())
                        .layout()
                        .Alignment);
  };
  EXPECT_EQ(Alignment("0x1090"), 48u);
  EXPECT_EQ(Alignment("0x1050"), 16u);
  EXPECT_EQ(Alignment("0x1034"), 8u);
}
