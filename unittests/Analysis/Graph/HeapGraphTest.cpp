//===- HeapGraphTest.cpp - Objects, references and roots of a dump --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTesting.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Base/Error.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

static constexpr StringRef Basics = R"(
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: java/lang/Class, class: 0x10, super: 0x8}
  - {name: A, class: 0x18, super: 0x8, loader: 0x100, signers: 0x108, domain: 0x110, pool: {1: object 0x118, 2: int 7}, statics: {s: object 0x120, i: int 0x120}, fields: {x: object, n: int, y: object}}
  - {name: B, class: 0x20, super: 0x18, fields: {z: object, x: object}}
  - {name: "[LB;", class: 0x28, super: 0x8}
  - {name: "[J", class: 0x30, super: 0x8}
- instance: {object: 0x100, class: 0x8}
- instance: {object: 0x108, class: 0x8}
- instance: {object: 0x110, class: 0x8}
- instance: {object: 0x118, class: 0x8}
- instance: {object: 0x120, class: 0x8}
)";

TEST(HeapGraphTest, WhatRefersToWhat) {
  HeapGraph G = graphOf((Basics + R"(
- instance: {object: 0x200, class: 0x18, fields: {x: 0x208, n: 0x100, y: 0x200}}
- instance: {object: 0x208, class: 0x20, fields: {z: 0x100, x: 0x108, A.x: null, y: 0x120}}
- objectArray: {object: 0x210, class: 0x28, elements: [0x208, null, 0x208, 0x200]}
- primitiveArray: {object: 0x218, elementType: long, elements: [0x100, 0x108]}
- rootStickyClass: {object: 0x8}
)")
                            .str());
  EXPECT_THAT(references(G, 0x200), ElementsAre(0x18, 0x208, 0x200));
  EXPECT_THAT(references(G, 0x208), ElementsAre(0x20, 0x100, 0x108, 0x120));
  EXPECT_THAT(references(G, 0x210), ElementsAre(0x28, 0x208, 0x208, 0x200));
  EXPECT_THAT(references(G, 0x218), ElementsAre(0x30));
  EXPECT_THAT(references(G, 0x100), ElementsAre(0x8));
  // References of class objects: superclass, loader, signers, domain, pool,
  // statics.
  EXPECT_THAT(references(G, 0x18),
              ElementsAre(0x10, 0x8, 0x100, 0x108, 0x110, 0x118, 0x120));
  EXPECT_THAT(references(G, 0x20), ElementsAre(0x10, 0x18));
  EXPECT_THAT(references(G, 0x10), ElementsAre(0x10, 0x8));
  EXPECT_EQ(G.arrayLength(G.find(0x210)), 4u);
  EXPECT_EQ(G.arrayLength(G.find(0x218)), 2u);
  EXPECT_EQ(G.arrayLength(G.find(0x200)), 0u);
  EXPECT_EQ(G.counts().Dangling, 0u);
  EXPECT_EQ(G.counts().Duplicates, 0u);
  EXPECT_EQ(G.counts().Dumps, 1u);
  EXPECT_EQ(G.size(), 15u);
  EXPECT_EQ(G.find(0x999), NoNode);
  EXPECT_EQ(G.find(0), NoNode);
  EXPECT_EQ(G.describe(G.find(0x18)), "class A");
  EXPECT_EQ(G.describe(G.find(0x208)), "B");
  EXPECT_EQ(G.describe(G.find(0x210)), "B[]");
  EXPECT_EQ(G.classes()[G.asClass(G.find(0x20))].Name, "B");
  EXPECT_EQ(G.asClass(G.find(0x208)), NoClass);
  EXPECT_EQ(G.classOf(G.find(0x20)).Name, "java.lang.Class");
  const GraphClass &B = G.classOf(G.find(0x208));
  EXPECT_EQ(G.classes()[B.Super].Name, "A");
  EXPECT_EQ(B.Object, G.find(0x20));
  EXPECT_EQ(G.classes()[B.Super].Loader, 0x100u);
}

TEST(HeapGraphTest, MemoryAnalyzerReadsLessOfClasses) {
  GraphOptions Options;
  Options.Layout = "mat";
  HeapGraph G = graphOf(fromYaml(Basics), Options);
  EXPECT_THAT(references(G, 0x18), ElementsAre(0x10, 0x8, 0x100, 0x120));
}

// Arrays with more references than are resolved at a time, with lengths around
// the limits.
TEST(HeapGraphTest, LongArrays) {
  HprofBytes B;
  B.utf8(1, "[Ljava/lang/Object;").loadClass(1, 8, 1);
  std::vector<std::vector<uint64_t>> Arrays;
  B.record(0x1c, [&] {
    B.classDump(8, 0, {});
    for (unsigned Length : {0, 1, 1022, 1023, 1024, 1025, 2048, 2049, 5000}) {
      std::vector<uint64_t> &E = Arrays.emplace_back();
      for (unsigned I = 0; I != Length; ++I)
        E.push_back(I % 7 == 3 ? 0 : I % 11 == 5 ? 0x9990 : 0x10 + I % 9 * 8);
      addArray(B, 0x8 + Arrays.size() * 8, 8, E);
    }
    for (unsigned I = 0; I != 1500; ++I) // Also more objects than that.
      addArray(B, 0x1000 + 8 * I, 8, {});
    B.number(0x05, 1).id(8);
  });
  for (bool IsWide : {false, true}) {
    HeapGraph G = graphOf(B.bytes(), wideIf(IsWide));
    uint64_t Dangling = 0;
    for (auto [I, E] : enumerate(Arrays)) {
      std::vector<uint64_t> Expected = {8};
      for (uint64_t Id : E)
        if (Id && Id != 0x9990)
          Expected.push_back(Id);
      Dangling += count(E, 0x9990);
      EXPECT_EQ(references(G, 0x10 + 8 * I), Expected);
      EXPECT_EQ(G.arrayLength(G.find(0x10 + 8 * I)), E.size());
    }
    EXPECT_EQ(G.counts().Dangling, Dangling);
    EXPECT_THAT(references(G, 0x1000 + 8 * 1499), ElementsAre(8));
  }
}

static constexpr StringRef References = R"(
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: java/lang/ref/Reference, class: 0x10, super: 0x8, fields: {queue: object, referent: object, next: object}}
  - {name: java/lang/ref/WeakReference, class: 0x18, super: 0x10}
  - {name: java/lang/ref/SoftReference, class: 0x20, super: 0x10, fields: {time: long}}
  - {name: java/lang/ref/PhantomReference, class: 0x28, super: 0x10}
  - {name: java/lang/ref/FinalReference, class: 0x30, super: 0x10}
  - {name: Mine, class: 0x38, super: 0x18, fields: {referent: object, value: object}}
  - {name: Cleaner, class: 0x40, super: 0x28, fields: {value: object}}
- instance: {object: 0x100, class: 0x8}
- instance: {object: 0x108, class: 0x8}
- instance: {object: 0x200, class: 0x18, fields: {queue: 0x108, referent: 0x100}}
- instance: {object: 0x208, class: 0x20, fields: {referent: 0x100}}
- instance: {object: 0x210, class: 0x28, fields: {referent: 0x100, next: 0x108}}
- instance: {object: 0x218, class: 0x30, fields: {referent: 0x100}}
- instance: {object: 0x220, class: 0x18}
- instance: {object: 0x228, class: 0x18, fields: {next: 0x108}}
- instance: {object: 0x230, class: 0x18, fields: {referent: 0x990, next: 0x108}}
- instance: {object: 0x238, class: 0x40, fields: {value: 0x108, referent: 0x100}}
- instance: {object: 0x240, class: 0x10, fields: {referent: 0x100}}
- rootStickyClass: {object: 0x8}
)";

TEST(HeapGraphTest, KindsOfReferences) {
  for (bool IsWide : {false, true}) {
    HeapGraph G = graphOf(References, wideIf(IsWide));
    auto Without = [&](uint64_t Id, ReferenceKind Kind) {
      ReferenceKinds Kinds;
      Kinds.insert(Kind);
      return references(G, Id, Kinds);
    };
    struct {
      uint64_t Id, Class;
      ReferenceKind Kind;
    } Cases[] = {{0x200, 0x18, ReferenceKind::Weak},
                 {0x208, 0x20, ReferenceKind::Soft},
                 {0x210, 0x28, ReferenceKind::Phantom},
                 {0x218, 0x30, ReferenceKind::Final},
                 {0x238, 0x40, ReferenceKind::Phantom}};
    for (auto &C : Cases)
      for (ReferenceKind Kind :
           {ReferenceKind::Soft, ReferenceKind::Weak, ReferenceKind::Final,
            ReferenceKind::Phantom}) {
        // The referent is the first reference after the class.
        std::vector<uint64_t> All = references(G, C.Id);
        ASSERT_GE(All.size(), 2u);
        EXPECT_EQ(All[0], C.Class);
        EXPECT_EQ(All[1], 0x100u);
        if (Kind == C.Kind)
          All.erase(All.begin() + 1);
        EXPECT_EQ(Without(C.Id, Kind), All);
        EXPECT_EQ(G.classOf(G.find(C.Id)).Kind, C.Kind);
      }
    // The referent is null or missing from the dump; with and without further
    // references.
    for (ReferenceKind Kind : {ReferenceKind::Weak, ReferenceKind::Soft}) {
      EXPECT_THAT(Without(0x220, Kind), ElementsAre(0x18));
      EXPECT_THAT(Without(0x228, Kind), ElementsAre(0x18, 0x108));
      EXPECT_THAT(Without(0x230, Kind), ElementsAre(0x18, 0x108));
    }
    EXPECT_THAT(references(G, 0x220), ElementsAre(0x18));
    EXPECT_EQ(G.counts().Dangling, 1u);
    // Reference itself has no kind.
    EXPECT_EQ(G.classOf(G.find(0x240)).Kind, ReferenceKind::Strong);
    EXPECT_THAT(Without(0x240, ReferenceKind::Weak), ElementsAre(0x10, 0x100));
  }
}

// Another field called referent in a subclass is an ordinary field.
TEST(HeapGraphTest, TheReferentIsThatOfReference) {
  HeapGraph G = graphOf((References + R"(
- instance: {object: 0x300, class: 0x38, fields: {referent: 0x108, java/lang/ref/Reference.referent: 0x100}}
)")
                            .str());
  ReferenceKinds Weak;
  Weak.insert(ReferenceKind::Weak);
  EXPECT_THAT(references(G, 0x300, Weak), ElementsAre(0x38, 0x108));
}

static constexpr StringRef Threads = R"(
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: java/lang/Thread, class: 0x10, super: 0x8, fields: {name: object}}
  - {name: Worker, class: 0x18, super: 0x10, fields: {more: object}}
- rootStickyClass: {object: 0x8}
)";

TEST(HeapGraphTest, LocalsHangOffTheirThread) {
  HeapGraph G = graphOf((Threads + R"(
- rootJavaFrame: {object: 0x120, threadSerial: 1, frame: 2}
- rootJniLocal: {object: 0x128, threadSerial: 1, frame: -1}
- rootNativeStack: {object: 0x130, threadSerial: 1}
- rootThreadBlock: {object: 0x138, threadSerial: 2}
- rootJavaFrame: {object: 0x140, threadSerial: 7}
- rootJavaFrame: {object: 0x990, threadSerial: 1}
- rootJniGlobal: {object: 0x148}
- rootMonitorUsed: {object: 0x120}
- rootUnknown: {object: 0x991}
- rootUnknown: {object: null}
- rootThreadObject: {object: 0x100, threadSerial: 1}
- rootThreadObject: {object: 0x108, threadSerial: 2}
- rootThreadObject: {object: 0x998, threadSerial: 7}
- instance: {object: 0x100, class: 0x10, fields: {name: 0x150}}
- instance: {object: 0x108, class: 0x18}
- instance: {object: 0x120, class: 0x8}
- instance: {object: 0x128, class: 0x8}
- instance: {object: 0x130, class: 0x8}
- instance: {object: 0x138, class: 0x8}
- instance: {object: 0x140, class: 0x8}
- instance: {object: 0x148, class: 0x8}
- instance: {object: 0x150, class: 0x8}
)")
                            .str());
  EXPECT_THAT(references(G, 0x100),
              ElementsAre(0x10, 0x150, 0x120, 0x128, 0x130));
  EXPECT_THAT(references(G, 0x108), ElementsAre(0x18, 0x138));
  std::vector<uint64_t> Roots;
  for (Node N : G.rootNodes())
    Roots.push_back(G.id(N));
  // The thread with serial 7 is missing, so its local is a root. One local is
  // also a monitor.
  EXPECT_THAT(Roots, ElementsAre(0x8, 0x100, 0x108, 0x120, 0x140, 0x148));
  std::vector<std::tuple<uint64_t, RecordKind, uint64_t, int32_t>> Found;
  for (const GraphRoot &R : G.roots())
    Found.emplace_back(G.id(R.Object), R.Kind,
                       R.Thread == NoNode ? 0 : G.id(R.Thread), R.Frame);
  EXPECT_THAT(
      Found,
      ElementsAre(std::tuple(0x8, RecordKind::RootStickyClass, 0, -1),
                  std::tuple(0x100, RecordKind::RootThreadObject, 0, -1),
                  std::tuple(0x108, RecordKind::RootThreadObject, 0, -1),
                  std::tuple(0x120, RecordKind::RootJavaFrame, 0x100, 2),
                  std::tuple(0x120, RecordKind::RootMonitorUsed, 0, -1),
                  std::tuple(0x128, RecordKind::RootJniLocal, 0x100, -1),
                  std::tuple(0x130, RecordKind::RootNativeStack, 0x100, -1),
                  std::tuple(0x138, RecordKind::RootThreadBlock, 0x108, -1),
                  std::tuple(0x140, RecordKind::RootJavaFrame, 0, 0),
                  std::tuple(0x148, RecordKind::RootJniGlobal, 0, -1)));
  EXPECT_EQ(G.counts().LostRoots, 3u);
  EXPECT_EQ(G.counts().NullRoots, 1u);
}

// If the object that a dump declares as a thread is not a thread, its locals
// are roots. Keys reserved by hash tables are valid ids.
TEST(HeapGraphTest, TheLargestIds) {
  auto Text = [](uint64_t First) {
    auto Id = [&](unsigned I) { return First + I; };
    HprofBytes B;
    B.utf8(1, "java/lang/Object").utf8(2, "java/lang/Thread").utf8(3, "A");
    B.loadClass(1, Id(0), 1).loadClass(2, Id(5), 2).loadClass(3, Id(6), 3);
    B.record(0x0c, [&] {
      B.classDump(Id(0), 0, {});
      B.classDump(Id(5), Id(0), {{1, BasicType::Object}});
      B.classDump(Id(6), Id(0), {{1, BasicType::Int}}, Id(1));
      B.threadRoot(Id(7), ~0U, 1);
      for (unsigned I : {1, 2, 3, 4})
        B.frameRoot(Id(I), ~0U, 0);
      for (unsigned I : {1, 2, 3, 4})
        B.instance(Id(I), Id(6), 4).number(I, 4);
      B.instance(Id(7), Id(5), 8).id(Id(1));
    });
    HeapGraph G = graphOf(B.bytes());
    DominatorTree T = cantFail(DominatorTree::compute(G, {}));
    std::string Out = toText(G, &T);
    for (unsigned I = 0; I != 8; ++I)
      for (const std::string &Number : {utohexstr(Id(I)), utostr(Id(I))})
        for (size_t At; (At = Out.find(Number)) != std::string::npos;)
          Out.replace(At, Number.size(), "#" + utostr(I));
    return Out;
  };
  EXPECT_EQ(Text(UINT64_MAX - 7), Text(0x99999000));
}

TEST(HeapGraphTest, LocalsOfNoThread) {
  HeapGraph G = graphOf((Threads + R"(
- rootThreadObject: {object: 0x100, threadSerial: 1}
- rootThreadObject: {object: 0x108, threadSerial: 2}
- rootJavaFrame: {object: 0x120, threadSerial: 1}
- rootJavaFrame: {object: 0x128, threadSerial: 2}
- primitiveArray: {object: 0x100, elementType: int, elements: [1]}
- instance: {object: 0x108, class: 0x8}
- instance: {object: 0x120, class: 0x8}
- instance: {object: 0x128, class: 0x8}
)")
                            .str());
  EXPECT_EQ(G.rootNodes().size(), 5u);
}

TEST(HeapGraphTest, LocalsOfAThreadThatIsThereTwice) {
  // The first object with an id counts. Here, that object is not a thread.
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "java/lang/Thread");
  B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 2);
  B.record(0x1c, [&] {
    B.classDump(0x8, 0, {}).classDump(0x10, 0x8, {});
    B.longArray(0x100, 1).instance(0x100, 0x10, 0).instance(0x120, 0x8, 0);
    B.threadRoot(0x100, 1, 1).frameRoot(0x120, 1, 0).number(0x05, 1).id(0x8);
  });
  HeapGraph G = graphOf(B.bytes());
  EXPECT_EQ(G.counts().Duplicates, 1u);
  EXPECT_EQ(G.arrayLength(G.find(0x100)), 1u);
  EXPECT_TRUE(is_contained(G.rootNodes(), G.find(0x120)));
}

// The first CLASS DUMP of a class counts, both for its fields and for the
// references of its class object.
TEST(HeapGraphTest, ClassesThatAreThereTwice) {
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "Twice").utf8(3, "a").utf8(4, "b");
  B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 2);
  B.record(0x1c, [&] {
    B.classDump(0x8, 0, {});
    B.classDump(0x10, 0x8, {{3, BasicType::Int}, {4, BasicType::Object}});
    B.classDump(0x10, 0, {{4, BasicType::Object}, {3, BasicType::Int}});
    B.instance(0x100, 0x10, 12).number(0, 4).id(0x8);
    B.number(0x05, 1).id(0x10);
  });
  HeapGraph G = graphOf(B.bytes());
  EXPECT_EQ(G.counts().Duplicates, 1u);
  EXPECT_THAT(references(G, 0x100), ElementsAre(0x10, 0x8));
  EXPECT_THAT(references(G, 0x10), testing::Contains(0x8));
  EXPECT_EQ(G.counts().Dangling, 0u);
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(B.bytes(), "test");
  auto C = cantFail(HeapContents::open(*In, G));
  EXPECT_EQ(C->follow(G.find(0x100), "b"), G.find(0x8));
}

TEST(HeapGraphTest, RootsOfOldDumps) {
  // Without STICKY CLASS, all classes of the bootstrap loader are roots.
  HeapGraph G = graphOf(Basics);
  std::vector<uint64_t> Roots;
  for (Node N : G.rootNodes())
    Roots.push_back(G.id(N));
  EXPECT_THAT(Roots, ElementsAre(0x8, 0x10, 0x20));
}

TEST(HeapGraphTest, FaultsAreCountedAndSurvived) {
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "N").utf8(3, "next").utf8(4, "Lost");
  B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 2).loadClass(3, 0x18, 4);
  B.record(0x1c, [&] {
    B.classDump(0x8, 0, {});
    B.classDump(0x10, 0x8, {{3, BasicType::Object}, {3, BasicType::Object}});
    B.number(0x05, 1).id(0x8);
    // Instances of a class without CLASS DUMP, and of an unknown class.
    B.instance(0x100, 0x18, 8).id(0x8);
    B.instance(0x108, 0x4444440, 0);
    B.instance(0x110, 0, 0);
    addArray(B, 0x118, 0x18, {0x8});
    addArray(B, 0x120, 0x5555550, {0x8});
    // Instances with fewer and with more bytes than their class declares.
    B.instance(0x200, 0x10, 8).id(0x100);
    B.instance(0x208, 0x10, 0);
    B.instance(0x210, 0x10, 12).id(0x100).number(1, 4);
    B.instance(0x218, 0x10, 24).id(0x100).id(0x108).id(0x110);
    // A duplicated object, and one with a dangling reference.
    B.instance(0x220, 0x10, 16).id(0x8).id(0x666660);
    B.instance(0x220, 0x10, 16).id(0x100).id(0x108);
    addArray(B, 0x220, 0x8, {0x100});
  });
  HeapGraph G = graphOf(B.bytes());
  EXPECT_THAT(references(G, 0x100), ElementsAre());
  EXPECT_EQ(G.describe(G.find(0x100)), "Lost");
  EXPECT_THAT(references(G, 0x108), ElementsAre());
  EXPECT_THAT(references(G, 0x110), ElementsAre());
  EXPECT_THAT(references(G, 0x118), ElementsAre(0x8));
  EXPECT_EQ(G.arrayLength(G.find(0x118)), 1u);
  EXPECT_THAT(references(G, 0x120), ElementsAre(0x8));
  EXPECT_THAT(references(G, 0x200), ElementsAre(0x10, 0x100));
  EXPECT_THAT(references(G, 0x208), ElementsAre(0x10));
  EXPECT_THAT(references(G, 0x210), ElementsAre(0x10, 0x100));
  EXPECT_THAT(references(G, 0x218), ElementsAre(0x10, 0x100, 0x108));
  EXPECT_THAT(references(G, 0x220), ElementsAre(0x10, 0x8));
  EXPECT_EQ(G.counts().Unexplained, 3u);
  EXPECT_EQ(G.counts().WrongSizes, 4u);
  EXPECT_EQ(G.counts().Duplicates, 2u);
  EXPECT_EQ(G.counts().Dangling, 1u);
}

// No memory is allocated for the declared length of a truncated array.
TEST(HeapGraphTest, ArraysThatAreCut) {
  HprofBytes B;
  B.utf8(1, "[Ljava/lang/Object;").loadClass(1, 8, 1);
  for (unsigned I = 0; I != 3; ++I)
    B.record(0x1c, [&] {
      if (!I)
        B.classDump(8, 0, {}).number(0x05, 1).id(8);
      B.number(0x22, 1).id(0x10 + 8 * I).number(1, 4).number(0xfffffff0, 4);
      B.id(8).id(0x10);
    });
  HeapGraph G = graphOf(B.bytes());
  EXPECT_EQ(G.entries().width(), 4u);
  EXPECT_LT(G.entries().size(), 100u);
}

TEST(HeapGraphTest, ClassesThatAreRingsOrHaveNoEnd) {
  HprofBytes B;
  B.utf8(1, "A").utf8(2, "B").utf8(3, "f").utf8(4, "Self").utf8(5, "Orphan");
  B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 2).loadClass(3, 0x18, 4);
  B.loadClass(4, 0x20, 5);
  B.record(0x1c, [&] {
    B.classDump(0x8, 0x10, {{3, BasicType::Object}});
    B.classDump(0x10, 0x8, {{3, BasicType::Object}});
    B.classDump(0x18, 0x18, {{3, BasicType::Object}});
    B.classDump(0x20, 0x7770, {{3, BasicType::Object}});
    B.number(0x05, 1).id(0x8);
    for (uint64_t Class : {0x8, 0x10, 0x18, 0x20})
      B.instance(0x100 + Class, Class, 8).id(0x8);
  });
  HeapGraph G = graphOf(B.bytes());
  EXPECT_EQ(G.counts().Unexplained, 4u);
  EXPECT_EQ(G.size(), 8u);
  EXPECT_THAT(references(G, 0x8), testing::Contains(0x10));
  DominatorTree T = cantFail(DominatorTree::compute(G, {}));
  EXPECT_GT(T.reachable(), 0u);
}

// An instance of an array class, and arrays of a class that is not an array
// class.
TEST(HeapGraphTest, InstancesOfArrayClassesAndTheReverse) {
  for (bool IsWide : {false, true}) {
    HprofBytes B;
    B.utf8(1, "java/lang/Object").utf8(2, "[LN;").utf8(3, "f").utf8(4, "N");
    B.utf8(5, "java/lang/ref/WeakReference").utf8(6, "referent");
    B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 2).loadClass(3, 0x18, 4);
    B.loadClass(4, 0x20, 5);
    B.record(0x1c, [&] {
      B.classDump(0x8, 0, {}).classDump(0x10, 0x8, {});
      B.classDump(0x18, 0x8, {{3, BasicType::Object}});
      B.classDump(0x20, 0x8, {{6, BasicType::Object}});
      B.number(0x05, 1).id(0x8);
      B.instance(0x100, 0x10, 0);
      addArray(B, 0x108, 0x10, {0x100, 0x108});
      B.instance(0x110, 0x18, 8).id(0x108);
      addArray(B, 0x118, 0x18, {0x100, 0});
      addArray(B, 0x120, 0x20, {0x100, 0x108});
      B.instance(0x128, 0x20, 8).id(0x108);
      addArray(B, 0x130, 0x8, {0x100}); // As written by JDK 5.
    });
    HeapGraph G = graphOf(B.bytes(), wideIf(IsWide));
    EXPECT_THAT(references(G, 0x100), ElementsAre(0x10));
    EXPECT_THAT(references(G, 0x108), ElementsAre(0x10, 0x100, 0x108));
    EXPECT_THAT(references(G, 0x110), ElementsAre(0x18, 0x108));
    EXPECT_THAT(references(G, 0x118), ElementsAre(0x18, 0x100));
    EXPECT_THAT(references(G, 0x120), ElementsAre(0x20, 0x100, 0x108));
    EXPECT_THAT(references(G, 0x128), ElementsAre(0x20, 0x108));
    EXPECT_THAT(references(G, 0x130), ElementsAre(0x8, 0x100));
    uint64_t Lengths[] = {0, 2, 0, 2, 2, 0, 1};
    for (auto [I, Length] : enumerate(Lengths))
      EXPECT_EQ(G.arrayLength(G.find(0x100 + 8 * I)), Length);
    // The instances still have a class of that name.
    EXPECT_EQ(G.classOf(G.find(0x110)).Name, "N");
    EXPECT_EQ(G.classes()[G.asClass(G.find(0x18))].Name, "N");
    EXPECT_FALSE(G.classOf(G.find(0x128)).isArray());
    EXPECT_TRUE(G.classOf(G.find(0x120)).isArray());
  }
}

TEST(HeapGraphTest, NeitherObjectsNorInput) {
  EXPECT_EQ(graphOf(HprofBytes().bytes()).size(), 0u);
  Expected<HeapGraph> None = tryGraphOf({});
  EXPECT_FALSE(bool(None));
  consumeError(None.takeError());
  HprofBytes B = HprofBytes::good();
  std::unique_ptr<HeapFile> Piped = HeapFile::fromMemory(B.bytes(), "pipe", 64);
  Expected<HeapGraph> Unmapped = HeapGraph::build(*Piped, {});
  ASSERT_FALSE(bool(Unmapped));
  EXPECT_EQ(toString(Unmapped.takeError()),
            "'pipe': must be mapped to be walked several times");
  GraphOptions Options;
  Options.Layout = "nonsense";
  Expected<HeapGraph> Wrong = tryGraphOf(B.bytes(), Options);
  ASSERT_FALSE(bool(Wrong));
  EXPECT_NE(toString(Wrong.takeError()).find("no layout is called 'nonsense'"),
            std::string::npos);
}

/// Views of the columns of \p G, and copies of all other data.
static HeapGraph::Columns viewOf(const HeapGraph::Columns &G) {
  auto View = [](const NumberArray &A) {
    return NumberArray::view(A.bytes(), A.width());
  };
  auto Of = [](const auto &A) {
    return std::decay_t<decltype(A)>::view(A.ref());
  };
  const NodeIds::Columns &Ids = G.Ids.columns();
  HeapGraph::Columns New;
  New.Header = G.Header;
  New.Ids = NodeIds::fromColumns({Ids.Shift, Ids.Count, Ids.FirstChunk,
                                  Of(Ids.Directory), Of(Ids.Keys),
                                  Of(Ids.Cells), Ids.IsSorted, Of(Ids.Sorted)});
  New.Classes = G.Classes;
  New.ClassClass = G.ClassClass;
  New.Roots = G.Roots;
  New.RootNodes = G.RootNodes;
  New.Layout = G.Layout;
  New.Counts = G.Counts;
  New.Types = View(G.Types);
  New.Starts = View(G.Starts);
  New.Entries = View(G.Entries);
  New.LongArrays = G.LongArrays;
  return New;
}

static void expectSameFromColumns(ArrayRef<uint8_t> Bytes, bool IsWide,
                                  bool IsSorted) {
  HeapGraph G = graphOf(Bytes, wideIf(IsWide));
  ASSERT_EQ(G.columns().Ids.columns().IsSorted, IsSorted);
  HeapGraph Viewed = HeapGraph::fromColumns(viewOf(G.columns()));
  EXPECT_EQ(toText(Viewed), toText(G));
  EXPECT_EQ(Viewed.heads(), G.heads());
  EXPECT_EQ(Viewed.classNodes(), G.classNodes());
  EXPECT_EQ(Viewed.starts().bytes(), G.starts().bytes());
  EXPECT_EQ(Viewed.entries().bytes(), G.entries().bytes());
  for (Node N = 0; N != G.size(); ++N)
    EXPECT_EQ(Viewed.find(G.id(N)), N);
}

TEST(HeapGraphTest, OfTheColumnsOfAnother) {
  std::vector<uint8_t> Dump = fromYaml((References + R"(
- primitiveArray: {object: 0x408, elementType: char, text: "abcd"}
)")
                                           .str());
  std::vector<uint8_t> FarApart = fromYaml((References + R"(
- objectArray: {object: 0xfffffffffffffff0, class: 0x8, elements: [0x8, null]}
)")
                                               .str());
  for (bool IsWide : {false, true}) {
    expectSameFromColumns(Dump, IsWide, /*IsSorted=*/false);
    expectSameFromColumns(FarApart, IsWide, /*IsSorted=*/true);
  }
}

/// Builds a graph and runs all queries, whose results must be consistent.
static void askEverything(ArrayRef<uint8_t> Bytes, unsigned Threads) {
  GraphOptions Options;
  Options.Threads = Threads;
  unsigned Damages = 0;
  Options.OnDamage = [&](const Damage &) { ++Damages; };
  Expected<HeapGraph> G = tryGraphOf(Bytes, Options);
  if (!G)
    return consumeError(G.takeError());
  for (bool Keep : {false, true}) {
    DominatorOptions Asking;
    Asking.KeepUnreachable = Keep;
    if (Keep)
      Asking.Ignored.insert(ReferenceKind::Weak);
    DominatorTree T = cantFail(DominatorTree::compute(*G, Asking));
    EXPECT_FALSE(toText(*G, &T).empty());
    EXPECT_LE(T.reachable(), G->size());
    EXPECT_TRUE(!Keep || T.reachable() == G->size());
    for (Node N = 0; N != G->size(); ++N) {
      EXPECT_EQ(G->find(G->id(N)), N);
      EXPECT_GE(T.retained(N), T.isReachable(N) ? G->shallow(N) : 0);
    }
  }
}

TEST(HeapGraphTest, SlowSurvivesEveryCutAndEveryFlippedByte) {
  for (StringRef Yaml : {References, Basics}) {
    std::vector<uint8_t> Bytes = fromYaml((Yaml + R"(
- objectArray: {object: 0x400, class: 0x8, elements: [0x100, null, 0x400]}
- primitiveArray: {object: 0x408, elementType: char, text: "abcd"}
- rootJavaFrame: {object: 0x400, threadSerial: 1}
)")
                                              .str());
    for (size_t I = 0; I != Bytes.size(); ++I) {
      askEverything(ArrayRef(Bytes).take_front(I), 1);
      std::vector<uint8_t> Wrong = Bytes;
      Wrong[I] ^= uint8_t(I % 3 == 0 ? 0x01 : I % 3 == 1 ? 0x80 : 0xff);
      askEverything(Wrong, 1 + I % 2);
    }
  }
}
