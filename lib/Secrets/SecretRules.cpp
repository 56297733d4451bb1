//===- SecretRules.cpp - What secrets look like ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Row {
  const char *Id, *Text;
  SecretRule::Check Needs;
  bool ShowsStart;
  double Entropy;
  const char *Keywords, *Regex;
};
} // namespace

static constexpr Row Rows[] = {
#define HPROF_SECRET(ID, TEXT, CHECK, STARTS, ENTROPY, KEYWORDS, REGEX)        \
  {ID, TEXT, SecretRule::Check::CHECK, STARTS, ENTROPY, KEYWORDS, REGEX},
#include "SecretRules.def"
};

std::vector<SecretRule> hprof::builtinSecretRules() {
  std::vector<SecretRule> Rules;
  for (const Row &R : Rows) {
    SecretRule &Rule = Rules.emplace_back();
    Rule.Id = R.Id;
    Rule.Text = R.Text;
    Rule.Regex = R.Regex;
    Rule.Needs = R.Needs;
    Rule.ShowsStart = R.ShowsStart;
    Rule.Entropy = R.Entropy;
    SmallVector<StringRef> Words;
    StringRef(R.Keywords).split(Words, '|', -1, /*KeepEmpty=*/false);
    for (StringRef W : Words)
      Rule.Keywords.push_back(W.str());
  }
  return Rules;
}

std::vector<SecretRule> SecretRuleFiles::withBuiltin() const {
  std::vector<SecretRule> All = Rules;
  std::vector<SecretRule> Builtin = builtinSecretRules();
  for (SecretRule &R : Builtin) {
    const bool IsReplaced =
        is_contained(Disabled, R.Id) ||
        any_of(Rules, [&](const SecretRule &Own) { return Own.Id == R.Id; });
    if (IsReplaced)
      continue;
    append_range(R.Allowed, Everywhere);
    All.push_back(std::move(R));
  }
  return All;
}
