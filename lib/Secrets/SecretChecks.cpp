//===- SecretChecks.cpp - Additional checks for secrets -------------------===//
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

/// Returns the kind of the name whose end is in \p M.
static SecretNameKind kindOf(const SecretMatch &M) {
  constexpr size_t Most = 64;
  const char *Begin = M.Name.begin();
  while (Begin != M.Text.begin() && size_t(M.Name.end() - Begin) < Most &&
         (isAlnum(Begin[-1]) || Begin[-1] == '_' || Begin[-1] == '.' ||
          Begin[-1] == '-' || Begin[-1] == '$'))
    --Begin;
  return secretNameKind(StringRef(Begin, size_t(M.Name.end() - Begin)));
}

/// Whether the name is called or indexed: "token = getToken(...)", or is a
/// scope: "std::pin::pin!".
static bool isCode(const SecretMatch &M) {
  if (before(M).ends_with(":") && M.Secret.starts_with(":"))
    return true;
  const StringRef Rest = after(M);
  return !Rest.empty() && (Rest.front() == '(' || Rest.front() == '[');
}

/// Whether the decoded string is "user:password".
static bool isBasic(StringRef Encoded) {
  std::string Said;
  decodeBase64(Encoded, Said);
  const auto [User, Password] = StringRef(Said).split(':');
  return !User.empty() && isGivenSecret(Password) &&
         all_of(Said, [](char C) { return isPrint(C); });
}

static bool isEmail(const SecretMatch &M) {
  // Endings of file names such as "icon@2x.png".
  static constexpr StringLiteral Endings[] = {
      ".png", ".jpg", ".jpeg", ".gif", ".svg", ".js",   ".ts",
      ".css", ".xml", ".json", ".jar", ".zip", ".html", ".java"};
  const std::string Lower = M.Secret.lower();
  const StringRef L = Lower;
  if (isPlaceholder(L) || L.starts_with("git@") ||
      any_of(Endings, [&](StringRef E) { return L.ends_with(E); }))
    return false;
  // "scheme://user:password@host", but not a query: "?to=a@b.org".
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

/// Whether \p Word begins the command line of a Java program, as in the
/// property sun.java.command: a class, a class in a module, or a file.
static bool isJavaProgram(StringRef Word) {
  Word = Word.trim("\"'");
  const StringRef File = Word.drop_front(Word.find_last_of("/\\") + 1);
  if (Word.ends_with_insensitive(".jar") || File == "java" || File == "javaw" ||
      File == "java.exe" || File == "javaw.exe")
    return true;
  auto IsOfClass = [](char C) {
    return isAlnum(C) || StringRef("_$./").contains(C);
  };
  return !Word.empty() && isAlpha(Word.front()) && all_of(Word, IsOfClass) &&
         any_of(Word, [](char C) { return isUpper(C) || C == '.'; });
}

/// Whether the line that contains \p M is the command line of a Java program.
/// If the line begins too far away, the beginning of the string is used, so
/// that no string is read repeatedly.
static bool isOfJavaCommand(const SecretMatch &M) {
  constexpr size_t Most = 16 << 10;
  const StringRef Front = before(M);
  const size_t End = Front.take_back(Most).find_last_of("\r\n");
  const StringRef Line = End == StringRef::npos
                             ? Front
                             : Front.take_back(Most).drop_front(End + 1);
  return isJavaProgram(Line.take_until([](char C) { return C == ' '; }));
}

static bool isPort(StringRef Text) {
  constexpr size_t MostDigits = 5;
  return Text.size() <= MostDigits && all_of(Text, isDigit);
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
  case Check::Login:
    return isGivenSecret(Secret) && !isPort(Secret) && isOfJavaCommand(M);
  case Check::Argument:
    return canBeSecret(Secret, SecretNameKind::Password) && isOfJavaCommand(M);
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
    case SecretNameKind::UserInfo:
    case SecretNameKind::Authority:
      return canBeSecret(Secret, K);
    }
  }
  llvm_unreachable("a check is missing");
}
