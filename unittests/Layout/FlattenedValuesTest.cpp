//===- FlattenedValuesTest.cpp - Value objects inside their holders -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/FlattenedValues.h"
#include "hprof/Layout/ArrayLengths.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Layout/ShallowSizes.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {
constexpr uint64_t Heap = 0x7f0000000;
constexpr uint64_t Object = Heap, Day = Heap + 8, Event = Heap + 16,
                   Days = Heap + 24, SubEvent = Heap + 32;

/// An object of a dump; items are in the order of the records.
struct Item {
  enum { Class, Array, Instance } Kind;
  uint64_t Id;
  uint64_t ClassId;
};

/// Two holders with three values, and a value with a header.
std::vector<Item> valueDump() {
  return {{Item::Class, Object, 0},
          {Item::Class, Day, 0},
          {Item::Instance, Heap + 0x100, Event},
          {Item::Instance, 1, Day},
          {Item::Array, Heap + 0x140, Days},
          {Item::Instance, 2, Day},
          {Item::Instance, 3, Day},
          {Item::Instance, Heap + 0x180, Day}};
}

void play(FlattenedEvidence &E, llvm::ArrayRef<Item> Items) {
  for (const Item &I : Items)
    if (I.Kind == Item::Class)
      E.classObject(I.Id);
    else if (I.Kind == Item::Array)
      E.array(I.Id, I.ClassId);
    else
      E.instance(I.Id, I.ClassId);
}

FlattenedValues decide(llvm::ArrayRef<Item> Items, uint64_t IdBase = 0) {
  FlattenedEvidence E;
  play(E, Items);
  return E.decide(IdBase);
}
} // namespace

TEST(FlattenedValuesTest, NumbersAfterTheirHolders) {
  FlattenedValues V = decide(valueDump());
  EXPECT_EQ(V.count(), 3u);
  for (uint64_t Id : {1, 2, 3})
    EXPECT_TRUE(V.contains(Id));
  for (uint64_t Id : {uint64_t(0), Heap, Heap + 0x100, Heap + 0x180})
    EXPECT_FALSE(V.contains(Id));
  ASSERT_EQ(V.places().size(), 2u);
  EXPECT_EQ(V.places()[0].Holder, Event);
  EXPECT_EQ(V.places()[0].Most, 1u);
  EXPECT_FALSE(V.places()[0].IsArray);
  EXPECT_EQ(V.places()[1].Holder, Days);
  EXPECT_EQ(V.places()[1].Value, Day);
  EXPECT_TRUE(V.places()[1].IsArray);
}

/// If objects are aligned to 16 bytes, 8 can also be the number of a value.
TEST(FlattenedValuesTest, MultiplesOf8UnderAlignment16) {
  std::vector<Item> Items = valueDump();
  for (uint64_t Id = 4; Id != 10; ++Id)
    Items.insert(Items.end() - 1, {Item::Instance, Id, Day});
  FlattenedValues V = decide(Items);
  EXPECT_EQ(V.count(), 9u);
  EXPECT_TRUE(V.contains(8));
}

TEST(FlattenedValuesTest, RelocatedIds) {
  const uint64_t Base = uint64_t(5) << 48;
  FlattenedValues V = decide(valueDump(), Base);
  EXPECT_TRUE(V.contains(Base + 1));
  EXPECT_FALSE(V.contains(1));
  EXPECT_FALSE(V.contains(Base));
  EXPECT_FALSE(V.contains(Base + Heap));
}

TEST(FlattenedValuesTest, CutsBetweenHolderAndValueChangeNothing) {
  const std::vector<Item> Items = valueDump();
  for (size_t A = 0; A <= Items.size(); ++A)
    for (size_t B = A; B <= Items.size(); ++B) {
      FlattenedEvidence Parts[3], All;
      llvm::ArrayRef<Item> Rest(Items);
      play(Parts[0], Rest.take_front(A));
      play(Parts[1], Rest.slice(A, B - A));
      play(Parts[2], Rest.drop_front(B));
      for (const FlattenedEvidence &P : Parts)
        All.merge(P);
      FlattenedValues V = All.decide(0);
      EXPECT_EQ(V.count(), 3u);
      ASSERT_EQ(V.places().size(), 2u);
      EXPECT_EQ(V.places()[0].Most, 1u);
      EXPECT_EQ(V.places()[1].Most, 2u);
    }
}

TEST(FlattenedValuesTest, OtherNumbersAreNone) {
  // Arrays and classes are never flattened.
  std::vector<Item> Numbered = valueDump();
  Numbered.push_back({Item::Array, 5, Days});
  EXPECT_EQ(decide(Numbered).count(), 0u);
  Numbered.back() = {Item::Class, 0x1003, 0};
  EXPECT_EQ(decide(Numbered).count(), 0u);
  Numbered.back() = {Item::Class, 0x1000, 0};
  EXPECT_EQ(decide(Numbered).count(), 0u);

  // Values that come after their holders.
  std::vector<Item> Orphans = valueDump();
  Orphans.insert(Orphans.begin(), {Item::Instance, 4, Day});
  EXPECT_EQ(decide(Orphans).count(), 0u);
  Orphans = valueDump();
  Orphans.insert(Orphans.begin() + 2, {Item::Instance, 4, Day});
  EXPECT_EQ(decide(Orphans).count(), 0u);

  // Values are numbered starting at 1, and their numbers are below the heap's
  // addresses.
  std::vector<Item> High = valueDump();
  High[3].Id = 0x101;
  EXPECT_EQ(decide(High).count(), 0u);
  High[3].Id = Heap + 0x201;
  EXPECT_EQ(decide(High).count(), 0u);

  EXPECT_EQ(
      decide({{Item::Instance, 1, Day}, {Item::Instance, 2, Day}}).count(), 0u);
  EXPECT_EQ(decide({}).count(), 0u);
}

/// In an event, a year, month, day and null marker take 8 bytes, and the day of
/// the superclass is not counted again.
TEST(FlattenedValuesTest, SizesOfHolders) {
  std::vector<ClassModel> Models(5);
  Models[0].Id = Object;
  Models[0].Name = "java/lang/Object";
  Models[1].Id = Day;
  Models[1].Super = Object;
  Models[1].Fields = {{"year", BasicType::Int},
                      {"month", BasicType::Byte},
                      {"day", BasicType::Byte}};
  Models[2].Id = Event;
  Models[2].Super = Object;
  Models[2].Fields = {{"what", BasicType::Object}, {"day", BasicType::Object}};
  Models[3].Id = Days;
  Models[3].Super = Object;
  Models[4].Id = SubEvent;
  Models[4].Super = Event;
  Models[4].Fields = {{"next", BasicType::Object}};
  ClassIndex Index(Models);
  const ObjectLayout &Layout = *findObjectLayout("compressed");
  FlattenedValues Values(1, 100, 3,
                         {{Event, Day, false, 1},
                          {SubEvent, Day, false, 1},
                          {Days, Day, true, 2}});
  FlatElements Elements = placeFlattened(Models, Index, Values, Layout);
  EXPECT_EQ(Elements.lookup(Days), 8u);
  EXPECT_EQ(Elements.lookup(Event), 0u);
  ShallowSizes Sizes(Index, Layout, JavaRelease{25, 25, ""});
  EXPECT_EQ(Sizes.instance(1), 24u); // With a header.
  EXPECT_EQ(Sizes.instance(2), 24u); // 12 + 4 + 8
  EXPECT_EQ(Sizes.instance(4), 32u); // 24 + 4
  EXPECT_EQ(Layout.flatArrayBytes(8, 3), 40u);
  EXPECT_EQ(Layout.flatArrayBytes(2, 3), 24u);
  EXPECT_EQ(Layout.flatArrayBytes(12, 4), 64u);

  ArrayLengths Lengths;
  uint64_t Sum = 0;
  for (uint64_t N : {0, 1, 5, 7, 100}) {
    Lengths.add(N);
    Sum += Layout.flatArrayBytes(16, N);
  }
  EXPECT_EQ(Lengths.flatBytes(Layout, 16), Sum);
  EXPECT_EQ(Lengths.largestFlat(Layout, 16), Layout.flatArrayBytes(16, 100));
}
