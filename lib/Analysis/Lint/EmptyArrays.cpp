//===- EmptyArrays.cpp - Arrays of length 0 -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace hprof;
using namespace llvm;

namespace {

class EmptyArrays : public LintCheck {
public:
  using LintCheck::LintCheck;
  bool needsValues() const override { return false; }
  Error finish(LintFinding &F) override;
};

} // namespace

Error EmptyArrays::finish(LintFinding &F) {
  Tallies All;
  DenseMap<TypeNumber, bool> Seen;
  for (Node N = 0; N != S.G.size(); ++N) {
    uint64_t Type = S.G.types().get(N);
    if (S.G.heads()[Type] != HeapGraph::ArrayHead || S.Strings.contains(N) ||
        S.Owned.contains(N) || !S.T.isReachable(N) || S.G.arrayLength(N))
      continue;
    bool &IsKnown = Seen[Type];
    if (IsKnown)
      addWaste(All[S.isOfJdk(N) ? JdkKey : S.joined(ClassNumber(Type))], N,
               S.G.shallow(N));
    IsKnown = true;
  }
  fillFinding(S, F, All,
              [&](uint64_t Type) { return S.joinedName(ClassNumber(Type)); });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeEmptyArrays(const LintPasses &P) {
  return std::make_unique<EmptyArrays>(P.S);
}
