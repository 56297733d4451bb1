//===- ObjectLayoutTest.cpp - Layouts and sums over arrays ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/ObjectLayout.h"
#include "hprof/Layout/ArrayLengths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <type_traits>

using namespace hprof;

static const ObjectLayout &layout(llvm::StringRef Name) {
  const ObjectLayout *L = findObjectLayout(Name);
  EXPECT_TRUE(L) << Name.str();
  return *L;
}

TEST(ObjectLayoutTest, NamesAreUniqueAndFound) {
  llvm::StringSet<> Seen;
  for (const ObjectLayout &L : objectLayouts()) {
    EXPECT_TRUE(Seen.insert(L.Name).second) << L.Name.str();
    EXPECT_EQ(findObjectLayout(L.Name), &L);
    EXPECT_TRUE(L.Alignment == 8 || L.Alignment == 16 || L.Alignment == 32);
  }
  EXPECT_FALSE(findObjectLayout("compact-64"));
}

TEST(ObjectLayoutTest, ArrayBases) {
  struct {
    const char *Name;
    unsigned Byte, Long, Object;
  } Cases[] = {
      {"32bit", 12, 16, 12},
      {"compressed", 16, 16, 16},
      {"uncompressed", 16, 16, 16},
      {"compact", 12, 16, 12},
      {"compact-uncompressed", 12, 16, 16},
      {"uncompressed-klass", 24, 24, 24},
      {"uncompressed-klass-23", 20, 24, 24},
      {"compressed-oops-only", 24, 24, 24},
      {"compressed-oops-only-23", 20, 24, 20},
  };
  for (auto &C : Cases) {
    const ObjectLayout &L = layout(C.Name);
    EXPECT_EQ(L.arrayBase(BasicType::Byte), C.Byte) << C.Name;
    EXPECT_EQ(L.arrayBase(BasicType::Int), C.Byte) << C.Name;
    EXPECT_EQ(L.arrayBase(BasicType::Double), C.Long) << C.Name;
    EXPECT_EQ(L.arrayBase(BasicType::Object), C.Object) << C.Name;
  }
}

TEST(ObjectLayoutTest, MemoryAnalyzerArrays) {
  ObjectLayout L = matLayout(layout("uncompressed-klass"));
  EXPECT_EQ(L.arrayBytes(BasicType::Object, 1), 32u); // 20 + 8
  EXPECT_EQ(L.arrayBytes(BasicType::Byte, 1), 32u);   // 24 + 1
  EXPECT_EQ(matLayout(layout("32bit")).arrayBytes(BasicType::Byte, 5), 24u);
}

// The sizes are those that version 6 of PHD states, and that the addresses in
// older dumps show.
TEST(ObjectLayoutTest, J9Arrays) {
  const ObjectLayout &New = layout("j9"), &Old = layout("j9-2.5");
  EXPECT_EQ(New.arrayBytes(BasicType::Char, 46), 104u);
  EXPECT_EQ(New.arrayBytes(BasicType::Char, 15), 40u);
  EXPECT_EQ(New.arrayBytes(BasicType::Char, 1), 16u);
  EXPECT_EQ(New.arrayBytes(BasicType::Char, 0), 16u);
  EXPECT_EQ(New.arrayBytes(BasicType::Long, 2), 24u);
  EXPECT_EQ(New.arrayBytes(BasicType::Object, 3), 24u);
  EXPECT_EQ(Old.arrayBytes(BasicType::Char, 0), 16u);
  EXPECT_EQ(Old.arrayBytes(BasicType::Byte, 1), 24u);
  EXPECT_EQ(layout("j9-uncompressed").arrayBytes(BasicType::Object, 2), 32u);
}

TEST(ArrayLengthsTest, SumsAreThoseOfEveryArray) {
  static_assert(std::is_trivially_copyable_v<ArrayLengths>);
  const uint64_t Lengths[] = {0,  0,  1,  2,  3,   4,   5,          7,
                              8,  9,  12, 13, 15,  16,  17,         31,
                              33, 40, 99, 99, 100, 255, 4294967295, 1ULL << 33};
  const BasicType Types[] = {BasicType::Byte, BasicType::Char, BasicType::Int,
                             BasicType::Long, BasicType::Object};
  ArrayLengths Whole, Left, Right;
  uint64_t Elements = 0;
  for (auto [I, N] : llvm::enumerate(Lengths)) {
    Whole.add(N);
    (I % 3 ? Left : Right).add(N);
    Elements += N;
  }
  Left.merge(Right);
  for (const ArrayLengths &Sum : {Whole, Left}) {
    EXPECT_EQ(Sum.count(), std::size(Lengths));
    EXPECT_EQ(Sum.elements(), Elements);
    for (const ObjectLayout &L :
         llvm::concat<const ObjectLayout>(objectLayouts(), j9Layouts()))
      for (const ObjectLayout &Each : {L, matLayout(L)})
        for (BasicType T : Types) {
          uint64_t Bytes = 0, Most = 0;
          for (uint64_t N : Lengths) {
            Bytes += Each.arrayBytes(T, N);
            Most = std::max(Most, Each.arrayBytes(T, N));
          }
          EXPECT_EQ(Sum.bytes(Each, T), Bytes) << Each.Name.str();
          EXPECT_EQ(Sum.largest(Each, T), Most) << Each.Name.str();
        }
  }
}

TEST(ArrayLengthsTest, EmptyAndZeroLength) {
  ArrayLengths A;
  const ObjectLayout &L = layout("compressed");
  EXPECT_EQ(A.count(), 0u);
  EXPECT_EQ(A.bytes(L, BasicType::Byte), 0u);
  EXPECT_EQ(A.largest(L, BasicType::Byte), 0u);
  A.add(0);
  EXPECT_EQ(A.bytes(L, BasicType::Byte), 16u);
  EXPECT_EQ(A.largest(L, BasicType::Byte), 16u);
}
