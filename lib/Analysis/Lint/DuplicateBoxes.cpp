//===- DuplicateBoxes.cpp - Boxed values that could be shared -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boxes.h"
#include "Checks.h"
#include "hprof/Format/Base/Counted.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Only one object is needed for each value that valueOf() caches: the cached
/// object, if it is in the dump.
class DuplicateBoxes : public TallyingCheck {
public:
  explicit DuplicateBoxes(LintState &S)
      : TallyingCheck(S), Plans(boxPlans(S)) {}
  bool wants(ClassNumber C) override {
    return Plans.at(C).Box && Plans.at(C).Box->isCached(0) && Plans.at(C).Value;
  }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  ClassPlans<BoxPlan> Plans;
};

} // namespace

static int64_t valueOf(const LintInstance &I, FieldPlace F) {
  uint64_t V = I.get(F);
  switch (F.Type) {
  case BasicType::Byte:
    return int8_t(V);
  case BasicType::Short:
    return int16_t(V);
  case BasicType::Int:
    return int32_t(V);
  default:
    return int64_t(V);
  }
}

/// Boxed value in the low bits, class in the upper bits.
static uint64_t keyOf(ClassNumber C, int64_t Value) {
  return uint64_t(C) << 8 | uint8_t(Value);
}

void DuplicateBoxes::instance(unsigned Thread, const LintInstance &I) {
  const BoxPlan &P = Plans.at(I.Class);
  int64_t V = valueOf(I, P.Value);
  if (P.Box->isCached(V))
    addWaste(tally(Thread, keyOf(I.Class, V)), I.N, S.G.shallow(I.N));
}

Error DuplicateBoxes::finish(LintFinding &F) {
  // Tallies show which values have more than one object; rows are per class.
  Tallies ByClass;
  Tallies ByValue = joined();
  for (auto &[Key, T] : ByValue) {
    if (T.Count < 2)
      continue;
    T.dropFirst(S);
    Tally &Sum = ByClass[Key >> 8];
    Sum.merge(T);
    Sum.Used += 1;
  }
  fillFinding(
      S, F, ByClass, [&](uint64_t C) { return S.G.classes()[C].Name; },
      [](uint64_t, const Tally &T) {
        return "of " + counted(T.Used, "value", "distinct values");
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDuplicateBoxes(const LintPasses &P) {
  return std::make_unique<DuplicateBoxes>(P.S);
}
