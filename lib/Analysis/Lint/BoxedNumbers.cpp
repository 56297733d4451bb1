//===- BoxedNumbers.cpp - Numbers as objects ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boxes.h"
#include "Checks.h"

using namespace hprof;
using namespace llvm;

namespace {

class BoxedNumbers : public TallyingCheck {
public:
  explicit BoxedNumbers(LintState &S) : TallyingCheck(S), Plans(boxPlans(S)) {}
  bool wants(ClassNumber C) override { return Plans.at(C).Box; }
  void instance(unsigned Thread, const LintInstance &I) override {
    tally(Thread, I.Class, I.N).add(S, I.N, S.G.shallow(I.N));
  }
  Error finish(LintFinding &F) override {
    fillFinding(S, F, joined(),
                [&](uint64_t C) { return S.G.classes()[C].Name; });
    return Error::success();
  }

private:
  ClassPlans<BoxPlan> Plans;
};

} // namespace

std::unique_ptr<LintCheck> hprof::makeBoxedNumbers(const LintPasses &P) {
  return std::make_unique<BoxedNumbers>(P.S);
}
