//===- Gate.cpp - Checks a comparison against a budget --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Gate.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

bool GateResult::passed() const { return failures() == 0; }

uint64_t GateResult::failures() const {
  return uint64_t(
      count_if(Checks, [](const GateCheck &C) { return !C.passed(); }));
}

static bool exceeds(const Growth &Most, uint64_t Before, uint64_t After) {
  if (After <= Before)
    return false;
  uint64_t Grown = After - Before;
  if (Most.IsPercent)
    return double(Grown) > double(Before) * Most.Percent / 100;
  return Grown > Most.Amount;
}

namespace {

class LimitCheck {
public:
  LimitCheck(const Budget &B, const Limit &L, const ChangeTable &T,
             ArrayRef<HeapCounts> Inputs)
      : B(B), L(L), T(T), Inputs(Inputs) {}
  GateCheck run();

private:
  bool isIgnored(const ChangeTable::Row &R) const {
    return any_of(B.Ignore,
                  [&](const ClassPattern &P) { return P.matches(R.Key); });
  }
  bool isMeant(const ChangeTable::Row &R) const {
    return !L.Pattern || L.Pattern->matches(R.Key);
  }
  void check(StringRef Key, const Allowance &A, uint64_t Before,
             uint64_t After);
  void checkTotal(const Allowance &A);

  const Budget &B;
  const Limit &L;
  const ChangeTable &T;
  const ArrayRef<HeapCounts> Inputs;
  GateCheck Result;
};

} // namespace

void LimitCheck::check(StringRef Key, const Allowance &A, uint64_t Before,
                       uint64_t After) {
  const bool IsBytes = A.Measure != "instances" && A.Measure != "loaders";
  auto Add = [&](const std::string &Rule) {
    Result.Violations.push_back(
        {Key.str(), A.Measure, IsBytes, Before, After, Rule});
  };
  if (A.Max && After > *A.Max)
    Add("may be at most " + A.MaxText);
  uint64_t Noise = 0; // Additional loaders are never noise.
  if (A.Measure != "loaders")
    Noise = IsBytes ? B.NoiseBytes : B.NoiseInstances;
  if (A.Most && After > Before && After - Before > Noise &&
      exceeds(*A.Most, Before, After))
    Add("may grow by at most " + A.Most->Text);
}

void LimitCheck::checkTotal(const Allowance &A) {
  // Retained sets overlap: their total is the number of reachable bytes.
  if (A.Measure == "retained")
    return check("", A, Inputs.front().Reachable.value_or(0),
                 Inputs.back().Reachable.value_or(0));
  const size_t M = T.measure(A.Measure).value_or(0);
  uint64_t Before = 0, After = 0;
  for (const ChangeTable::Row &R : T.rows()) {
    if (!isMeant(R) || isIgnored(R))
      continue;
    Before += T.before(R, M);
    After += T.after(R, M);
  }
  check("", A, Before, After);
}

GateCheck LimitCheck::run() {
  Result.Name = L.Name;
  Result.Line = L.Line;
  if (L.Pattern)
    Result.Matched =
        uint64_t(count_if(T.rows(), [&](const auto &R) { return isMeant(R); }));
  for (const Allowance &A : L.Allowances) {
    if (!L.Pattern || L.IsSum) {
      checkTotal(A);
      continue;
    }
    const size_t M = T.measure(A.Measure).value_or(0);
    for (const ChangeTable::Row &R : T.rows())
      if (isMeant(R) && !isIgnored(R))
        check(R.Key, A, T.before(R, M), T.after(R, M));
  }
  stable_sort(Result.Violations, [](const Violation &A, const Violation &B) {
    return changeBetween(A.Before, A.After) > changeBetween(B.Before, B.After);
  });
  return std::move(Result);
}

GateResult hprof::checkBudget(const Budget &B, ArrayRef<HeapCounts> Inputs,
                              const ChangeTable &Table, bool AllowDamaged) {
  GateResult Result;
  GateCheck Intact;
  Intact.Name = "inputs are intact";
  for (const HeapCounts &In : Inputs)
    if (In.IsDamaged && !AllowDamaged && Intact.Fault.empty())
      Intact.Fault =
          "'" + In.Name + "' is damaged, so its numbers may be too small";
  Result.Checks.push_back(std::move(Intact));
  for (const Limit &L : B.Limits)
    Result.Checks.push_back(LimitCheck(B, L, Table, Inputs).run());
  return Result;
}
