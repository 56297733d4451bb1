//===- BudgetFuzzer.cpp - Budgets written by anybody ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Gate.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// No text causes a crash, and a parsed budget can be checked.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<Budget> B =
      parseBudget(StringRef(reinterpret_cast<const char *>(Data), Size));
  if (!B) {
    require(!toString(B.takeError()).empty());
    return 0;
  }
  require(!B->Limits.empty());
  for (const Limit &L : B->Limits) {
    require(L.Line && !L.Allowances.empty());
    for (const Allowance &A : L.Allowances)
      require(A.Max || (A.Most && std::isfinite(A.Most->Percent)));
  }
  HeapCounts Inputs[2];
  Inputs[0].Keys = {{"app.Session", 1, 16, 16, 0}, {"byte[]", 5, 100, 100, 0}};
  Inputs[1].Keys = {{"app.Session", 9, 144, 900, 0}, {"app.New", 1, 16, 16, 0}};
  GateResult Gate = checkBudget(*B, Inputs, compareHeaps(Inputs),
                                /*AllowDamaged=*/false);
  require(Gate.Checks.size() == B->Limits.size() + 1);
  return 0;
}
