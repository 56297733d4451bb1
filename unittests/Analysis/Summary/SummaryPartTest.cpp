//===- SummaryPartTest.cpp - Tests for the output of summaries ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Summary/SummaryPart.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static Datum valueOf(const Rows &Of, StringRef Name) {
  const std::vector<Column> &Columns = Of.info().Columns;
  for (unsigned I = 0; I != Columns.size(); ++I)
    if (Columns[I].Name == Name)
      return Of.get(I);
  return {};
}

namespace {
/// A summary of an empty dump, to which the tests add data.
struct SummaryPartTest : testing::Test {
  HprofBytes Bytes;
  const std::unique_ptr<HeapFile> File =
      HeapFile::fromMemory(Bytes.bytes(), "heap");
  DumpContext Context;
  DumpSummary Summary;

  SummarizedDump dump(bool FileIsCut = false) const {
    return {Summary, Context, *File, FileIsCut, 0};
  }
  /// The value of \p Column, as a number.
  std::optional<uint64_t> number(StringRef Column, bool FileIsCut = false) {
    const SummaryPart Part(dump(FileIsCut));
    const std::unique_ptr<Rows> Facts = Part.facts();
    EXPECT_TRUE(Facts->next());
    const Datum Record = valueOf(*Facts, "summary");
    EXPECT_TRUE(Record.rows()->next());
    const Datum Value = valueOf(*Record.rows(), Column);
    const uint64_t *N = Value.get<uint64_t>();
    EXPECT_EQ(Value.isNull(), !N);
    return N ? std::optional(*N) : std::nullopt;
  }
};

TEST_F(SummaryPartTest, WhatIsMissing) {
  // All records are missing.
  EXPECT_EQ(number("missing_at_least"), std::nullopt);
  Summary.Records[unsigned(RecordKind::ClassDump)] = {3, 120};
  EXPECT_EQ(number("missing_at_least"), 0u);
  EXPECT_EQ(number("missing_at_least", /*FileIsCut=*/true), std::nullopt);
  Summary.HeaderBytes = 2;
  EXPECT_EQ(number("missing_at_least", /*FileIsCut=*/true), 7u);
  Summary.LengthsAreSound = false;
  EXPECT_EQ(number("missing_at_least", /*FileIsCut=*/true), std::nullopt);
  EXPECT_EQ(number("unread_from"), std::nullopt);
  Summary.UnreadFrom = 0x40;
  EXPECT_EQ(number("unread_from"), 0x40u);
}

TEST_F(SummaryPartTest, RecordsThatOccur) {
  Summary.Records[unsigned(RecordKind::ClassDump)] = {3, 120};
  const SummaryPart Part(dump());
  const std::unique_ptr<Rows> Facts = Part.facts();
  ASSERT_TRUE(Facts->next());
  const Datum Record = valueOf(*Facts, "summary");
  ASSERT_TRUE(Record.rows()->next());
  EXPECT_TRUE(valueOf(*Record.rows(), "out_of_memory").isNull());
  const Datum Records = valueOf(*Record.rows(), "records");
  ASSERT_TRUE(Records.rows()->next());
  EXPECT_EQ(valueOf(*Records.rows(), "record").text(),
            StringRef(recordInfo(RecordKind::ClassDump).Text));
  EXPECT_FALSE(Records.rows()->next());
}
} // namespace
