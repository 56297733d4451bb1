//===- PreparedContentsTest.cpp - Contents that were cut or hidden --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/PreparedContents.h"
#include "hprof/Format/Context/DumpContext.h"
#include "gtest/gtest.h"

using namespace hprof;
using Fill = PreparedContents::Fill;

namespace {
void add(ContentEvidence &E, std::vector<uint8_t> Bytes,
         BasicType T = BasicType::Byte) {
  E.array(T, Bytes.size() / widthOf(T, 8), Bytes);
}

/// An array of \p Length bytes; the first \p Used of them have the value \p
/// First and its successors.
std::vector<uint8_t> bytes(size_t Length, size_t Used, uint8_t First = 1) {
  std::vector<uint8_t> Bytes(Length);
  for (size_t I = 0; I != Used; ++I)
    Bytes[I] = uint8_t(First + I) | 1;
  return Bytes;
}

PreparedContents decide(const ContentEvidence &E) {
  return E.decide(DumpContext());
}
} // namespace

TEST(PreparedContentsTest, SixteenArraysOfZeros) {
  ContentEvidence E;
  for (int I = 0; I != 15; ++I)
    add(E, bytes(8, 0));
  EXPECT_FALSE(decide(E).any());
  add(E, bytes(8, 0));
  PreparedContents P = decide(E);
  EXPECT_EQ(P.Arrays, Fill::Zeros);
  EXPECT_TRUE(P.hidesArrays());
  EXPECT_EQ(P.limit(BasicType::Char), 0u);
  EXPECT_EQ(P.facts(),
            std::vector<std::string>{"all byte and char arrays are zeroed"});
  // A single array with contents.
  add(E, bytes(30, 30));
  EXPECT_FALSE(decide(E).any());
}

TEST(PreparedContentsTest, ArraysOfOneByteOrNoneProveNothing) {
  ContentEvidence E;
  for (int I = 0; I != 100; ++I) {
    add(E, bytes(1, 0));
    add(E, {});
  }
  EXPECT_FALSE(decide(E).any());
}

TEST(PreparedContentsTest, ZerosAfterSomeElements) {
  ContentEvidence E;
  for (int I = 0; I != 16; ++I) {
    add(E, bytes(300, 120, uint8_t(I)));
    add(E, bytes(20, 20));
  }
  add(E, {0, 0, 0, 7, 0, 0, 0, 0}, BasicType::Int);
  PreparedContents P = decide(E);
  EXPECT_EQ(P.Arrays, Fill::Zeros);
  EXPECT_FALSE(P.hidesArrays());
  EXPECT_EQ(P.limit(BasicType::Byte), 120u);
  EXPECT_EQ(P.limit(BasicType::Int), 1u);
  // A single longer array refutes the assumption, wherever its last element is.
  add(E, bytes(300, 300));
  EXPECT_FALSE(decide(E).any());
}

TEST(PreparedContentsTest, OneValueInAllOfThem) {
  ContentEvidence E;
  for (uint8_t I = 0; I != 16; ++I)
    add(E, std::vector<uint8_t>(2 + I, '*'));
  EXPECT_EQ(decide(E).Arrays, Fill::OneValue);
  EXPECT_TRUE(decide(E).hidesArrays());
  add(E, {'a', 'b'});
  EXPECT_FALSE(decide(E).any());
}

TEST(PreparedContentsTest, CharactersAreComparedAsSuch) {
  ContentEvidence E;
  for (int I = 0; I != 16; ++I)
    add(E, {0, '*', 0, '*'}, BasicType::Char);
  EXPECT_EQ(decide(E).Arrays, Fill::OneValue);
}

/// The first arrays of a dump are enough for a decision, and no others are
/// inspected.
TEST(PreparedContentsTest, OrdinaryDumpsAreDecidedEarly) {
  ContentEvidence E;
  add(E, bytes(3000, 3000));
  for (int I = 0; I != 16; ++I) {
    EXPECT_FALSE(E.isDecidedOnArrays());
    add(E, {'a', 'b'});
  }
  EXPECT_TRUE(E.isDecidedOnArrays());
  for (int I = 0; I != 1000; ++I)
    add(E, bytes(10000, 0));
  EXPECT_FALSE(decide(E).any());
}

TEST(PreparedContentsTest, PartsAreAddedUp) {
  ContentEvidence A, B, All;
  for (int I = 0; I != 8; ++I) {
    add(A, bytes(8, 0));
    add(B, bytes(8, 0));
  }
  EXPECT_FALSE(decide(A).any());
  All.merge(A);
  All.merge(B);
  EXPECT_TRUE(decide(All).hidesArrays());
  ContentEvidence C;
  add(C, bytes(8, 8));
  All.merge(C);
  EXPECT_FALSE(decide(All).any());
}

TEST(PreparedContentsTest, BothEndsOfLongArraysCount) {
  // Arrays with elements only near the end, and with few elements near the
  // beginning.
  for (bool AtEnd : {true, false}) {
    ContentEvidence E;
    for (int I = 0; I != 20; ++I)
      add(E, bytes(2048, 0));
    std::vector<uint8_t> Long(5 << 20);
    Long[AtEnd ? Long.size() - 2 : 2000] = 1;
    add(E, Long);
    EXPECT_FALSE(decide(E).any()) << AtEnd;
  }
  // Elements up to the limit do not contradict the assumption.
  ContentEvidence E;
  for (int I = 0; I != 20; ++I)
    add(E, bytes(2048, 0));
  std::vector<uint8_t> Long(5 << 20);
  Long[9] = 1;
  add(E, Long);
  EXPECT_EQ(decide(E).limit(BasicType::Byte), 10u);
}
