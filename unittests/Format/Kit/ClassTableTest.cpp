//===- ClassTableTest.cpp - Tests of ClassTable ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/ClassTable.h"
#include "gtest/gtest.h"
#include <map>

using namespace hprof;

TEST(ClassTable, KeepsWhatIsPutInForAnyId) {
  ClassTable<uint64_t> Table;
  std::map<uint64_t, uint64_t> Expected;
  auto Add = [&](uint64_t Class) {
    ++Table[Class];
    ++Expected[Class];
  };
  // Adjacent ids, ids that differ only in their upper bits, and extreme values.
  for (uint64_t I = 0; I != 3000; ++I) {
    Add(8 * I);
    Add(I << 48);
    Add(~I);
    Add(8 * (I % 7));
  }
  std::map<uint64_t, uint64_t> Found;
  Table.forEach([&](uint64_t Class, uint64_t N) {
    EXPECT_TRUE(Found.emplace(Class, N).second);
  });
  EXPECT_EQ(Found, Expected);
}

TEST(ClassTable, IsEmptyButForZero) {
  ClassTable<uint32_t> Table;
  unsigned Calls = 0;
  Table.forEach([&](uint64_t Class, uint32_t N) {
    EXPECT_EQ(Class, 0u);
    EXPECT_EQ(N, 0u);
    ++Calls;
  });
  EXPECT_EQ(Calls, 1u);
}

TEST(ClassTable, TablesAreJoined) {
  ClassTable<uint64_t> Sum, Other;
  for (uint64_t I = 0; I != 5000; ++I) {
    Sum[16 * I] = 1;
    Other[8 * I] = 2;
  }
  Sum.reserve(Other);
  Other.forEach([&](uint64_t Class, uint64_t N) { Sum[Class] += N; });
  for (uint64_t I = 0; I != 10000; ++I) {
    uint64_t Expected = (I % 2 ? 0 : 1) + (I < 5000 ? 2 : 0);
    ASSERT_EQ(Sum[8 * I], Expected) << I;
  }
}

TEST(ClassTable, IdsThatShareAPlaceAreFoundAsFast) {
  // Multiples of the inverse of the hash factor have consecutive slots.
  uint64_t Inverse = 1;
  for (unsigned I = 0; I != 6; ++I)
    Inverse *= 2 - 0x9e3779b97f4a7c15 * Inverse;
  ASSERT_EQ(Inverse * 0x9e3779b97f4a7c15, 1u);
  ClassTable<uint64_t> Table;
  // This would take hours if each search visited all earlier entries.
  constexpr uint64_t Count = 2000000;
  for (uint64_t I = 1; I <= Count; ++I)
    ++Table[I * Inverse];
  uint64_t Sum = 0;
  Table.forEach([&](uint64_t, uint64_t N) { Sum += N; });
  EXPECT_EQ(Sum, Count);
}
