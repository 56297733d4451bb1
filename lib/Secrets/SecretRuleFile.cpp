//===- SecretRuleFile.cpp - Rules in gitleaks' TOML format ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// toml++ checks data in assertions before reading it: for ` [/-` it asserts
// that a key begins there, and then reports that none does. Without NDEBUG it
// would abort; with it, Clang would use the assertions as assumptions.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(Condition) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

using namespace hprof;
using namespace llvm;

namespace {
class RuleReader {
public:
  explicit RuleReader(SecretRuleFiles &To) : To(To) {}
  Error read(const toml::table &File);

private:
  Error rule(const toml::node &N);
  Expected<std::vector<SecretAllowance>> allowances(const toml::table &In);
  Expected<std::optional<SecretAllowance>> allowance(const toml::node &N);
  Error words(const toml::table &In, const char *Key,
              std::vector<std::string> &Out);

  Error extension(const toml::table &File);

  SecretRuleFiles &To;
};
} // namespace

static Error failAt(const toml::node &N, const Twine &What) {
  return createStringError("line " + Twine(N.source().begin.line) + ": " +
                           What);
}

/// Reads the member \p Key, if present; fails if it is not a \p T.
template <class T>
static Error member(const toml::table &In, const char *Key, const char *Wanted,
                    T &Out) {
  const toml::node *N = In.get(Key);
  if (!N)
    return Error::success();
  std::optional<T> V = N->value<T>();
  if (!V)
    return failAt(*N, Twine("'") + Key + "': expected " + Wanted);
  Out = std::move(*V);
  return Error::success();
}

Error RuleReader::words(const toml::table &In, const char *Key,
                        std::vector<std::string> &Out) {
  const toml::node *N = In.get(Key);
  if (!N)
    return Error::success();
  const toml::array *List = N->as_array();
  if (!List)
    return failAt(*N, Twine("'") + Key + "': expected a list");
  for (const toml::node &Each : *List) {
    std::optional<std::string> Text = Each.value<std::string>();
    if (!Text)
      return failAt(Each, Twine("'") + Key + "': expected strings");
    Out.push_back(std::move(*Text));
  }
  return Error::success();
}

/// Returns nullopt if the allow list requires a path or a commit.
Expected<std::optional<SecretAllowance>>
RuleReader::allowance(const toml::node &N) {
  const toml::table *In = N.as_table();
  if (!In)
    return failAt(N, "expected an allowlist table");
  SecretAllowance A;
  if (Error E = words(*In, "regexes", A.Regexes))
    return E;
  if (Error E = words(*In, "stopwords", A.StopWords))
    return E;
  for (std::string &W : A.StopWords)
    W = StringRef(W).lower();
  std::string Of = "secret", How;
  if (Error E = member(*In, "regexTarget", "a string", Of))
    return E;
  if (Of == "match")
    A.Of = SecretAllowance::Target::Match;
  else if (Of == "line")
    A.Of = SecretAllowance::Target::Text;
  else if (Of != "secret")
    return failAt(*In->get("regexTarget"),
                  "'regexTarget': expected secret, match or line, found '" +
                      Of + "'");
  if (Error E = member(*In, "condition", "a string", How))
    return E;
  A.NeedsAll = StringRef(How).equals_insensitive("and");
  // An additional condition on a path is never met.
  if ((A.Regexes.empty() && A.StopWords.empty()) ||
      (A.NeedsAll && (In->get("paths") || In->get("commits"))))
    return std::nullopt;
  return std::optional(std::move(A));
}

Expected<std::vector<SecretAllowance>>
RuleReader::allowances(const toml::table &In) {
  std::vector<SecretAllowance> All;
  auto Add = [&](const toml::node &N) -> Error {
    Expected<std::optional<SecretAllowance>> A = allowance(N);
    if (!A)
      return A.takeError();
    if (*A)
      All.push_back(std::move(**A));
    return Error::success();
  };
  for (const char *Key : {"allowlist", "allowlists"}) {
    const toml::node *N = In.get(Key);
    if (!N)
      continue;
    if (const toml::array *List = N->as_array()) {
      for (const toml::node &Each : *List)
        if (Error E = Add(Each))
          return E;
    } else if (Error E = Add(*N)) {
      return E;
    }
  }
  return All;
}

/// Rejects keys that look like typing errors. Other keys belong to other
/// programs.
static Error checkKeys(const toml::table &In) {
  static constexpr StringLiteral Known[] = {
      "id",      "description", "regex", "path",      "secretGroup",
      "entropy", "keywords",    "tags",  "allowlist", "allowlists"};
  for (const auto &[Key, Value] : In) {
    const StringRef Name(Key.str().data(), Key.str().size());
    if (is_contained(Known, Name))
      continue;
    for (StringRef K : Known)
      if (Name.edit_distance_insensitive(K) < 3 && Name.size() > 2)
        return failAt(Value,
                      "unknown '" + Name + "': did you mean '" + K + "'?");
  }
  return Error::success();
}

Error RuleReader::rule(const toml::node &N) {
  const toml::table *In = N.as_table();
  if (!In)
    return failAt(N, "expected a table for each rule");
  if (Error E = checkKeys(*In))
    return E;
  SecretRule R;
  if (Error E = member(*In, "id", "a string", R.Id))
    return E;
  if (!In->get("id"))
    return failAt(N, "a rule has no 'id'");
  R.Text = R.Id;
  if (Error E = member(*In, "description", "a string", R.Text))
    return E;
  if (Error E = member(*In, "regex", "a string", R.Regex))
    return E;
  int64_t Group = 0;
  if (Error E = member(*In, "secretGroup", "a number", Group))
    return E;
  if (Group < 0 || Group > 99)
    return failAt(*In->get("secretGroup"),
                  "'secretGroup': expected 0 to 99, found " + Twine(Group));
  R.Group = unsigned(Group);
  if (Error E = member(*In, "entropy", "a number", R.Entropy))
    return E;
  if (Error E = words(*In, "keywords", R.Keywords))
    return E;
  for (std::string &W : R.Keywords)
    W = StringRef(W).lower();
  llvm::erase(R.Keywords, std::string());
  Expected<std::vector<SecretAllowance>> Allowed = allowances(*In);
  if (!Allowed)
    return Allowed.takeError();
  R.Allowed = std::move(*Allowed);
  if (!In->get("regex")) {
    if (In->get("path"))
      return Error::success();
    return failAt(N, "rule '" + R.Id + "' has no 'regex'");
  }
  To.Rules.push_back(std::move(R));
  return Error::success();
}

/// Built-in rules are always available; other files must be specified.
Error RuleReader::extension(const toml::table &File) {
  const toml::node *N = File.get("extend");
  const toml::table *In = N ? N->as_table() : nullptr;
  if (!In)
    return N ? failAt(*N, "'extend': expected a table") : Error::success();
  for (const char *Key : {"path", "url"})
    if (const toml::node *Other = In->get(Key))
      return failAt(*Other, Twine("'extend': '") + Key +
                                "' is not followed; specify that file, too");
  return words(*In, "disabledRules", To.Disabled);
}

Error RuleReader::read(const toml::table &File) {
  if (Error E = extension(File))
    return E;
  const size_t First = To.Rules.size();
  if (const toml::node *N = File.get("rules")) {
    const toml::array *Rules = N->as_array();
    if (!Rules)
      return failAt(*N, "'rules': expected [[rules]]");
    for (const toml::node &Each : *Rules)
      if (Error E = rule(Each))
        return E;
  } else if (!File.get("allowlist") && !File.get("allowlists") &&
             !File.get("extend")) {
    return createStringError("it has no [[rules]]");
  }
  Expected<std::vector<SecretAllowance>> Everywhere = allowances(File);
  if (!Everywhere)
    return Everywhere.takeError();
  for (size_t I = First; I != To.Rules.size(); ++I)
    llvm::append_range(To.Rules[I].Allowed, *Everywhere);
  llvm::append_range(To.Everywhere, *Everywhere);
  return Error::success();
}

Error SecretRuleFiles::add(StringRef Toml) {
  toml::parse_result Parsed =
      toml::parse(std::string_view(Toml.data(), Toml.size()));
  if (!Parsed) {
    const toml::parse_error &E = Parsed.error();
    return createStringError("line " + Twine(E.source().begin.line) +
                             ", column " + Twine(E.source().begin.column) +
                             ": " + std::string(E.description()));
  }
  return RuleReader(*this).read(Parsed.table());
}
