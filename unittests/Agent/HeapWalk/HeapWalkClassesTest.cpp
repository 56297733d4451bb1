//===- HeapWalkClassesTest.cpp - The numbers of fields in heap walks ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/HeapWalk/HeapWalkClasses.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::agent;

namespace {
WalkClass classOf(uint32_t Super, std::vector<uint32_t> Interfaces,
                  std::vector<WalkField> Fields) {
  WalkClass C;
  C.Super = Super;
  C.Interfaces = std::move(Interfaces);
  C.Fields = std::move(Fields);
  return C;
}

constexpr uint32_t None = WalkClass::None;
constexpr BasicType Int = BasicType::Int, Object = BasicType::Object,
                    Byte = BasicType::Byte, Long = BasicType::Long;

/// interface Top { a, b }  interface Left : Top { c }  interface Right : Top
/// { d, e, f }  class Root : Left { static s; int i; Object o; byte y }
/// class Leaf : Root, Right { Object p; static t; long j }
std::vector<WalkClass> example() {
  const WalkField Constant = {9, Int, true};
  return {
      /*0 Object*/ classOf(None, {}, {}),
      /*1 Top*/ classOf(0, {}, {Constant, Constant}),
      /*2 Left*/ classOf(0, {1}, {Constant}),
      /*3 Right*/ classOf(0, {1}, {Constant, Constant, Constant}),
      /*4 Root*/
      classOf(0, {2},
              {{0, Object, true},
               {1, Int, false},
               {2, Object, false},
               {3, Byte, false}}),
      /*5 Leaf*/
      classOf(4, {3}, {{4, Object, false}, {5, Int, true}, {6, Long, false}}),
  };
}
} // namespace

TEST(HeapWalkClasses, FieldsOfInterfacesComeFirstThenSuperclasses) {
  const std::vector<WalkLayout> L = layoutsOf(example(), true);
  // An interface's own fields follow those of the interfaces that it extends.
  EXPECT_EQ(L[1].FirstStatic, 0u);
  EXPECT_EQ(L[2].FirstStatic, 2u);
  EXPECT_EQ(L[3].FirstStatic, 2u);
  // Root: Left and Top have 3 fields.
  EXPECT_EQ(L[4].FirstIndex, 3u);
  EXPECT_EQ(L[4].FirstStatic, 3u);
  EXPECT_FALSE(L[4].slot(2));
  EXPECT_FALSE(L[4].slot(3)) << "static";
  ASSERT_TRUE(L[4].slot(4));
  EXPECT_EQ(L[4].slot(4)->Offset, 0u);
  EXPECT_EQ(L[4].slot(5)->Offset, 4u);
  EXPECT_EQ(L[4].slot(6)->Offset, 9u);
  EXPECT_FALSE(L[4].slot(7));
  // Leaf: its interfaces have 6 fields in total, with Top's counted once.
  EXPECT_EQ(L[5].FirstIndex, 6u);
  EXPECT_EQ(L[5].FirstStatic, 10u);
  ASSERT_TRUE(L[5].slot(10));
  EXPECT_EQ(L[5].slot(10)->Type, Object);
  EXPECT_EQ(L[5].slot(10)->Offset, 0u);
  EXPECT_FALSE(L[5].slot(11));
  EXPECT_EQ(L[5].slot(12)->Offset, 5u);
  // Root's fields follow Leaf's own.
  EXPECT_EQ(L[5].slot(7)->Offset, 13u);
  EXPECT_EQ(L[5].slot(8)->Offset, 17u);
  EXPECT_EQ(L[5].slot(9)->Offset, 22u);
  EXPECT_FALSE(L[5].slot(13));
  EXPECT_FALSE(L[5].slot(-1));
  EXPECT_FALSE(L[5].slot(INT32_MAX));
}

/// JVM TI indices do not change; the values of a class are in reverse order.
TEST(HeapWalkClasses, LastFieldFirst) {
  const std::vector<WalkLayout> L =
      layoutsOf(example(), /*HasValues=*/true, /*IsReversed=*/true);
  // Root: y, o, i.
  EXPECT_FALSE(L[4].slot(3)) << "static";
  EXPECT_EQ(L[4].slot(6)->Offset, 0u);
  EXPECT_EQ(L[4].slot(5)->Offset, 1u);
  EXPECT_EQ(L[4].slot(4)->Offset, 6u);
  // Leaf: j, p; then the fields of Root.
  EXPECT_EQ(L[5].slot(12)->Offset, 0u);
  EXPECT_EQ(L[5].slot(10)->Offset, 8u);
  EXPECT_EQ(L[5].slot(9)->Offset, 13u);
  EXPECT_EQ(L[5].slot(8)->Offset, 14u);
  EXPECT_EQ(L[5].slot(7)->Offset, 19u);
  EXPECT_EQ(L[5].Size, 23u);
  ASSERT_EQ(L[5].Steps.size(), 3u);
  EXPECT_EQ(L[5].Steps[0].Bytes, 8u);
  EXPECT_EQ(L[5].Steps[1].Bytes, 1u);
  EXPECT_EQ(L[5].Steps[2].Bytes, 4u);
}

TEST(HeapWalkClasses, SizesAndReferences) {
  const std::vector<WalkLayout> L = layoutsOf(example(), true);
  EXPECT_EQ(L[5].Size, 23u);
  EXPECT_EQ(L[5].RecordSize, 8u + 8 + 4 + 8 + 1);
  ASSERT_EQ(L[5].Steps.size(), 3u);
  EXPECT_EQ(L[5].Steps[0].Bytes, 0u);
  EXPECT_TRUE(L[5].Steps[0].HasReference);
  EXPECT_EQ(L[5].Steps[1].Bytes, 12u);
  EXPECT_TRUE(L[5].Steps[1].HasReference);
  EXPECT_EQ(L[5].Steps[2].Bytes, 1u);
  EXPECT_FALSE(L[5].Steps[2].HasReference);
  // Fields of superclasses come first.
  ASSERT_EQ(L[5].References.size(), 2u);
  EXPECT_EQ(L[5].References[0].Name, 2u);
  EXPECT_EQ(L[5].References[0].Offset, 17u);
  EXPECT_EQ(L[5].References[1].Name, 4u);
  EXPECT_EQ(L[5].References[1].Offset, 0u);
  EXPECT_EQ(L[0].Size, 0u);
  EXPECT_EQ(L[0].RecordSize, 0u);
}

TEST(HeapWalkClasses, WithoutValuesOnlyReferencesAreKept) {
  const std::vector<WalkLayout> L = layoutsOf(example(), false);
  EXPECT_EQ(L[5].Size, 10u);
  EXPECT_EQ(L[5].RecordSize, 29u);
  EXPECT_FALSE(L[5].slot(12));
  EXPECT_FALSE(L[5].slot(7));
  ASSERT_TRUE(L[5].slot(8));
  EXPECT_EQ(L[5].slot(8)->Offset, 5u);
}

TEST(HeapWalkClasses, MalformedHierarchiesAreSurvived) {
  std::vector<WalkClass> Classes = {
      classOf(1, {}, {{0, Int, false}}), classOf(0, {}, {{0, Int, false}}),
      // Interfaces that extend each other, and one that is missing.
      classOf(None, {3, 99}, {{0, Int, true}}),
      classOf(None, {2}, {{0, Int, true}, {0, Int, true}})};
  const std::vector<WalkLayout> L = layoutsOf(Classes, true);
  EXPECT_EQ(L[0].Size, 0u);
  EXPECT_TRUE(L[1].Slots.empty());
  EXPECT_EQ(L[2].FirstStatic, 3u);
}
