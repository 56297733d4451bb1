//===- SecretMatcher.cpp - Finds secrets in strings -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/SecretMatcher.h"
#include "SecretChecks.h"
#include "SecretForms.h"
#include "SecretText.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <mutex>
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
/// Secrets found in a string.
struct FoundHits {
  SmallVector<SecretHit, 4> All;

  /// Whether a part of \p Place was found before.
  bool overlaps(StringRef Place) const {
    auto After = Ends.lower_bound(Place.end());
    return After != Ends.begin() && std::prev(After)->second > Place.begin();
  }
  void add(const SecretHit &H) {
    All.push_back(H);
    Ends.emplace(H.Place.begin(), H.Place.end());
  }

private:
  std::map<const char *, const char *> Ends; ///< Ends of parts, by beginning.
};

struct Allowance {
  SecretAllowance::Target Of;
  std::vector<std::unique_ptr<RE2>> Regexes;
  const SecretAllowance *From;
};
struct Compiled {
  std::once_flag Once; ///< Guards the other members.
  std::unique_ptr<RE2> Regex;
  size_t NameGroup = 0; ///< 0 for none.
  std::vector<Allowance> Allowed;
};
} // namespace

struct SecretMatcher::Impl {
  std::vector<SecretRule> Rules;
  std::unique_ptr<Compiled[]> Ready; ///< By rule; see compiled().
  /// Finds the keywords in a string: number I is Words[I].
  std::unique_ptr<RE2::Set> Words;
  std::vector<SmallVector<size_t, 2>> RulesOf; ///< By keyword.
  BitVector Always;                            ///< Rules without keywords.

  Error compile();
  static Error compileRule(const SecretRule &Rule, Compiled &C);
  const Compiled &compiled(size_t Rule) const;
  Error addKeyword(const std::string &Word, size_t Rule,
                   StringMap<size_t> &Known);
  void findPlain(StringRef Text, FoundHits &Found) const;
  void findOf(size_t Rule, StringRef Text, FoundHits &Found) const;
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

Expected<std::shared_ptr<const SecretMatcher>> SecretMatcher::builtin() {
  Expected<SecretMatcher> Is = create(builtinSecretRules());
  if (!Is)
    return Is.takeError();
  return std::make_shared<const SecretMatcher>(std::move(*Is));
}

static Expected<std::unique_ptr<RE2>> compileRegex(const SecretRule &Rule,
                                                   const std::string &Text) {
  auto R = std::make_unique<RE2>(Text, optionsForBytes());
  if (!R->ok())
    return createStringError(
        "rule '" + Rule.Id + "': '" + Text +
        "' is not a valid RE2 regular expression: " + R->error());
  return R;
}

/// Adds \p Rule, with the number \p N, to those for \p Word.
Error SecretMatcher::Impl::addKeyword(const std::string &Word, size_t N,
                                      StringMap<size_t> &Known) {
  auto [It, IsNew] = Known.try_emplace(Word, RulesOf.size());
  if (IsNew) {
    std::string Why;
    if (Words->Add(Word, &Why) < 0)
      return createStringError("rule '" + Rules[N].Id + "': '" + Word +
                               "' is not a valid expression: " + Why);
    RulesOf.emplace_back();
  }
  RulesOf[It->second].push_back(N);
  return Error::success();
}

Error SecretMatcher::Impl::compileRule(const SecretRule &Rule, Compiled &C) {
  Expected<std::unique_ptr<RE2>> R = compileRegex(Rule, Rule.Regex);
  if (!R)
    return R.takeError();
  C.Regex = std::move(*R);
  const auto &Names = C.Regex->NamedCapturingGroups();
  if (auto It = Names.find("name"); It != Names.end())
    C.NameGroup = size_t(It->second);
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
  return Error::success();
}

/// Compiled on first use: few of the built-in rules are used in a run, and
/// compiling an expression takes as long as reading a small dump.
const Compiled &SecretMatcher::Impl::compiled(size_t N) const {
  Compiled &C = Ready[N];
  std::call_once(C.Once, [&] { cantFail(compileRule(Rules[N], C)); });
  return C;
}

Error SecretMatcher::Impl::compile() {
  RE2::Options AnyCase = optionsForBytes();
  AnyCase.set_case_sensitive(false);
  AnyCase.set_max_mem(64 << 20);
  Words = std::make_unique<RE2::Set>(AnyCase, RE2::UNANCHORED);
  StringMap<size_t> Known;
  Always.resize(unsigned(Rules.size()));
  Ready = std::make_unique<Compiled[]>(Rules.size());
  for (const auto &[N, Rule] : enumerate(Rules)) {
    // Allow lists come from a file, including those for built-in rules.
    if (!Rule.IsBuiltin || !Rule.Allowed.empty()) {
      if (Error E = compileRule(Rule, Ready[N]))
        return E;
      std::call_once(Ready[N].Once, [] {});
    }
    if (Rule.Keywords.empty() && Rule.KeyPatterns.empty())
      Always.set(unsigned(N));
    for (const std::string &Word : Rule.Keywords)
      if (Error E = addKeyword(RE2::QuoteMeta(Word), N, Known))
        return E;
    for (const std::string &Pattern : Rule.KeyPatterns)
      if (Error E = addKeyword(Pattern, N, Known))
        return E;
  }
  if (!RulesOf.empty() && !Words->Compile())
    return createStringError("too many keywords");
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

void SecretMatcher::Impl::findOf(size_t N, StringRef Text,
                                 FoundHits &Found) const {
  const SecretRule &Rule = Rules[N];
  const Compiled &C = compiled(N);
  const int NumGroups = 1 + C.Regex->NumberOfCapturingGroups();
  SmallVector<re2::StringPiece, 8> Groups(size_t(NumGroups), {});
  const re2::StringPiece All(Text.data(), Text.size());
  auto Ref = [&](size_t Group) {
    return StringRef(Groups[Group].data(), Groups[Group].size());
  };
  for (size_t At = 0; At <= Text.size();) {
    if (!C.Regex->Match(All, At, Text.size(), RE2::UNANCHORED, Groups.data(),
                        NumGroups))
      return;
    const StringRef Match = Ref(0), Name = C.NameGroup ? Ref(C.NameGroup) : "";
    StringRef Secret = Match;
    if (Rule.Group)
      Secret = Ref(Rule.Group);
    else
      for (size_t G = 1; G != Groups.size(); ++G)
        if (G != C.NameGroup && !Ref(G).empty()) {
          Secret = Ref(G);
          break;
        }
    // The rest of a match, after the secret, may begin another secret, so it is
    // searched again if it is short: each byte is in only a few matches. A
    // group that did not match has no position in the string.
    constexpr ptrdiff_t MaxRest = 64;
    const bool GoesOn = Secret.empty() || Match.end() - Secret.end() > MaxRest;
    const char *const End = GoesOn ? Match.end() : Secret.end();
    At = std::max(size_t(End - Text.data()), At + 1);
    if (Secret.empty() || (Rule.Entropy && entropyOf(Secret) < Rule.Entropy) ||
        !holds(Rule.Needs, {Text, Name, Secret}) ||
        isAllowed(C, Text, Match, Secret))
      continue;
    if (!Found.overlaps(Secret))
      Found.add({N, Secret, Secret, SecretForm::Plain});
  }
}

void SecretMatcher::Impl::findPlain(StringRef Text, FoundHits &Found) const {
  BitVector Tried = Always;
  if (!RulesOf.empty()) {
    std::vector<int> Known;
    RE2::Set::ErrorInfo Info{};
    if (Words->Match({Text.data(), Text.size()}, &Known, &Info)) {
      for (int Word : Known)
        for (size_t N : RulesOf[size_t(Word)])
          Tried.set(unsigned(N));
    } else if (Info.kind != RE2::Set::kNoError) {
      Tried.set(); // RE2 ran out of memory.
    }
  }
  for (unsigned N : Tried.set_bits())
    findOf(N, Text, Found);
}

bool SecretMatcher::isAllowed(size_t Rule, StringRef Secret) const {
  return I->isAllowed(I->compiled(Rule), Secret, Secret, Secret);
}

void SecretMatcher::find(StringRef Text,
                         function_ref<void(const SecretHit &)> Found) const {
  FoundHits Plain;
  I->findPlain(Text, Plain);
  for (const SecretHit &H : Plain.All)
    Found(H);
  // With more secrets in a string, hardly any is the only one of its kind.
  constexpr size_t MostCompared = 256;
  const ArrayRef<SecretHit> Known =
      ArrayRef(Plain.All).take_front(MostCompared);
  forEachForm(Text, [&](SecretForm Form, StringRef Place, StringRef Said) {
    // Digits that are part of a known secret do not encode anything else.
    const bool AreDigits =
        Form == SecretForm::Base64 || Form == SecretForm::Hex;
    if (AreDigits && Plain.overlaps(Place))
      return;
    FoundHits Decoded;
    I->findPlain(Said, Decoded);
    for (SecretHit &H : Decoded.All) {
      if (any_of(Known, [&](const SecretHit &P) {
            return P.Secret.contains(H.Secret) || H.Secret.contains(P.Secret);
          }))
        continue;
      H.Form = Form;
      H.Place = Place;
      Found(H);
    }
  });
}

static constexpr struct {
  StringLiteral Name, Text;
} Forms[] = {{"plain", ""},   {"base64", "Base64"}, {"hex", "hex digits"},
             {"url", "URL"},  {"json", "JSON"},     {"xml", "XML"},
             {"gzip", "gzip"}};

StringRef hprof::formText(SecretForm Form) { return Forms[size_t(Form)].Text; }
StringRef hprof::formName(SecretForm Form) { return Forms[size_t(Form)].Name; }
