//===- SecretMatcher.cpp - Secrets in texts -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/SecretMatcher.h"
#include "SecretText.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <re2/re2.h>
#include <re2/set.h>

using namespace hprof;
using namespace llvm;

static RE2::Options optionsForBytes() {
  RE2::Options O;
  O.set_encoding(RE2::Options::EncodingLatin1);
  O.set_log_errors(false);
  return O;
}

namespace {
struct Allowance {
  SecretAllowance::Target Of;
  std::vector<std::unique_ptr<RE2>> Regexes;
  const SecretAllowance *From;
};
struct Compiled {
  std::unique_ptr<RE2> Regex;
  std::vector<Allowance> Allowed;
};
} // namespace

struct SecretMatcher::Impl {
  std::vector<SecretRule> Rules;
  std::vector<Compiled> Ready; ///< By rule.
  /// Finds which keywords are in a text: number I of Words.
  std::unique_ptr<RE2::Set> Words;
  std::vector<SmallVector<size_t, 2>> RulesOf; ///< By keyword.
  BitVector Always;                            ///< Rules without keywords.

  Error compile();
  void findOf(size_t Rule, StringRef Text,
              SmallVectorImpl<std::pair<size_t, StringRef>> &Found) const;
  bool isAllowed(const Compiled &C, StringRef Text, StringRef Match,
                 StringRef Secret) const;
};

SecretMatcher::SecretMatcher(std::unique_ptr<Impl> I) : I(std::move(I)) {}
SecretMatcher::SecretMatcher(SecretMatcher &&) noexcept = default;
SecretMatcher &SecretMatcher::operator=(SecretMatcher &&) noexcept = default;
SecretMatcher::~SecretMatcher() = default;

ArrayRef<SecretRule> SecretMatcher::rules() const { return I->Rules; }

Expected<SecretMatcher> SecretMatcher::create(std::vector<SecretRule> Rules) {
  auto I = std::make_unique<Impl>();
  I->Rules = std::move(Rules);
  if (Error E = I->compile())
    return E;
  return SecretMatcher(std::move(I));
}

static Expected<std::unique_ptr<RE2>> compileRegex(const SecretRule &Rule,
                                                   const std::string &Text) {
  auto R = std::make_unique<RE2>(Text, optionsForBytes());
  if (!R->ok())
    return createStringError(
        "rule '" + Rule.Id + "': '" + Text +
        "' is no regular expression of RE2: " + R->error());
  return R;
}

Error SecretMatcher::Impl::compile() {
  RE2::Options AnyCase = optionsForBytes();
  AnyCase.set_case_sensitive(false);
  AnyCase.set_literal(true);
  AnyCase.set_max_mem(64 << 20);
  Words = std::make_unique<RE2::Set>(AnyCase, RE2::UNANCHORED);
  StringMap<size_t> Known;
  Always.resize(unsigned(Rules.size()));
  for (const auto &[N, Rule] : enumerate(Rules)) {
    Compiled &C = Ready.emplace_back();
    Expected<std::unique_ptr<RE2>> R = compileRegex(Rule, Rule.Regex);
    if (!R)
      return R.takeError();
    C.Regex = std::move(*R);
    if (Rule.Group > unsigned(C.Regex->NumberOfCapturingGroups()))
      return createStringError("rule '" + Rule.Id + "': there is no group " +
                               Twine(Rule.Group));
    for (const SecretAllowance &A : Rule.Allowed) {
      Allowance &To = C.Allowed.emplace_back();
      To.Of = A.Of;
      To.From = &A;
      for (const std::string &Text : A.Regexes) {
        Expected<std::unique_ptr<RE2>> Each = compileRegex(Rule, Text);
        if (!Each)
          return Each.takeError();
        To.Regexes.push_back(std::move(*Each));
      }
    }
    if (Rule.Keywords.empty())
      Always.set(unsigned(N));
    for (const std::string &Word : Rule.Keywords) {
      auto [It, IsNew] = Known.try_emplace(Word, RulesOf.size());
      if (IsNew) {
        Words->Add(Word, nullptr);
        RulesOf.emplace_back();
      }
      RulesOf[It->second].push_back(N);
    }
  }
  if (!RulesOf.empty() && !Words->Compile())
    return createStringError("there are too many keywords");
  return Error::success();
}

bool SecretMatcher::Impl::isAllowed(const Compiled &C, StringRef Text,
                                    StringRef Match, StringRef Secret) const {
  return any_of(C.Allowed, [&](const Allowance &A) {
    const StringRef Of = A.Of == SecretAllowance::Target::Secret  ? Secret
                         : A.Of == SecretAllowance::Target::Match ? Match
                                                                  : Text;
    const std::string Lower = Secret.lower();
    const bool HasRegex = any_of(A.Regexes, [&](const auto &R) {
      return RE2::PartialMatch({Of.data(), Of.size()}, *R);
    });
    const bool HasWord = any_of(A.From->StopWords, [&](StringRef W) {
      return StringRef(Lower).contains(W);
    });
    if (A.From->NeedsAll)
      return (HasRegex || A.Regexes.empty()) &&
             (HasWord || A.From->StopWords.empty());
    return HasRegex || HasWord;
  });
}

static bool holds(SecretRule::Check Needs, StringRef Secret) {
  switch (Needs) {
  case SecretRule::Check::None:
    return true;
  case SecretRule::Check::Card:
    return hasCheckDigit(Secret);
  case SecretRule::Check::Value:
    return !isPlaceholder(Secret);
  case SecretRule::Check::Named:
    return !isPlaceholder(Secret) && !isHashOrUuid(Secret);
  }
  llvm_unreachable("a check is missing");
}

void SecretMatcher::Impl::findOf(
    size_t N, StringRef Text,
    SmallVectorImpl<std::pair<size_t, StringRef>> &Found) const {
  const SecretRule &Rule = Rules[N];
  const Compiled &C = Ready[N];
  const int NumGroups = 1 + C.Regex->NumberOfCapturingGroups();
  SmallVector<re2::StringPiece, 4> Groups(size_t(NumGroups), {});
  const re2::StringPiece All(Text.data(), Text.size());
  for (size_t At = 0; At <= Text.size();) {
    if (!C.Regex->Match(All, At, Text.size(), RE2::UNANCHORED, Groups.data(),
                        NumGroups))
      return;
    auto Ref = [&](const re2::StringPiece &P) {
      return StringRef(P.data(), P.size());
    };
    const StringRef Match = Ref(Groups[0]);
    StringRef Secret = Match;
    if (Rule.Group)
      Secret = Ref(Groups[Rule.Group]);
    else
      for (const re2::StringPiece &G : ArrayRef(Groups).drop_front())
        if (G.data() && !G.empty()) {
          Secret = Ref(G);
          break;
        }
    // What follows a secret may begin another one. A group that did not match
    // has no place in the text.
    const char *const End = Secret.empty() ? Match.end() : Secret.end();
    At = std::max(size_t(End - Text.data()), At + 1);
    if (Secret.empty() || (Rule.Entropy && entropyOf(Secret) < Rule.Entropy) ||
        !holds(Rule.Needs, Secret) || isAllowed(C, Text, Match, Secret))
      continue;
    if (none_of(Found, [&](const auto &F) {
          return F.second.begin() < Secret.end() &&
                 Secret.begin() < F.second.end();
        }))
      Found.push_back({N, Secret});
  }
}

bool SecretMatcher::isAllowed(size_t Rule, StringRef Secret) const {
  return I->isAllowed(I->Ready[Rule], Secret, Secret, Secret);
}

void SecretMatcher::find(StringRef Text,
                         function_ref<void(size_t, StringRef)> Found) const {
  BitVector Tried = I->Always;
  if (!I->RulesOf.empty()) {
    std::vector<int> Hits;
    RE2::Set::ErrorInfo Info{};
    if (I->Words->Match({Text.data(), Text.size()}, &Hits, &Info)) {
      for (int Word : Hits)
        for (size_t N : I->RulesOf[size_t(Word)])
          Tried.set(unsigned(N));
    } else if (Info.kind != RE2::Set::kNoError) {
      Tried.set(); // Its memory does not suffice.
    }
  }
  SmallVector<std::pair<size_t, StringRef>, 4> All;
  for (unsigned N : Tried.set_bits())
    I->findOf(N, Text, All);
  for (auto [N, Secret] : All)
    Found(N, Secret);
}
