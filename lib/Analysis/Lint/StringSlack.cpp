//===- StringSlack.cpp - Unused parts of Strings' arrays ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Up to JDK 6 (and 7 before update 6), String.substring() shares the array.
class StringSlack : public LintCheck {
public:
  StringSlack(LintState &S, const ArrayOwners &Owners)
      : LintCheck(S), Owners(Owners) {}
  Error finish(LintFinding &F) override;

private:
  const ArrayOwners &Owners;
};

} // namespace

/// Returns the number of characters in an array that its Strings use.
static uint64_t shownBy(std::vector<std::pair<uint64_t, uint64_t>> &Ranges) {
  llvm::sort(Ranges);
  uint64_t Shown = 0, End = 0;
  for (auto [From, To] : Ranges) {
    From = std::max(From, End);
    if (To > From)
      Shown += To - From;
    End = std::max(End, To);
  }
  return Shown;
}

Error StringSlack::finish(LintFinding &F) {
  Tallies All;
  ArrayRef<PartialString> Rest = Owners.partialStrings();
  const ObjectLayout &L = S.G.layout();
  while (!Rest.empty()) {
    Node Array = Rest.front().Array;
    std::vector<std::pair<uint64_t, uint64_t>> Ranges;
    for (; !Rest.empty() && Rest.front().Array == Array; Rest = Rest.slice(1))
      Ranges.emplace_back(Rest.front().Begin,
                          uint64_t(Rest.front().Begin) + Rest.front().Length);
    // Another String, or a buffer, uses the whole array.
    if (S.Strings.contains(Array) || S.Owned.contains(Array))
      continue;
    uint64_t Length = S.G.arrayLength(Array), Used = shownBy(Ranges);
    uint64_t Bytes = L.arrayBytes(BasicType::Char, Length) -
                     L.arrayBytes(BasicType::Char, std::min(Used, Length));
    if (!Bytes)
      continue;
    Tally &T = All[S.G.classNumber(Array)];
    T.Used += Used;
    T.Room += Length;
    addWaste(T, Array, Bytes);
  }
  fillFinding(
      S, F, All, [&](uint64_t C) { return S.G.classes()[C].Name; },
      [](uint64_t, const Tally &T) {
        return std::to_string(T.Used) + " of " + std::to_string(T.Room) +
               " characters in use";
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeStringSlack(const LintPasses &P) {
  return std::make_unique<StringSlack>(P.S, P.Owners);
}
