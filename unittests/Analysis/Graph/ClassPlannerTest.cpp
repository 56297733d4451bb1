//===- ClassPlannerTest.cpp - Pathological class hierarchies --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTesting.h"
#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include <random>

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

namespace {
/// Options for graphs whose plans have at most \p Most offsets in lists.
GraphOptions withLists(size_t Most) {
  GraphOptions Options;
  Options.MostOffsets = Most;
  return Options;
}

/// Adds a class with the fields \p Fields.
void addClass(HprofBytes &B, uint64_t Class, uint64_t Super,
              ArrayRef<HprofBytes::Field> Fields) {
  B.number(0x20, 1).id(Class).number(1, 4).id(Super);
  B.id(0).id(0).id(0).id(0).id(0).number(0, 4).number(0, 2).number(0, 2);
  B.number(Fields.size(), 2);
  for (const HprofBytes::Field &F : Fields)
    B.id(F.Name).number(uint8_t(F.Type), 1);
}

constexpr unsigned Depth = 100000;
uint64_t classId(unsigned I) { return 0x1000 + 8 * I; }

/// A chain of classes with one field each, in which each class is the
/// superclass of the next; an instance without values of each class, and a
/// complete instance of the last class.
HprofBytes longChain() {
  HprofBytes B;
  B.utf8(1, "Link").utf8(2, "f").utf8(3, "Bottom");
  for (unsigned I = 0; I != Depth; ++I)
    B.loadClass(I + 1, classId(I), I + 1 == Depth ? 3 : 1);
  // Subclasses first, so that superclasses come later in the file.
  B.record(0x1c, [&] {
    for (unsigned I = Depth; I-- != 0;)
      addClass(B, classId(I), I ? classId(I - 1) : 0, {{2, BasicType::Object}});
    B.number(0x05, 1).id(classId(0));
  });
  B.record(0x1c, [&] {
    for (unsigned I = 0; I != Depth; ++I)
      B.instance(0x1000000 + 16 * I, classId(I), 0);
    B.instance(0x8000000, classId(Depth - 1), 8 * Depth);
    for (unsigned I = 0; I != Depth; ++I)
      B.id(0x1000000 + 16 * I);
  });
  return B;
}
} // namespace

TEST(ClassPlanner, LongChainsCostNoMoreThanTheirClasses) {
  HprofBytes B = longChain();
  HeapGraph G = graphOf(B.bytes());
  EXPECT_EQ(G.size(), 2 * Depth + 1);
  EXPECT_EQ(G.counts().WrongSizes, Depth);
  EXPECT_EQ(G.counts().Unexplained, 0u);
  EXPECT_LT(G.entries().size(), 10 * Depth);
  std::vector<uint64_t> Expected = {classId(Depth - 1)};
  for (unsigned I = 0; I != Depth; ++I)
    Expected.push_back(0x1000000 + 16 * I);
  EXPECT_EQ(references(G, 0x8000000), Expected);
  EXPECT_THAT(references(G, 0x1000000 + 16 * 77), ElementsAre(classId(77)));

  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(B.bytes(), "test");
  auto C = cantFail(HeapContents::open(*In, G));
  uint64_t References = 0;
  C->forEachReference(G.find(0x8000000),
                      [&](const HeapReference &) { return ++References; });
  EXPECT_EQ(References, Depth + 1);
  uint64_t Fields = 0;
  for (Node N = 0; N < G.size(); N += 8)
    if (std::optional<FoundObject> O = C->object(N)) {
      C->field(*O, "none");
      ObjectView(C->context(), *O).forEachField([&](const FieldSlot &) {
        ++Fields;
      });
      C->forEachReference(N, [](const HeapReference &) { return true; });
    }
  // Only the complete instance contributes references.
  EXPECT_EQ(Fields, Depth);
  EdgeFilter Filter =
      cantFail(EdgeFilter::create(G, {}, C.get(), {"Bottom.f"}));
  EXPECT_TRUE(Filter.allows(G.find(0x8000000), G.find(classId(Depth - 1))));
  EXPECT_FALSE(Filter.allows(G.find(0x8000000), G.find(0x1000000)));
}

TEST(ClassPlanner, LongChainsHaveThreadsAndReferents) {
  for (size_t Most : {0, 5, 1000}) {
    HprofBytes B;
    B.utf8(1, "java/lang/ref/Reference").utf8(2, "referent").utf8(3, "next");
    B.utf8(4, "java/lang/ref/WeakReference").utf8(5, "Mine");
    B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 4).loadClass(3, 0x18, 5);
    B.loadClass(4, 0x20, 5).loadClass(5, 0x28, 5);
    B.record(0x1c, [&] {
      constexpr BasicType Ref = BasicType::Object;
      addClass(B, 0x28, 0x20, {{2, Ref}, {3, BasicType::Byte}});
      addClass(B, 0x20, 0x18, {{3, BasicType::Long}});
      addClass(B, 0x18, 0x10, {});
      addClass(B, 0x10, 0x8, {{3, Ref}});
      addClass(B, 0x8, 0, {{3, Ref}, {2, Ref}, {3, Ref}});
      B.number(0x05, 1).id(0x8);
      // The instance's own referent, a byte, a long, next; then the fields of
      // Reference.
      B.instance(0x100, 0x28, 49).id(0x108).number(0, 1).number(0x110, 8);
      B.id(0x8).id(0x10).id(0x18).id(0x20);
      B.instance(0x108, 0x8, 24).id(0x8).id(0x10).id(0x18);
      B.instance(0x110, 0x28, 41).id(0x108).number(0, 1).number(0x110, 8);
      B.id(0x8).id(0x10).id(0x18); // Truncated after the referent.
      B.instance(0x118, 0x28, 25).id(0x108).number(0, 1).number(0x110, 8);
      B.id(0x8);
    });
    HeapGraph G = graphOf(B.bytes(), withLists(Most));
    ReferenceKinds Weak;
    Weak.insert(ReferenceKind::Weak);
    EXPECT_THAT(references(G, 0x100),
                ElementsAre(0x28, 0x18, 0x108, 0x8, 0x10, 0x20));
    EXPECT_THAT(references(G, 0x100, Weak),
                ElementsAre(0x28, 0x108, 0x8, 0x10, 0x20));
    EXPECT_THAT(references(G, 0x108), ElementsAre(0x8, 0x8, 0x10, 0x18));
    EXPECT_THAT(references(G, 0x110),
                ElementsAre(0x28, 0x18, 0x108, 0x8, 0x10));
    EXPECT_THAT(references(G, 0x118, Weak), ElementsAre(0x28, 0x108, 0x8));
    EXPECT_EQ(G.counts().WrongSizes, 2u);
  }
}

// A subclass of Thread whose superclass has no CLASS DUMP, and a Thread without
// a superclass, as in dumps that do not record superclasses.
TEST(ClassPlanner, ThreadsOfIncompleteChains) {
  HprofBytes B;
  B.utf8(1, "java/lang/Thread").utf8(2, "Worker");
  B.loadClass(1, 0x8, 1).loadClass(2, 0x10, 2);
  for (bool HasThread : {false, true}) {
    HprofBytes D = B;
    D.record(0x1c, [&] {
      if (HasThread)
        addClass(D, 0x8, 0, {});
      addClass(D, 0x10, 0x8, {});
      D.instance(0x100, HasThread ? 0x8 : 0x10, 0);
      D.instance(0x108, 0x10, 0);
      D.threadRoot(0x100, 1, 1).frameRoot(0x108, 1, 0);
    });
    HeapGraph G = graphOf(D.bytes());
    EXPECT_EQ(references(G, 0x100).back(), 0x108u);
  }
}

// Plans of both kinds give the same results as the objects themselves.
TEST(ClassPlanner, RandomHierarchies) {
  static constexpr const char *Names[] = {"A",
                                          "java/lang/ref/WeakReference",
                                          "java/lang/ref/SoftReference",
                                          "[I",
                                          "java/lang/Thread",
                                          "java/lang/Object",
                                          "[LA;"};
  for (unsigned Seed = 0; Seed != 150; ++Seed) {
    std::mt19937 Random(Seed);
    HprofBytes B;
    B.utf8(100, "f").utf8(101, "referent");
    unsigned Classes = 1 + Random() % 12;
    std::vector<uint64_t> Instances;
    for (unsigned I = 0; I != Classes; ++I) {
      B.utf8(I + 1, Names[Random() % 3 ? 0 : Random() % std::size(Names)]);
      B.loadClass(I + 1, 8 + 8 * I, I + 1);
    }
    B.record(0x1c, [&] {
      for (unsigned I = 0; I != Classes; ++I) {
        SmallVector<HprofBytes::Field> Fields;
        for (unsigned F = Random() % 4; F; --F)
          Fields.push_back({100 + Random() % 2,
                            Random() % 3 ? BasicType::Object : BasicType::Int});
        // The superclass is sometimes the class itself, missing, or part of a
        // cycle.
        uint64_t Super = Random() % 16 ? I : Random() % (Classes + 2);
        if (Random() % 24)
          addClass(B, 8 + 8 * I, 8 * Super, Fields);
      }
      B.number(0x05, 1).id(8);
      for (unsigned I = 0; I != 30; ++I) {
        unsigned Bytes = Random() % 100;
        B.instance(0x1000 + 8 * I, 8 + Random() % Classes * 8, Bytes);
        for (; Bytes >= 4; Bytes -= 4)
          B.number(Random() % 2 ? 0 : Random() % 2 ? 0x1000 : 8, 4);
        B.number(0, Bytes);
      }
    });
    HeapGraph G = graphOf(B.bytes());
    for (size_t Most : {0, 3, 10})
      EXPECT_EQ(toText(G), toText(graphOf(B.bytes(), withLists(Most))))
          << Seed << ' ' << Most;
    std::unique_ptr<HeapFile> In = HeapFile::fromMemory(B.bytes(), "test");
    auto C = cantFail(HeapContents::open(*In, G));
    for (Node N = 0; N != G.size(); ++N) {
      std::vector<uint64_t> Ids;
      C->forEachReference(N, [&](const HeapReference &R) {
        if (R.To != NoNode)
          Ids.push_back(R.Id);
        return true;
      });
      EXPECT_EQ(Ids, references(G, G.id(N))) << Seed << ' ' << N;
    }
  }
}

// Allocations depend on the data present, not on the fields a class declares.
TEST(ClassPlanner, ManyInstancesThatLackTheirFields) {
  constexpr unsigned Fields = 65535, Instances = 50000;
  HprofBytes B;
  B.utf8(1, "Wide").loadClass(1, 0x8, 1);
  B.record(0x1c, [&] {
    addClass(B, 0x8, 0,
             std::vector<HprofBytes::Field>(Fields, {1, BasicType::Object}));
    B.number(0x05, 1).id(0x8);
    for (unsigned I = 0; I != Instances; ++I) {
      unsigned Bytes = I % 3 * 8;
      B.instance(0x1000 + 8 * I, 0x8, Bytes);
      for (; Bytes; Bytes -= 8)
        B.id(0x8);
    }
  });
  uint64_t Need = 0;
  GraphOptions Options;
  Options.OnNeed = [&](uint64_t N) { Need = N; };
  HeapGraph G = graphOf(B.bytes(), Options);
  EXPECT_LE(G.entries().size(), Instances + 100);
  EXPECT_LT(Need, 100u * Instances);
  EXPECT_EQ(G.counts().WrongSizes, Instances);
  EXPECT_EQ(G.counts().References, 49999u);
}
