//===- LayoutEvidenceTest.cpp - Guessing the layout from addresses --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/LayoutEvidence.h"
#include "Layout/NeighbourDistances.h"
#include "Layout/PlainHeap.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/ShallowSizes.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>

using namespace hprof;

namespace {

/// Writes a heap as a VM with a given layout would, with the gaps that a
/// garbage collector leaves.
class Heap {
public:
  explicit Heap(const ObjectLayout &Layout, unsigned GapPercent = 10)
      : Layout(Layout), GapPercent(GapPercent) {}

  template <class Consumer> void fill(Consumer &E, unsigned Objects) {
    static constexpr BasicType Types[] = {
        BasicType::Byte, BasicType::Byte,   BasicType::Char,  BasicType::Int,
        BasicType::Long, BasicType::Object, BasicType::Object};
    for (unsigned I = 0; I != Objects; ++I) {
      if (Random() % 3 == 0) {
        E.classObject(Next);
        Next += Layout.align(Layout.HeaderBytes + Random() % 40);
      } else {
        BasicType T = Types[Random() % std::size(Types)];
        uint32_t Length = Random() % 50;
        E.array(Next, T, Length);
        Next += Layout.arrayBytes(T, Length);
      }
      if (Random() % 100 < GapPercent)
        Next += Layout.align(Random() % 200);
    }
  }

  uint64_t Next = 0x700000000;

private:
  const ObjectLayout &Layout;
  unsigned GapPercent;
  std::mt19937 Random{42};
};

/// The contents of a Heap, which can be passed on in parts or backwards.
class Recorder {
public:
  Recorder(const ObjectLayout &Layout, unsigned Count) {
    Heap(Layout).fill(*this, Count);
  }
  void classObject(uint64_t Address) {
    Objects.push_back([=](LayoutEvidence &E) { E.classObject(Address); });
  }
  void array(uint64_t Address, BasicType T, uint32_t Length) {
    Objects.push_back([=](LayoutEvidence &E) { E.array(Address, T, Length); });
  }
  void play(LayoutEvidence &E, size_t First, size_t Count) const {
    for (size_t I = 0; I != Count; ++I)
      Objects[First + I](E);
  }
  void playBackwards(LayoutEvidence &E) const {
    for (auto &Object : llvm::reverse(Objects))
      Object(E);
  }

private:
  std::vector<std::function<void(LayoutEvidence &)>> Objects;
};

/// Calls \p F with each layout of 64-bit VMs and a release that can have that
/// layout.
template <class Fn> void forEach64BitLayout(Fn &&F) {
  for (const ObjectLayout &L : objectLayouts())
    for (unsigned Release : {17, 25})
      if (L.WordBytes == 8 && L.FirstRelease <= Release &&
          Release <= L.LastRelease)
        F(L, Release);
}

LayoutChoice choose(const LayoutEvidence &E, unsigned IdBytes = 8,
                    unsigned AtLeast = 0, unsigned AtMost = ~0U) {
  std::vector<ClassModel> None;
  JavaRelease R;
  R.AtLeast = AtLeast;
  R.AtMost = AtMost;
  return chooseLayout(E, IdBytes, ClassIndex(None), R);
}

} // namespace

TEST(LayoutEvidenceTest, EveryLayoutIsRecognised) {
  for (const ObjectLayout &L : objectLayouts())
    for (unsigned GapPercent : {0, 10, 60}) {
      if (L.ReferencesFirst)
        continue; // The arrays indicate another layout.
      LayoutEvidence E;
      Heap(L, GapPercent).fill(E, 2000);
      LayoutChoice C = choose(E, L.WordBytes);
      EXPECT_EQ(C.Layout.Name, L.Name) << GapPercent << ' ' << C.Evidence;
      EXPECT_TRUE(C.Certain) << L.Name.str() << ' ' << C.Evidence;
      EXPECT_EQ(NeighbourDistances(E).score(L).TooClose, 0u) << L.Name.str();
    }
}

// Arrays do not distinguish these layouts.
TEST(LayoutEvidenceTest, OrderOfFieldsIsToldByInstances) {
  std::vector<ClassModel> Classes(2);
  Classes[0].Id = 1;
  Classes[0].Name = "java/lang/Object";
  Classes[1].Id = 2;
  Classes[1].Super = 1;
  Classes[1].Name = "java/util/Random";
  Classes[1].Fields = {{"seed", BasicType::Object},
                       {"next", BasicType::Double},
                       {"has", BasicType::Boolean}};
  ClassIndex Index(Classes);
  auto Choose = [&](unsigned Distance, unsigned AtLeast, unsigned AtMost) {
    LayoutEvidence E;
    Heap H(*findObjectLayout("32bit"), 0);
    H.Next = 0x10000;
    H.fill(E, 100);
    for (unsigned I = 0; I != 20; ++I)
      E.instance(0x20000 + I * Distance, 2);
    JavaRelease R;
    R.AtLeast = AtLeast;
    R.AtMost = AtMost;
    LayoutChoice C = chooseLayout(E, 4, Index, R);
    EXPECT_TRUE(C.Certain);
    return C.Layout.Name.str();
  };
  EXPECT_EQ(Choose(32, 6, 6), "32bit-5");
  EXPECT_EQ(Choose(24, 6, 6), "32bit");
  EXPECT_EQ(Choose(32, 5, 5), "32bit-5");
  EXPECT_EQ(Choose(24, 5, 5), "32bit");
  // Distances between distant objects are not evidence.
  EXPECT_EQ(Choose(512, 6, 6), "32bit");
  EXPECT_EQ(Choose(512, 5, 5), "32bit-5");
  // Later VMs have only one order of fields, so the VM's release must be known.
  EXPECT_EQ(Choose(32, 7, 7), "32bit");
  EXPECT_EQ(Choose(32, 0, ~0U), "32bit");
}

// The result does not depend on the order of objects or on their distribution
// over threads.
TEST(LayoutEvidenceTest, SampleDependsOnTheObjectsAlone) {
  const ObjectLayout &L = *findObjectLayout("compact");
  LayoutEvidence Whole, Parts[3], Merged, Reversed;
  Heap(L).fill(Whole, 200000);
  EXPECT_LE(Whole.objects(), 32768u);
  EXPECT_GT(Whole.objects(), 2048u);
  Recorder Objects(L, 200000);
  Objects.playBackwards(Reversed);
  for (unsigned Segment = 20; Segment-- != 0;)
    Objects.play(Parts[Segment % 3], 10000 * Segment, 10000);
  for (int I : {2, 0, 1})
    Merged.merge(Parts[I]);
  for (const LayoutEvidence *Other : {&Merged, &Reversed}) {
    EXPECT_EQ(Other->objects(), Whole.objects());
    NeighbourDistances A(Whole), B(*Other);
    EXPECT_EQ(B.addressAlignment(), A.addressAlignment());
    for (const ObjectLayout &Each : objectLayouts()) {
      EXPECT_EQ(B.score(Each).Exact, A.score(Each).Exact);
      EXPECT_EQ(B.score(Each).TooClose, A.score(Each).TooClose);
      EXPECT_EQ(B.score(Each).Loose, A.score(Each).Loose);
      EXPECT_EQ(B.score(Each).Nearly, A.score(Each).Nearly);
    }
    EXPECT_EQ(choose(*Other).Layout.Name, "compact");
  }
}

TEST(LayoutEvidenceTest, TooManyObjectsInAPage) {
  LayoutEvidence E, Half;
  for (int I = 0; I != 100000; ++I)
    (I % 2 ? E : Half).classObject(8 * (I % 10));
  E.merge(Half);
  EXPECT_EQ(E.objects(), 0u);
  EXPECT_FALSE(choose(E).Certain);
  EXPECT_NE(choose(E).Evidence.find("not addresses"), std::string::npos);
}

TEST(LayoutEvidenceTest, SameObjectTwice) {
  const ObjectLayout &L = *findObjectLayout("compressed");
  LayoutEvidence E;
  for (int I = 0; I != 2; ++I)
    Heap(L).fill(E, 1000);
  EXPECT_TRUE(choose(E).Certain);
  EXPECT_EQ(NeighbourDistances(E).objects(), 1000u);
}

TEST(LayoutEvidenceTest, NoEvidence) {
  LayoutEvidence E;
  EXPECT_FALSE(choose(E).Certain);
  EXPECT_EQ(choose(E).Layout.Name, "compressed");
  for (unsigned I = 1; I != 500; ++I)
    E.classObject(I * uint64_t(24));
  EXPECT_FALSE(choose(E).Certain);
  EXPECT_EQ(choose(E, 4).Layout.Name, "32bit");
  E.classObject(0x40000000000); // An address as in ZGC.
  EXPECT_FALSE(choose(E).Certain);
  EXPECT_EQ(choose(E).Layout.Name, "uncompressed");
}

// A second dump in the same file starts over.
TEST(LayoutEvidenceTest, RelocatedAddressesAreNotHigh) {
  LayoutEvidence E;
  for (unsigned I = 1; I != 500; ++I)
    E.classObject((UINT64_C(1) << 48) + I * uint64_t(24));
  EXPECT_EQ(choose(E).Layout.Name, "compressed");
}

// The HPROF agent numbers objects, and a pass of this project can do so, too.
TEST(LayoutEvidenceTest, NumbersAreNoAddresses) {
  LayoutEvidence Agent, Spread;
  for (unsigned I = 1; I != 500; ++I) {
    Agent.array(0x50000000 + I, BasicType::Byte, I % 20);
    Spread.array(I * uint64_t(8), BasicType::Byte, I % 20);
  }
  LayoutChoice C = choose(Agent, 4);
  EXPECT_FALSE(C.Certain);
  EXPECT_EQ(C.Layout.Name, "compressed");
  EXPECT_NE(C.Evidence.find("not addresses"), std::string::npos);
  EXPECT_FALSE(choose(Spread).Certain);
}

// Without arrays of references, the width of references remains undetermined.
TEST(LayoutEvidenceTest, OnlyByteArrays) {
  LayoutEvidence E;
  uint64_t Next = 0x1000;
  const ObjectLayout &L = *findObjectLayout("uncompressed");
  for (unsigned I = 0; I != 200; ++I) {
    E.array(Next, BasicType::Byte, I);
    Next += L.arrayBytes(BasicType::Byte, I);
  }
  LayoutChoice C = choose(E, 8, 17, 18);
  EXPECT_FALSE(C.Certain);
  EXPECT_EQ(C.Layout.Name, "compressed");
}

// Strings and their bytes, until the heap is full.
TEST(LayoutEvidenceTest, InstancesDecideWhereArraysAreEqual) {
  forEach64BitLayout([](const ObjectLayout &L, unsigned Release) {
    PlainHeap H(L, Release);
    for (unsigned I = 0; I != 2000; ++I) {
      H.instances(5);
      H.bytes(20);
    }
    EXPECT_EQ(H.choice(), L.Name) << Release;
  });
}

TEST(LayoutEvidenceTest, OnlyInstances) {
  forEach64BitLayout([](const ObjectLayout &L, unsigned Release) {
    PlainHeap H(L, Release);
    H.bytes(3); // Some layouts have instances of this size.
    H.instances(200);
    H.bytes(100);
    EXPECT_EQ(H.choice(), L.Name) << Release;
  });
}

// The sample must include the few other objects even though a million objects
// have the same size in several layouts.
TEST(LayoutEvidenceTest, RareObjectsDecide) {
  forEach64BitLayout([](const ObjectLayout &L, unsigned Release) {
    for (bool IsBytes : {false, true}) {
      PlainHeap H(L, Release);
      auto Fill = [&] {
        if (IsBytes)
          H.bytes(500000);
        else
          H.instances(500000, 6, 6);
      };
      Fill();
      H.instances(60, 1, 5);
      H.bytes(60);
      Fill();
      EXPECT_EQ(H.choice(), L.Name) << Release << ' ' << IsBytes;
    }
  });
}

// By chance, nearly all objects may lie at multiples of 16.
TEST(LayoutEvidenceTest, RareObjectsShowTheAlignment) {
  PlainHeap H(*findObjectLayout("uncompressed"), 17);
  H.instances(400000, 1, 1); // 32 bytes each
  H.instances(40, 3, 3);     // 40 bytes each
  for (unsigned I = 0; I != 400000; ++I, H.Next += 32)
    H.E.array(H.Next, BasicType::Byte, 16);
  EXPECT_EQ(H.choice(), "uncompressed");
}

TEST(LayoutEvidenceTest, ArraysLargerThanPages) {
  for (const ObjectLayout &L : objectLayouts()) {
    if (L.WordBytes == 4)
      continue;
    LayoutEvidence E;
    uint64_t Next = 0x700000000;
    for (unsigned I = 0; I != 150; ++I) {
      BasicType T = I % 3 ? BasicType::Object : BasicType::Byte;
      E.array(Next, T, 3000 + I * 7);
      Next += L.arrayBytes(T, 3000 + I * 7);
    }
    EXPECT_EQ(choose(E, 8, L.FirstRelease, L.LastRelease).Layout.Name, L.Name);
  }
}

// Compressed references cannot reach these addresses.
TEST(LayoutEvidenceTest, HighAddressesDecideBetweenEquals) {
  PlainHeap Low(*findObjectLayout("uncompressed"), 17);
  Low.bytes(200);
  EXPECT_EQ(Low.choice(), "compressed, uncertain");
  PlainHeap High(*findObjectLayout("uncompressed"), 17);
  High.Next = 0x40000000000;
  High.bytes(200);
  EXPECT_EQ(High.choice(), "uncompressed, uncertain");
}

// The same addresses imply another layout when the release excludes one.
TEST(LayoutEvidenceTest, ReleaseDecidesBetweenEquals) {
  LayoutEvidence E;
  uint64_t Next = 0x1000;
  for (unsigned I = 0; I != 200; ++I) {
    E.array(Next, BasicType::Long, I);
    Next += 24 + I * 8;
    E.array(Next, BasicType::Object, I);
    Next += 24 + I * 8;
  }
  EXPECT_FALSE(choose(E).Certain);
  LayoutChoice Old = choose(E, 8, 17, 18), New = choose(E, 8, 25);
  EXPECT_TRUE(Old.Certain);
  EXPECT_EQ(Old.Layout.Name, "uncompressed-klass");
  EXPECT_TRUE(New.Certain);
  EXPECT_EQ(New.Layout.Name, "uncompressed-klass-23");
}

TEST(LayoutEvidenceTest, UnknownAlignment) {
  ObjectLayout L = *findObjectLayout("compressed-32");
  L.Alignment = 64;
  LayoutEvidence E;
  Heap(L).fill(E, 1000);
  LayoutChoice C = choose(E);
  EXPECT_FALSE(C.Certain);
}

TEST(LayoutEvidenceTest, FewOrNoArrays) {
  LayoutEvidence E;
  E.classObject(0x1000);
  EXPECT_EQ(choose(E).Evidence, "no adjacent objects found");
  E.array(0x1010, BasicType::Int, 2); // 24 bytes
  E.classObject(0x1028);
  EXPECT_EQ(choose(E).Evidence, "confirmed by only 1 of 1 sample");
  E.array(0x1100, BasicType::Int, 2);
  E.classObject(0x1140);
  EXPECT_EQ(choose(E).Evidence, "confirmed by only 1 of 2 samples");
}

TEST(LayoutEvidenceTest, DeclaredSizes) {
  std::vector<ClassModel> Classes(1);
  Classes[0].Id = 1;
  Classes[0].Name = "java.lang.Object";
  Classes[0].DeclaredSize = 8;
  LayoutChoice C = chooseLayout({}, 4, ClassIndex(Classes), {});
  EXPECT_EQ(C.Layout.Name, "declared");
  EXPECT_TRUE(C.Certain);
  EXPECT_EQ(C.Layout.arrayBytes(BasicType::Long, 1), 24u);
  EXPECT_FALSE(chooseLayout({}, 8, ClassIndex(Classes), {}).Certain);
}

TEST(LayoutEvidenceTest, ExactSizes) {
  std::vector<ClassModel> Classes(2);
  Classes[0].Id = 1;
  Classes[0].Name = "java/lang/Object";
  Classes[0].DeclaredSize = 13;
  Classes[1].Id = 2;
  Classes[1].Name = "(exact sizes)";
  const ClassIndex Index(Classes);
  const LayoutChoice C = chooseLayout({}, 8, Index, {});
  EXPECT_TRUE(C.Certain);
  EXPECT_EQ(ShallowSizes(Index, C.Layout, {}).instance(0), 13u);
  EXPECT_EQ(C.Layout.arrayBytes(BasicType::Byte, 3), 15u);
  EXPECT_EQ(C.Layout.arrayBytes(BasicType::Object, 3), 24u);
  EXPECT_EQ(C.Layout.arrayBytes(BasicType::Long, 1), 24u);
}

// Ids of the HPROF agent are not addresses.
TEST(LayoutEvidenceTest, StaticFieldsTellWhereAddressesDoNot) {
  auto Choose = [](uint64_t Offset, uint64_t Head, uint64_t Tail,
                   uint64_t State) {
    std::vector<ClassModel> Classes(4);
    Classes[0].Id = 1;
    Classes[0].Name = "java.lang.Object";
    Classes[1].Id = 2;
    Classes[1].Name = "java.util.concurrent.atomic.AtomicInteger";
    Classes[1].Statics = {{"valueOffset", BasicType::Long, Offset}};
    Classes[2].Id = 3;
    Classes[2].Name = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
    Classes[2].Statics = {{"headOffset", BasicType::Long, Head},
                          {"tailOffset", BasicType::Long, Tail},
                          {"stateOffset", BasicType::Long, State}};
    Classes[3].Id = 4;
    Classes[3].Name = "java.lang.Class";
    Classes[3].Fields = {{"annotationType", BasicType::Object}};
    ClassIndex Index(Classes);
    LayoutEvidence E;
    for (uint64_t I = 1; I != 100; ++I)
      E.array(0x50000000 + I, BasicType::Byte, 3);
    JavaRelease R;
    R.AtLeast = R.AtMost = 6;
    LayoutChoice C = chooseLayout(E, 4, Index, R);
    return C.Layout.Name.str() + (C.Certain ? "" : "?");
  };
  EXPECT_EQ(Choose(8, 16, 20, 12), "32bit");
  EXPECT_EQ(Choose(8, 12, 16, 20), "32bit-5");
  EXPECT_EQ(Choose(12, 20, 24, 16), "compressed");
  EXPECT_EQ(Choose(12, 0, 0, 0), "compressed");
  EXPECT_EQ(Choose(12, 24, 32, 16), "uncompressed");
  EXPECT_EQ(Choose(16, 32, 40, 24), "uncompressed-klass");
  EXPECT_EQ(Choose(16, 24, 28, 20), "compressed-oops-only");
  EXPECT_EQ(Choose(16, 0, 0, 0), "uncompressed-klass");
  // A field that is not set yet, and an invalid value.
  EXPECT_EQ(Choose(0, 32, 40, 24), "compressed?");
  EXPECT_EQ(Choose(99, 32, 40, 24), "compressed?");
  EXPECT_EQ(Choose(12, 20, 27, 16), "compressed?");
}

TEST(LayoutEvidenceTest, RealSizesWithIdsOf4BytesTellTheirReferences) {
  auto Choose = [](uint32_t Object, uint32_t Node) {
    std::vector<ClassModel> Classes(3);
    Classes[0].Id = 1;
    Classes[0].Name = "java.lang.Object";
    Classes[0].DeclaredSize = Object;
    Classes[1].Id = 2;
    Classes[1].Super = 1;
    Classes[1].Name = "Base";
    Classes[1].Fields = {{"a", BasicType::Object}, {"b", BasicType::Object}};
    Classes[2].Id = 3;
    Classes[2].Super = 2;
    Classes[2].Name = "Node";
    Classes[2].DeclaredSize = Node;
    Classes[2].Fields = {{"c", BasicType::Object}};
    LayoutChoice C = chooseLayout({}, 4, ClassIndex(Classes), {});
    EXPECT_EQ(C.Layout.Name, "declared");
    return std::to_string(C.Layout.arrayBytes(BasicType::Object, 2)) +
           (C.Certain ? "" : "?");
  };
  EXPECT_EQ(Choose(8, 24), "24");  // 12 + 8
  EXPECT_EQ(Choose(16, 24), "24"); // 16 + 8
  EXPECT_EQ(Choose(16, 32), "24");
  EXPECT_EQ(Choose(16, 40), "40"); // 24 + 16
  EXPECT_EQ(Choose(16, 48), "40");
  EXPECT_EQ(Choose(16, 0), "24?");
}

TEST(LayoutEvidenceTest, J9IsRecognised) {
  std::vector<ClassModel> Classes(3);
  Classes[0].Id = 1;
  Classes[0].Name = "java/lang/Object";
  Classes[0].DeclaredSize = 16;
  Classes[1].Id = 2;
  Classes[1].Name = "java/lang/J9VMInternals";
  Classes[1].DeclaredSize = 8;
  Classes[2].Id = 3;
  Classes[2].Name = "java/lang/Class";
  Classes[2].DeclaredSize = 60;
  ClassIndex Index(Classes);
  for (const ObjectLayout &L : j9Layouts()) {
    LayoutEvidence E;
    Heap(L).fill(E, 2000);
    for (unsigned IdBytes : {4, 8}) {
      LayoutChoice C = chooseLayout(E, IdBytes, Index, {});
      EXPECT_EQ(C.Layout.Name, L.Name) << C.Evidence;
      EXPECT_TRUE(C.Certain);
      ShallowSizes Sizes(Index, C.Layout, {});
      EXPECT_EQ(Sizes.instance(0), 16u);
      EXPECT_EQ(Sizes.instance(1), 16u); // states 8
      EXPECT_EQ(Sizes.unknownInstance(), 16u);
      EXPECT_EQ(Sizes.mirror(0), 64u);
      std::optional<LayoutChoice> Mat = resolveLayout("mat", IdBytes, C);
      ASSERT_TRUE(Mat);
      EXPECT_EQ(Mat->Layout.arrayBytes(BasicType::Char, 9),
                L.arrayBytes(BasicType::Char, 9));
      ShallowSizes MatSizes(Index, Mat->Layout, {});
      EXPECT_EQ(MatSizes.instance(1), 8u);
      EXPECT_EQ(MatSizes.mirror(0), 128u);
    }
  }
  EXPECT_FALSE(chooseLayout({}, 4, Index, {}).Certain);
  EXPECT_EQ(chooseLayout({}, 4, Index, {}).Layout.Name, "j9");
}

TEST(LayoutEvidenceTest, NamesResolve) {
  LayoutChoice Found{*findObjectLayout("compact-16"), false, "test"};
  auto Resolve = [&](llvm::StringRef Name, unsigned IdBytes) {
    LayoutChoice None{{"none", "", 0, 0, 0, 0, 0, 0, 0, 0}, false, ""};
    return resolveLayout(Name, IdBytes, Found).value_or(None).Layout;
  };
  for (llvm::StringRef Name : layoutNames())
    EXPECT_EQ(Resolve(Name, 8).Name, Name == "auto" ? "compact-16" : Name);
  EXPECT_EQ(Resolve("mat", 8).HeaderBytes, 12u);
  EXPECT_EQ(Resolve("mat", 8).Alignment, 16u);
  EXPECT_EQ(Resolve("mat", 4).HeaderBytes, 8u);
  EXPECT_FALSE(resolveLayout("Compact", 8, Found));
}
