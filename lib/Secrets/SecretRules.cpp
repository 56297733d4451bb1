//===- SecretRules.cpp - Rules for secrets --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretNames.h"
#include "SecretRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace hprof;
using namespace llvm;

static constexpr RuleRow Rows[] = {
#define HPROF_SECRET(ID, TEXT, CHECK, STARTS, ENTROPY, KEYWORDS, REGEX,        \
                     EXAMPLE, COUNTEREXAMPLE)                                  \
  {ID,     TEXT,    SecretRule::Check::CHECK,                                  \
   STARTS, ENTROPY, KEYWORDS,                                                  \
   REGEX,  EXAMPLE, COUNTEREXAMPLE},
#include "SecretRules.def"
};

ArrayRef<RuleRow> hprof::secretRuleRows() { return Rows; }

/// Returns \p Text with the names of secrets in place of "{names}".
static std::string withNames(StringRef Text, StringRef Names) {
  constexpr StringLiteral Place = "{names}";
  std::string Out;
  for (size_t At; (At = Text.find(Place)) != StringRef::npos;) {
    Out += Text.take_front(At);
    Out += Names;
    Text = Text.drop_front(At + Place.size());
  }
  return Out + Text.str();
}

/// Adds the keywords of a row; those in slashes are expressions.
static void addKeywords(StringRef Text, StringRef Names, SecretRule &To) {
  while (!Text.empty()) {
    const bool IsPattern = Text.consume_front("/");
    const size_t End = Text.find(IsPattern ? "/|" : "|");
    StringRef Word = Text.take_front(End);
    Text = End == StringRef::npos ? "" : Text.drop_front(End + 1 + IsPattern);
    if (!IsPattern) {
      To.Keywords.push_back(Word.str());
      continue;
    }
    if (Text.empty())
      Word.consume_back("/");
    To.KeyPatterns.push_back(withNames(Word, Names));
  }
}

std::vector<SecretRule> hprof::builtinSecretRules() {
  const std::string Names = secretNamePattern();
  std::vector<SecretRule> Rules;
  for (const RuleRow &R : Rows) {
    SecretRule &Rule = Rules.emplace_back();
    Rule.Id = R.Id;
    Rule.IsBuiltin = true;
    Rule.Text = R.Text;
    Rule.Regex = withNames(R.Regex, Names);
    Rule.Needs = R.Needs;
    Rule.ShowsStart = R.ShowsStart;
    Rule.Entropy = R.Entropy;
    addKeywords(R.Keywords, Names, Rule);
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
