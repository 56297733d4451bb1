//===- SecretMatcherTest.cpp - Tests of rules and texts -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/SecretMatcher.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

using Secrets = std::vector<std::string>;

/// "rule: secret" for each secret that \p M finds.
static Secrets found(const SecretMatcher &M, StringRef Text) {
  Secrets All;
  M.find(Text, [&](const SecretHit &H) {
    All.push_back(M.rules()[H.Rule].Id + ": " + H.Secret.str());
  });
  return All;
}

static SecretRule rule(const char *Id, const char *Regex) {
  SecretRule R;
  R.Id = Id;
  R.Regex = Regex;
  return R;
}

static SecretMatcher matcher(std::vector<SecretRule> Rules) {
  return cantFail(SecretMatcher::create(std::move(Rules)));
}

TEST(SecretMatcher, EveryBuiltInRuleCompiles) {
  const SecretMatcher M = matcher(builtinSecretRules());
  EXPECT_GT(M.rules().size(), 40u);
  EXPECT_EQ(found(M, "nothing here"), Secrets());
  EXPECT_EQ(found(M, ""), Secrets());
}

/// Built-in rules are compiled at their first use, unless they have allow
/// lists.
TEST(SecretMatcher, AllowListsForBuiltInRulesAreChecked) {
  std::vector<SecretRule> Rules = builtinSecretRules();
  Rules[0].Allowed.emplace_back().Regexes = {"(?<!a)b"};
  Expected<SecretMatcher> M = SecretMatcher::create(std::move(Rules));
  ASSERT_FALSE(bool(M));
  EXPECT_TRUE(StringRef(toString(M.takeError()))
                  .contains("'(?<!a)b' is not a valid RE2 regular expression"));
}

TEST(SecretMatcher, FindsAllOfARule) {
  const SecretMatcher M = matcher({rule("id", "id=([0-9]+)")});
  EXPECT_EQ(found(M, "id=1, id=22"), Secrets({"id: 1", "id: 22"}));
}

TEST(SecretMatcher, TheFirstRuleCountsWhereTwoOverlap) {
  const SecretMatcher M =
      matcher({rule("special", "ab(cd)"), rule("general", "[a-z]+")});
  EXPECT_EQ(found(M, "abcd xy"), Secrets({"special: cd", "general: xy"}));
}

TEST(SecretMatcher, TakesTheFirstGroupThatMatched) {
  SecretRule R = rule("either", "a(1)?(2)?");
  EXPECT_EQ(found(matcher({R}), "a2"), Secrets({"either: 2"}));
  R.Group = 2;
  EXPECT_EQ(found(matcher({R}), "a1"), Secrets());
  // A match in which the group is unset does not hide the next match.
  EXPECT_EQ(found(matcher({R}), "a1 a a2"), Secrets({"either: 2"}));
}

TEST(SecretMatcher, KeywordsAndEntropyAreNeeded) {
  SecretRule R = rule("k", "[a-z]{4}");
  R.Keywords = {"key"};
  R.Entropy = 1.5;
  const SecretMatcher M = matcher({R});
  EXPECT_EQ(found(M, "abcd"), Secrets());
  EXPECT_EQ(found(M, "KEY abcd aaaa"), Secrets({"k: abcd"}));
}

TEST(SecretMatcher, AllowListsTakeBack) {
  SecretRule R = rule("w", "word [a-z]+");
  SecretAllowance A;
  A.Regexes = {"^word b"};
  A.StopWords = {"stop"};
  R.Allowed = {A};
  EXPECT_EQ(found(matcher({R}), "word a"), Secrets({"w: word a"}));
  EXPECT_EQ(found(matcher({R}), "word b"), Secrets());
  EXPECT_EQ(found(matcher({R}), "word nonstop"), Secrets());
  R.Allowed[0].NeedsAll = true;
  EXPECT_EQ(found(matcher({R}), "word b"), Secrets({"w: word b"}));
  EXPECT_EQ(found(matcher({R}), "word bstop"), Secrets());
  R.Allowed[0] = SecretAllowance();
  R.Allowed[0].Of = SecretAllowance::Target::Text;
  R.Allowed[0].Regexes = {"^test"};
  EXPECT_EQ(found(matcher({R}), "test: word a"), Secrets());
}

TEST(SecretMatcher, EmptyMatchesAreNoSecrets) {
  EXPECT_EQ(found(matcher({rule("e", "x*")}), "aaa"), Secrets());
}

TEST(SecretMatcher, BytesAreCharacters) {
  EXPECT_EQ(found(matcher({rule("b", "\\xff([a-z]+)")}), "\xff"
                                                         "ab"),
            Secrets({"b: ab"}));
}
