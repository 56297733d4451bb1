//===- BudgetTesting.h - Budgets for tests ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_COLUMNS_BUDGETTESTING_H
#define HPROF_UNITTESTS_ANALYSIS_COLUMNS_BUDGETTESTING_H

#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <chrono>
#include <thread>

namespace hprof {

/// Creates budgets whose files are in a separate folder.
class BudgetTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("hprof-budget", Directory));
  }
  void TearDown() override {
    // remove() fails if files were left in the folder.
    EXPECT_FALSE(llvm::sys::fs::remove(Directory));
  }
  std::shared_ptr<MemoryBudget> budget(uint64_t Limit) {
    return MemoryBudget::create(Limit, Directory);
  }

  llvm::SmallString<64> Directory;
};

/// Whether \p Holds becomes true within 10 minutes. The budget's thread checks
/// from time to time, and less often on a busy machine.
inline bool comesTrue(llvm::function_ref<bool()> Holds) {
  const auto Deadline =
      std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!Holds()) {
    if (std::chrono::steady_clock::now() >= Deadline)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_COLUMNS_BUDGETTESTING_H
