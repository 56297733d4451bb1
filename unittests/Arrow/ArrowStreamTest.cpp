//===- ArrowStreamTest.cpp - Streams of C structs -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrow/ReadArrow.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Arrow/RecordBatches.h"
#include "gtest/gtest.h"
#include <cerrno>

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(numberTable, uint64_t, NothingAsked, "numbers", "A number.")
HPROF_COLUMN(Count, "n", ForAll, R, "A number.")
HPROF_WORD("even|odd", "kind", ForAll, R % 2 ? "odd" : "even", "What it is.")
HPROF_TABLE_END

static std::unique_ptr<RecordBatches> numberBatches(uint64_t Count) {
  std::vector<uint64_t> All(Count);
  for (uint64_t I = 0; I != Count; ++I)
    All[I] = I;
  return recordBatches(
      ownRows(numberTable(), NothingAsked::value(), std::move(All)));
}

TEST(ArrowStream, PullsBatches) {
  Owned<ArrowArrayStream> S;
  exportStream(numberBatches(70000), S);
  Owned<ArrowSchema> Type;
  ASSERT_EQ(0, S.get_schema(&S, &Type));
  EXPECT_EQ(2, Type.n_children);
  std::vector<int64_t> Lengths;
  while (true) {
    Owned<ArrowArray> Next;
    ASSERT_EQ(0, S.get_next(&S, &Next));
    if (!Next.release)
      break;
    Lengths.push_back(Next.length);
  }
  EXPECT_EQ((std::vector<int64_t>{65536, 70000 - 65536}), Lengths);
  EXPECT_EQ(nullptr, S.get_last_error(&S));
  // Reads after the end of the stream report the end again.
  Owned<ArrowArray> Next;
  ASSERT_EQ(0, S.get_next(&S, &Next));
  EXPECT_EQ(nullptr, Next.release);
}

/// Consumers may move columns out of a batch and keep them longer than the
/// batch.
TEST(ArrowStream, ChildrenMayBeMoved) {
  Owned<ArrowArray> Column, Words;
  {
    Owned<ArrowArrayStream> S;
    exportStream(numberBatches(3), S);
    Owned<ArrowArray> Batch;
    ASSERT_EQ(0, S.get_next(&S, &Batch));
    static_cast<ArrowArray &>(Column) = *Batch.children[0];
    Batch.children[0]->release = nullptr;
    static_cast<ArrowArray &>(Words) = *Batch.children[1]->dictionary;
    Batch.children[1]->dictionary->release = nullptr;
  }
  EXPECT_EQ(2U, *numbersOf<uint64_t>(Column)[2]);
  EXPECT_EQ("odd", textsOf(Words)[1]);
}

namespace {
class Failing final : public RecordBatches {
public:
  explicit Failing(bool IsCancelled) : IsCancelled(IsCancelled) {}
  Error schema(ArrowSchema &) override { return fail(); }
  Expected<bool> next(ArrowArray &) override { return fail(); }

private:
  Error fail() const {
    if (IsCancelled)
      return make_error<CancelledError>();
    return createStringError("disk full");
  }
  bool IsCancelled;
};
} // namespace

TEST(ArrowStream, ErrorsStay) {
  Owned<ArrowArrayStream> S;
  exportStream(std::make_unique<Failing>(false), S);
  Owned<ArrowSchema> Type;
  EXPECT_EQ(EIO, S.get_schema(&S, &Type));
  EXPECT_EQ(nullptr, Type.release);
  EXPECT_STREQ("disk full", S.get_last_error(&S));
  Owned<ArrowArray> Next;
  EXPECT_EQ(EIO, S.get_next(&S, &Next));
  EXPECT_EQ(nullptr, Next.release);
  EXPECT_STREQ("disk full", S.get_last_error(&S));
}

TEST(ArrowStream, Cancelled) {
  Owned<ArrowArrayStream> S;
  exportStream(std::make_unique<Failing>(true), S);
  Owned<ArrowArray> Next;
  EXPECT_EQ(ECANCELED, S.get_next(&S, &Next));
  EXPECT_STREQ("cancelled", S.get_last_error(&S));
}
