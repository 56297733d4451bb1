//===- LintArguments.cpp - Options of hprof-lint --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintArguments.h"
#include "hprof/Tool/Reporter.h"

using namespace hprof;
using namespace llvm;

static Expected<const LintInfo *> checkCalled(StringRef Name) {
  if (const LintInfo *L = findLint(Name))
    return L;
  std::string Best;
  unsigned Distance = unsigned(Name.size()) / 3 + 1;
  for (const LintInfo &L : lints())
    if (unsigned D = Name.edit_distance_insensitive(L.Name, true, Distance);
        D < Distance) {
      Distance = D;
      Best = L.Name;
    }
  return usageError("no check is called '" + Name + "'; " +
                    (Best.empty() ? "" : "did you mean '" + Best + "'? ") +
                    "--list prints them");
}

static Error set(ArrayRef<std::string> Names, bool To,
                 std::bitset<NumLints> &Checks) {
  for (const std::string &Name : Names) {
    Expected<const LintInfo *> L = checkCalled(Name);
    if (!L)
      return L.takeError();
    Checks.set(unsigned((*L)->Id), To);
  }
  return Error::success();
}

Expected<std::bitset<NumLints>>
hprof::parseChecks(const std::vector<std::string> &Only,
                   const std::vector<std::string> &Skip, bool HasOnly) {
  std::bitset<NumLints> Checks;
  if (!HasOnly)
    Checks.set();
  if (Error E = set(Only, true, Checks))
    return E;
  if (Error E = set(Skip, false, Checks))
    return E;
  // Otherwise, an empty variable in a script would make a check pass.
  if (Checks.none())
    return usageError("--only and --skip leave no check to run");
  return Checks;
}

Error hprof::parseLimits(const std::vector<std::string> &Texts,
                         LintOptions &Options) {
  for (const std::string &Text : Texts) {
    auto [Name, Number] = StringRef(Text).split('=');
    Expected<const LintInfo *> Found = checkCalled(Name);
    if (!Found)
      return Found.takeError();
    const LintInfo *L = *Found;
    if (!L->Limit)
      return usageError("check '" + Name + "' has no limit");
    if (Number.getAsInteger(10, Options.Limits[unsigned(L->Id)]))
      return usageError("'" + Text + "': expected " + Name + "=<number>, the " +
                        L->LimitText);
  }
  return Error::success();
}
