//===- SparseArrays.cpp - Arrays that are mostly null ---------------------===//
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

class SparseArrays : public LintCheck {
public:
  using LintCheck::LintCheck;
  Error finish(LintFinding &F) override;
};

} // namespace

Error SparseArrays::finish(LintFinding &F) {
  // Null elements take space too; small arrays are normal.
  constexpr uint64_t LeastLength = 8;
  uint64_t Limit = S.limit(LintId::SparseArrays);
  unsigned Reference = S.G.layout().ReferenceBytes;
  Tallies All;
  for (Node N = 0; N != S.G.size(); ++N) {
    uint64_t Type = S.G.types().get(N);
    if (S.G.heads()[Type] != HeapGraph::ArrayHead || !S.T.isReachable(N))
      continue;
    const GraphClass &C = S.G.classes()[Type];
    if (!isReference(C.Element.value_or(BasicType::Int)) ||
        S.Owned.contains(N) || !S.isLeftToHints(N))
      continue;
    uint64_t Length = S.G.arrayLength(N);
    if (Length < LeastLength)
      continue;
    uint64_t Used = S.countElements(N);
    if (Used * 100 >= Limit * Length)
      continue;
    Tally &T =
        All[S.isOfJdk(N) ? JdkKey
                         : 2 * uint64_t(S.joined(ClassNumber(Type))) + !Used];
    T.Used += Used;
    T.Room += Length;
    addWaste(T, N, Used ? (Length - Used) * Reference : S.G.shallow(N));
  }
  fillFinding(
      S, F, All,
      [&](uint64_t Key) {
        return S.joinedName(ClassNumber(Key / 2)) +
               (Key % 2 ? ", all null" : "");
      },
      [](uint64_t, const Tally &T) {
        return std::to_string(T.Used) + " of " + std::to_string(T.Room) +
               " elements in use";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeSparseArrays(const LintPasses &P) {
  return std::make_unique<SparseArrays>(P.S);
}
