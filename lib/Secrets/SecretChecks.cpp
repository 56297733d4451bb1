//===- SecretChecks.cpp - What else must hold for a secret ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretChecks.h"
#include "SecretForms.h"
#include "SecretNames.h"
#include "SecretText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static StringRef before(const SecretMatch &M) {
  return M.Text.take_front(size_t(M.Secret.begin() - M.Text.begin()));
}
static StringRef after(const SecretMatch &M) {
  return M.Text.drop_front(size_t(M.Secret.end() - M.Text.begin()));
}

/// The kind of the name of which \p M has the end.
static SecretNameKind kindOf(const SecretMatch &M) {
  constexpr size_t Most = 64;
  const char *Begin = M.Name.begin();
  while (Begin != M.Text.begin() && size_t(M.Name.end() - Begin) < Most &&
         (isAlnum(Begin[-1]) || Begin[-1] == '_' || Begin[-1] == '.' ||
          Begin[-1] == '-' || Begin[-1] == '$'))
    --Begin;
  return secretNameKind(StringRef(Begin, size_t(M.Name.end() - Begin)));
}

/// Whether it is called or indexed: "token = getToken(...)", or its name is
/// that of a scope: "std::pin::pin!".
static bool isCode(const SecretMatch &M) {
  if (before(M).ends_with(":") && M.Secret.starts_with(":"))
    return true;
  const StringRef Rest = after(M);
  return !Rest.empty() && (Rest.front() == '(' || Rest.front() == '[');
}

/// "user:password".
static bool isBasic(StringRef Encoded) {
  std::string Said;
  decodeBase64(Encoded, Said);
  const auto [User, Password] = StringRef(Said).split(':');
  return !User.empty() && isGivenSecret(Password) &&
         all_of(Said, [](char C) { return isPrint(C); });
}

static bool isEmail(const SecretMatch &M) {
  // Names of files, such as "icon@2x.png".
  static constexpr StringLiteral Endings[] = {
      ".png", ".jpg", ".jpeg", ".gif", ".svg", ".js",   ".ts",
      ".css", ".xml", ".json", ".jar", ".zip", ".html", ".java"};
  const std::string Lower = M.Secret.lower();
  const StringRef L = Lower;
  if (isPlaceholder(L) || L.starts_with("git@") ||
      any_of(Endings, [&](StringRef E) { return L.ends_with(E); }))
    return false;
  // "scheme://user:password@host", but not what is asked for: "?to=a@b.org".
  const StringRef Front = before(M);
  const size_t Space = Front.find_last_of(" \t\r\n\"'<>");
  const StringRef Word =
      Space == StringRef::npos ? Front : Front.drop_front(Space + 1);
  if (Word.contains("://") && !Word.contains('?'))
    return false;
  // "user@host:path".
  const StringRef Rest = after(M);
  return Rest.size() < 2 || Rest[0] != ':' ||
         !(isAlnum(Rest[1]) || Rest[1] == '/' || Rest[1] == '~');
}

bool hprof::holds(SecretRule::Check Needs, const SecretMatch &M) {
  using Check = SecretRule::Check;
  const StringRef Secret = M.Secret;
  switch (Needs) {
  case Check::None:
    return true;
  case Check::Card:
    return hasCheckDigit(Secret);
  case Check::Value:
    return !isPlaceholder(Secret);
  case Check::Random:
    return !isPlaceholder(Secret) && looksRandom(Secret);
  case Check::Given:
    return isGivenSecret(Secret);
  case Check::Basic:
    return isBasic(Secret);
  case Check::Email:
    return isEmail(M);
  case Check::Named:
    return canBeSecret(Secret, kindOf(M)) && !isCode(M);
  case Check::NamedGiven:
    switch (const SecretNameKind K = kindOf(M)) {
    case SecretNameKind::None:
      return false;
    case SecretNameKind::Password:
    case SecretNameKind::Phrase:
      return isGivenSecret(Secret);
    case SecretNameKind::Secret:
    case SecretNameKind::Token:
    case SecretNameKind::Key:
    case SecretNameKind::Session:
      return canBeSecret(Secret, K);
    }
  }
  llvm_unreachable("a check is missing");
}
