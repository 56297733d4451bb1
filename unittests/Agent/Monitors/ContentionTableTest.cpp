//===- ContentionTableTest.cpp - Time lost to contended monitors ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Monitors/ContentionTable.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

namespace {
constexpr uint64_t Milli = 1000000;

class ContentionTableTest : public testing::Test {
protected:
  /// Adds a row twice, which must give the same row.
  uint32_t row(uint32_t Trace, uint32_t Class, llvm::StringRef Signature) {
    EXPECT_FALSE(Table.find(Trace, Class));
    const std::optional<uint32_t> N = Table.add(Trace, Class, Signature);
    EXPECT_TRUE(N);
    EXPECT_EQ(Table.find(Trace, Class), N);
    EXPECT_EQ(Table.add(Trace, Class, Signature), N);
    return N.value_or(0);
  }

  TableMemory Budget{1 << 20};
  ContentionTable Table{Budget};
};
} // namespace

TEST_F(ContentionTableTest, LongestFirst) {
  const uint32_t A = row(1, 7, "LA;"), B = row(2, 7, "LA;"),
                 C = row(1, 8, "LC;"), D = row(3, 8, "LC;");
  Table.entered(A, 2 * Milli);
  Table.entered(B, 5 * Milli);
  Table.entered(A, 2 * Milli);
  Table.entered(C, 4 * Milli);
  (void)D; // Row D has no entries.
  const ContentionTable::Profile P = Table.take(0);
  EXPECT_EQ(P.TotalMillis, 13u);
  ASSERT_EQ(P.Rows.size(), 3u);
  EXPECT_EQ(P.Rows[0].Trace, 2u);
  EXPECT_EQ(P.Rows[0].Millis, 5u);
  // A has the same time as C, but more entries.
  EXPECT_EQ(P.Rows[1].Count, 2u);
  EXPECT_EQ(P.Rows[1].Signature, "LA;");
  EXPECT_EQ(P.Rows[2].Signature, "LC;");
  // Each profile starts from zero.
  EXPECT_TRUE(Table.take(0).Rows.empty());
  EXPECT_EQ(Table.take(0).TotalMillis, 0u);
}

TEST_F(ContentionTableTest, SmallSharesAreLeftOut) {
  Table.entered(row(1, 1, "LA;"), 90 * Milli);
  Table.entered(row(2, 1, "LA;"), 10 * Milli);
  Table.entered(row(3, 1, "LA;"), 9 * Milli);
  const ContentionTable::Profile P = Table.take(0.09);
  EXPECT_EQ(P.Rows.size(), 2u);
  EXPECT_EQ(P.TotalMillis, 109u);
}

TEST_F(ContentionTableTest, ShortTimesAddUp) {
  const uint32_t A = row(1, 1, "LA;");
  for (unsigned I = 0; I != 1000; ++I)
    Table.entered(A, 1400);
  EXPECT_EQ(Table.take(0).TotalMillis, 1u);
  // Waits shorter than half a millisecond are also counted.
  Table.entered(A, 1);
  const ContentionTable::Profile P = Table.take(0.5);
  ASSERT_EQ(P.Rows.size(), 1u);
  EXPECT_EQ(P.Rows[0].Millis, 0u);
  // Values too large for the output are written as its maximum.
  Table.entered(A, UINT64_MAX / 2);
  EXPECT_EQ(Table.take(0).TotalMillis, UINT32_MAX);
}

TEST(ContentionTable, WithoutMemory) {
  TableMemory None{0};
  ContentionTable Table(None);
  EXPECT_FALSE(Table.add(1, 1, "LA;"));
  EXPECT_FALSE(Table.find(1, 1));
  EXPECT_TRUE(Table.take(0).Rows.empty());
}
