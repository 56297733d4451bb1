//===- PageEstimateTest.cpp - Estimates of resident pages -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tests budgets on systems that do not report which pages are resident.
///
//===----------------------------------------------------------------------===//

#include "BudgetTesting.h"
#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/Support/Error.h"
#include <fcntl.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {

using Numbers = BigArray<uint64_t>;

class PageEstimateTest : public BudgetTest {
protected:
  void SetUp() override {
    BudgetTest::SetUp();
    if (!isPresent(Directory.data()))
      GTEST_SKIP() << "the system does not say whether a page is there";
  }

  /// Returns whether the page of \p Byte is resident.
  static bool isPresent(const void *Byte) {
    const uint64_t Page =
        reinterpret_cast<uintptr_t>(Byte) / uint64_t(::sysconf(_SC_PAGESIZE));
    const int Map = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    uint64_t Entry = 0;
    if (Map >= 0) {
      if (::pread(Map, &Entry, sizeof(Entry), off_t(Page * sizeof(Entry))) < 0)
        Entry = 0;
      ::close(Map);
    }
    return Entry >> 63;
  }

  /// Makes an array in a file, with few resident pages or none. Earlier page
  /// faults of the process no longer count.
  static Numbers makeInFile(MemoryBudget &B, uint64_t Bytes) {
    cantFail(B.plan(B.limit() + 1));
    Numbers A = cantFail(Numbers::make(Bytes / sizeof(uint64_t), &B));
    EXPECT_EQ(B.inFiles(), Bytes);
    // If pages were dropped before, these faults are enough for another drop
    // after the first of them.
    touch(A, 0, Bytes / LargePage);
    EXPECT_TRUE(comesTrue([&] { return !isPresent(&A[0]); }));
    return A;
  }

  /// Causes one page fault in each of the large pages from \p Begin to \p End.
  static void touch(Numbers &A, uint64_t Begin, uint64_t End) {
    for (uint64_t I = Begin; I != End; ++I)
      A[I * (LargePage / sizeof(uint64_t))] = I;
  }

  static constexpr uint64_t LargePage = 2 << 20;
};

TEST_F(PageEstimateTest, ArraysInMemoryStay) {
  constexpr uint64_t Limit = 128 << 20;
  std::shared_ptr<MemoryBudget> B = budget(Limit);
  B->reserve(Limit / 5 * 4);
  Numbers A = makeInFile(*B, 64 << 20);
  // Pages are dropped when 111 MB are in use. The reserved memory accounts for
  // 102 MB of that, so 5 faults are enough.
  touch(A, 0, 13);
  EXPECT_TRUE(comesTrue([&] { return !isPresent(&A[0]); }));
}

TEST_F(PageEstimateTest, EachBudgetCountsFromItsOwnDrop) {
  std::shared_ptr<MemoryBudget> B = budget(128 << 20);
  Numbers A = makeInFile(*B, 128 << 20);
  // Pages are dropped at 80 MB, after 40 faults. The other budget drops its
  // pages before that.
  touch(A, 0, 30);
  std::shared_ptr<MemoryBudget> Other = budget(1 << 20);
  makeInFile(*Other, 4 << 20);
  touch(A, 30, 50);
  EXPECT_TRUE(comesTrue([&] { return !isPresent(&A[0]); }));
}

} // namespace
