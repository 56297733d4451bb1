//===- InstanceReferencesTest.cpp - Offsets of the fields of instances ----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/ReferenceOffsets.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>
#include <thread>

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

namespace {
constexpr BasicType Ref = BasicType::Object;
constexpr FieldOrder Orders[] = {
    FieldOrder::OwnFirst, FieldOrder::ReferentFirst, FieldOrder::RootFirst};
using Chain = InstanceShape::Chain;

struct Field {
  uint64_t Name;
  BasicType Type;
};

/// A context that receives classes one by one.
class Classes {
public:
  enum Name : uint64_t { F = 1, G, Referent };

  explicit Classes(unsigned IdSize = 8) : Build(Context) {
    FileHeader H;
    H.IdSize = IdSize;
    Build.visit(H);
    for (auto [Id, Text] :
         {std::pair(F, "f"), {G, "g"}, {Referent, "referent"}}) {
      Utf8 R;
      R.Id = Id;
      R.Text = arrayRefFromStringRef(Text);
      Build.visit(R);
    }
  }

  void add(uint64_t Id, uint64_t Super, ArrayRef<Field> Fields) {
    unsigned IdSize = Context.header().IdSize;
    SmallVector<uint8_t, 0> Bytes;
    RecordEncoder Enc(Bytes, IdSize);
    for (const Field &X : Fields) {
      Enc.number(X.Name, IdSize);
      Enc.number(uint8_t(X.Type), 1);
    }
    ClassDump R;
    R.Class = Id;
    R.Super = Super;
    R.Fields.Count = uint32_t(Fields.size());
    R.Fields.IdSize = uint8_t(IdSize);
    R.Fields.Bytes = Bytes;
    Build.visit(R);
  }

  const InstanceShape *find(uint64_t Id) const {
    return Context.instances().find(Id);
  }

  DumpContext Context;

private:
  DumpContext::Builder Build;
};

/// A field as text: declaring class, name, type and offset.
using Slot = std::tuple<uint64_t, uint64_t, BasicType, uint64_t>;

Slot toSlot(const FieldSlot &S) {
  return {S.Class->Id, S.NameId, S.Type, S.Offset};
}

std::vector<Slot> references(const InstanceShape &S, FieldOrder Order,
                             uint64_t Size = UINT64_MAX) {
  std::vector<Slot> Slots;
  S.forEachReference(Order, Size,
                     [&](const FieldSlot &F) { Slots.push_back(toSlot(F)); });
  return Slots;
}

std::vector<uint64_t> offsets(const InstanceShape &S, FieldOrder Order,
                              uint64_t Size = UINT64_MAX) {
  std::vector<uint64_t> Offsets;
  for (const Slot &F : references(S, Order, Size))
    Offsets.push_back(std::get<3>(F));
  return Offsets;
}

std::vector<Slot> fields(const InstanceShape &S, uint64_t Size = UINT64_MAX) {
  std::vector<Slot> Slots;
  S.forEachField(Size, [&](const FieldSlot &F) { Slots.push_back(toSlot(F)); });
  return Slots;
}

/// The same results, computed from scratch for each class without optimization.
struct Naive {
  struct Class {
    uint64_t Super;
    std::vector<Field> Fields;
  };
  std::map<uint64_t, Class> All;
  unsigned IdSize;

  Chain chain(uint64_t Id) const {
    std::set<uint64_t> Seen;
    for (; Id; Id = All.at(Id).Super) {
      if (!All.count(Id))
        return Chain::Incomplete;
      if (!Seen.insert(Id).second)
        return Chain::Ring;
    }
    return Chain::Whole;
  }
  /// The fields by offset; sets \p Bytes to the total size.
  std::vector<Slot> fields(uint64_t Id, uint64_t &Bytes) const {
    std::vector<Slot> Slots;
    Bytes = 0;
    for (; Id; Id = All.at(Id).Super)
      for (const Field &F : All.at(Id).Fields) {
        Slots.emplace_back(Id, F.Name, F.Type, Bytes);
        Bytes += widthOf(F.Type, IdSize);
      }
    return Slots;
  }
  static bool isReferent(const Slot &S) {
    return std::get<1>(S) == Classes::Referent && isReference(std::get<2>(S));
  }
  /// The elements of \p All that begin within \p Size bytes.
  static std::vector<Slot> references(std::vector<Slot> All, FieldOrder Order,
                                      uint64_t Size) {
    std::vector<Slot> Referent;
    auto Last = find_if(reverse(All), isReferent);
    if (Order == FieldOrder::ReferentFirst && Last != All.rend()) {
      Referent.push_back(*Last);
      All.erase(std::next(Last).base());
    }
    erase_if(All, [&](const Slot &S) {
      return !isReference(std::get<2>(S)) || std::get<3>(S) >= Size;
    });
    if (Order == FieldOrder::RootFirst) {
      std::vector<Slot> RootFirst;
      while (!All.empty()) {
        uint64_t Root = std::get<0>(All.back());
        auto Begin =
            find_if(All, [&](const Slot &S) { return std::get<0>(S) == Root; });
        RootFirst.insert(RootFirst.end(), Begin, All.end());
        All.erase(Begin, All.end());
      }
      return RootFirst;
    }
    All.insert(All.begin(), Referent.begin(), Referent.end());
    return All;
  }
};

void expectSame(const Naive &N, const Classes &C, uint64_t Id) {
  SCOPED_TRACE(Id);
  const InstanceShape *S = C.find(Id);
  if (const ClassInfo *Info = C.Context.findClass(Id)) {
    EXPECT_EQ(C.Context.instances().of(*Info).chain(), N.chain(Id));
  }
  ASSERT_EQ(S != nullptr, N.chain(Id) == Chain::Whole);
  if (!S)
    return;
  uint64_t Bytes;
  std::vector<Slot> All = N.fields(Id, Bytes);
  EXPECT_EQ(S->bytes(), Bytes);
  EXPECT_EQ(S->fields(), All.size());
  EXPECT_EQ(S->type().Id, Id);
  EXPECT_EQ(S->hasUnknownTypes(), any_of(All, [](const Slot &F) {
              return !isKnown(std::get<2>(F));
            }));
  auto Last = find_if(reverse(All), Naive::isReferent);
  ASSERT_EQ(S->referent().has_value(), Last != All.rend());
  if (S->referent()) {
    EXPECT_EQ(toSlot(*S->referent()), *Last);
  }

  std::vector<uint64_t> Sizes = {0, 1, Bytes, Bytes + 1, UINT64_MAX};
  for (const Slot &F : All)
    Sizes.push_back(std::get<3>(F));
  for (uint64_t Size : Sizes) {
    SCOPED_TRACE(Size);
    for (FieldOrder Order : Orders)
      EXPECT_EQ(references(*S, Order, Size),
                Naive::references(All, Order, Size));
    std::vector<Slot> Begun = All;
    erase_if(Begun, [&](const Slot &F) { return std::get<3>(F) >= Size; });
    Begun.resize(std::min<uint64_t>(Begun.size(), Size));
    EXPECT_EQ(fields(*S, Size), Begun);
  }
  for (const auto &[Declarer, Class] : N.All) {
    const InstanceShape *D = C.find(Declarer);
    if (!D)
      continue;
    std::vector<Slot> Own, Expected = All;
    S->forEachFieldOf(*D,
                      [&](const FieldSlot &F) { Own.push_back(toSlot(F)); });
    erase_if(Expected,
             [D = Declarer](const Slot &F) { return std::get<0>(F) != D; });
    EXPECT_EQ(Own, Expected);
  }

  ReferenceOffsets Lists, Few(All.size() / 2);
  for (FieldOrder Order : Orders) {
    std::vector<Slot> Expected = Naive::references(All, Order, UINT64_MAX);
    EXPECT_EQ(S->references(), Expected.size());
    std::vector<uint64_t> At;
    for (uint64_t I = 0; I != Expected.size(); ++I) {
      ASSERT_TRUE(S->reference(Order, I));
      EXPECT_EQ(toSlot(*S->reference(Order, I)), Expected[I]);
      At.push_back(std::get<3>(Expected[I]));
    }
    EXPECT_FALSE(S->reference(Order, Expected.size()));
    EXPECT_THAT(Lists.add(*S, Order).value(), testing::ElementsAreArray(At));
  }
  EXPECT_EQ(Few.add(*S, FieldOrder::OwnFirst).has_value(),
            S->references() <= All.size() / 2);
}
} // namespace

TEST(InstanceReferences, ThreeOrders) {
  Classes C;
  C.add(0x8, 0, {{C.F, Ref}, {C.Referent, Ref}});
  C.add(0x10, 0x8, {{C.G, BasicType::Byte}});
  C.add(0x18, 0x10, {{C.F, Ref}, {C.G, BasicType::Int}, {C.Referent, Ref}});
  const InstanceShape &S = *C.find(0x18);
  EXPECT_EQ(S.bytes(), 37u);
  EXPECT_THAT(offsets(S, FieldOrder::OwnFirst), ElementsAre(0, 12, 21, 29));
  EXPECT_THAT(offsets(S, FieldOrder::ReferentFirst),
              ElementsAre(29, 0, 12, 21));
  EXPECT_THAT(offsets(S, FieldOrder::RootFirst), ElementsAre(21, 29, 0, 12));
  // This also applies to a truncated instance: a graph has an entry for the
  // referent.
  EXPECT_THAT(offsets(S, FieldOrder::OwnFirst, 21), ElementsAre(0, 12));
  EXPECT_THAT(offsets(S, FieldOrder::ReferentFirst, 21),
              ElementsAre(29, 0, 12));
  EXPECT_THAT(offsets(S, FieldOrder::RootFirst, 22), ElementsAre(21, 0, 12));
  EXPECT_EQ(fields(S).size(), 6u);
  EXPECT_EQ(fields(S)[3], Slot(0x10, C.G, BasicType::Byte, 20));
}

TEST(InstanceReferences, EndsWhenNoMoreIsWanted) {
  Classes C;
  C.add(0x8, 0, {{C.F, Ref}, {C.G, Ref}});
  C.add(0x10, 0x8, {{C.F, Ref}, {C.Referent, Ref}});
  const InstanceShape &S = *C.find(0x10);
  for (FieldOrder Order : Orders)
    for (unsigned Wanted = 1; Wanted != 6; ++Wanted) {
      unsigned Told = 0;
      S.forEachReference(Order, UINT64_MAX,
                         [&](const FieldSlot &) { return ++Told != Wanted; });
      EXPECT_EQ(Told, std::min(Wanted, 4u));
      Told = 0;
      S.forEachField(UINT64_MAX,
                     [&](const FieldSlot &) { return ++Told != Wanted; });
      EXPECT_EQ(Told, std::min(Wanted, 4u));
    }
}

TEST(InstanceReferences, RingsAndHolesAreNotKnown) {
  Classes C;
  C.add(0x10, 0x18, {{C.F, Ref}});
  C.add(0x18, 0x10, {});
  C.add(0x20, 0x77, {{C.F, Ref}});
  C.add(0x28, 0x20, {{C.F, Ref}});
  C.add(0x30, 0x30, {{C.F, Ref}});
  for (uint64_t Id : {0x10, 0x18, 0x20, 0x28, 0x30, 0x77})
    EXPECT_EQ(C.find(Id), nullptr);
  auto ShapeOf = [&](uint64_t Id) -> const InstanceShape & {
    return C.Context.instances().of(*C.Context.findClass(Id));
  };
  EXPECT_EQ(ShapeOf(0x10).chain(), Chain::Ring);
  EXPECT_EQ(ShapeOf(0x30).chain(), Chain::Ring);
  EXPECT_EQ(ShapeOf(0x28).chain(), Chain::Incomplete);
  for (uint64_t Id : {0x10, 0x28, 0x30}) {
    EXPECT_EQ(ShapeOf(Id).bytes(), 0u);
    EXPECT_TRUE(fields(ShapeOf(Id)).empty());
    EXPECT_FALSE(ShapeOf(Id).referent() ||
                 ShapeOf(Id).reference(FieldOrder::OwnFirst, 0));
    for (FieldOrder Order : Orders)
      EXPECT_TRUE(references(ShapeOf(Id), Order).empty());
  }
}

// Cached results are dropped when a class changes, or when a missing class is
// added.
TEST(InstanceReferences, FollowTheirClasses) {
  Classes C;
  C.add(0x18, 0x10, {{C.F, Ref}});
  EXPECT_FALSE(C.find(0x18));
  C.add(0x10, 0, {{C.G, BasicType::Byte}});
  ASSERT_TRUE(C.find(0x18));
  EXPECT_EQ(C.find(0x18)->bytes(), 9u);
  FileHeader Narrow;
  Narrow.IdSize = 4;
  DumpContext::Builder(C.Context).visit(Narrow);
  EXPECT_EQ(C.find(0x18)->bytes(), 5u);
}

TEST(InstanceReferences, RandomHierarchies) {
  static constexpr BasicType Types[] = {
      Ref,           Ref, BasicType::Array, BasicType::Byte, BasicType::Long,
      BasicType(77), Ref};
  for (unsigned Seed = 0; Seed != 400; ++Seed) {
    SCOPED_TRACE(Seed);
    std::mt19937 Random(Seed);
    Naive N;
    N.IdSize = Seed % 2 ? 4 : 8;
    Classes C(N.IdSize);
    unsigned Count = 1 + Random() % 12;
    auto AddClass = [&](unsigned I) {
      // The superclass is sometimes part of a cycle, the class itself, or
      // missing.
      uint64_t Super = 8 * (Random() % 16 ? I : Random() % (Count + 2));
      Naive::Class New{Super, {}};
      for (unsigned F = Random() % 2 ? Random() % 5 : 0; F; --F)
        New.Fields.push_back(
            {1 + Random() % 3, Types[Random() % std::size(Types)]});
      C.add(8 + 8 * I, New.Super, New.Fields);
      N.All[8 + 8 * I] = New;
    };
    // Superclasses may be added later than subclasses, and be queried before
    // that.
    std::vector<unsigned> Way(Count);
    for (unsigned I = 0; I != Count; ++I)
      Way[I] = I;
    std::shuffle(Way.begin(), Way.end(), Random);
    for (unsigned I : Way) {
      if (Random() % 24)
        AddClass(I);
      if (Random() % 4 == 0)
        expectSame(N, C, 8 + 8 * (Random() % Count));
    }
    for (unsigned I = 0; I != Count + 1; ++I)
      expectSame(N, C, 8 + 8 * I);
  }
}

// Separate layouts would have five billion slots. The classes are queried as in
// a stream with instances between the classes.
TEST(InstanceReferences, HolesDoNotMakeOtherClassesForgotten) {
  Classes C;
  C.add(0x18, 0x10, {{C.F, Ref}});
  EXPECT_FALSE(C.find(0x18));
  // Each class refers to the previous one; dropping all results for each class
  // would take twenty billion steps.
  constexpr uint64_t Count = 200000, First = 0x1000;
  for (uint64_t I = 0; I != Count; ++I) {
    C.add(First + 8 * I, I ? First + 8 * (I - 1) : 0, {});
    ASSERT_TRUE(C.find(First + 8 * I));
  }
  EXPECT_FALSE(C.find(0x18));
  C.add(0x10, 0, {});
  EXPECT_TRUE(C.find(0x18));
}

TEST(InstanceReferences, LongChainsCostNoMoreThanTheirClasses) {
  constexpr unsigned Depth = 100000;
  Classes C;
  // Subclasses come first, so that their superclasses are added later.
  for (unsigned I = Depth; I-- != 0;)
    C.add(8 + 8 * I, 8 * I, {{C.Referent, Ref}, {C.G, BasicType::Byte}});
  uint64_t Told = 0;
  auto Count = [&](const FieldSlot &) { ++Told; };
  ReferenceOffsets Lists;
  for (unsigned I = Depth; I-- != 0;) {
    const InstanceShape *S = C.find(8 + 8 * I);
    ASSERT_TRUE(S);
    EXPECT_EQ(S->bytes(), 9 * (I + 1));
    EXPECT_EQ(S->references(), I + 1);
    for (FieldOrder Order : Orders)
      S->forEachReference(Order, 16, Count);
    S->forEachField(16, Count);
    Lists.add(*S, FieldOrder::OwnFirst);
    if (auto Second = S->reference(FieldOrder::ReferentFirst, 1)) {
      EXPECT_EQ(Second->Offset, 0u);
    }
  }
  EXPECT_LT(Told, 12 * Depth);
  Told = 0;
  for (FieldOrder Order : Orders)
    C.find(8 * Depth)->forEachReference(Order, UINT64_MAX, Count);
  EXPECT_EQ(Told, 3 * Depth);
  EXPECT_EQ(C.find(8 * Depth)->referent()->Offset, 9 * (Depth - 1));
}

TEST(InstanceReferences, ThreadsAskAtOnce) {
  constexpr unsigned Depth = 2000;
  Classes C;
  for (unsigned I = 0; I != Depth; ++I)
    C.add(8 + 8 * I, I % 7 ? 8 * I : 0, {{C.F, Ref}});
  std::vector<std::thread> Threads;
  std::atomic<uint64_t> Wrong{0};
  for (unsigned T = 0; T != 4; ++T)
    Threads.emplace_back([&, T] {
      for (unsigned Step = 0; Step != Depth; ++Step) {
        unsigned I = T % 2 ? Step : Depth - 1 - Step;
        const InstanceShape *S = C.find(8 + 8 * I);
        Wrong += !S || S->references() != I % 7 + 1;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

TEST(ReferenceOffsets, AreBounded) {
  Classes C;
  C.add(0x8, 0, {{C.F, Ref}, {C.G, Ref}});
  C.add(0x10, 0x8, {{C.F, Ref}});
  C.add(0x18, 0, {});
  ReferenceOffsets Lists(4);
  auto Top = Lists.add(*C.find(0x8), FieldOrder::OwnFirst);
  EXPECT_FALSE(Lists.add(*C.find(0x10), FieldOrder::OwnFirst));
  auto Again = Lists.add(*C.find(0x8), FieldOrder::OwnFirst);
  ASSERT_TRUE(Top && Again);
  EXPECT_THAT(*Top, ElementsAre(0, 8));
  EXPECT_THAT(*Again, ElementsAre(0, 8));
  EXPECT_FALSE(Lists.add(*C.find(0x8), FieldOrder::OwnFirst));
  EXPECT_TRUE(Lists.add(*C.find(0x18), FieldOrder::OwnFirst));
}
