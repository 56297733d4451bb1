//===- SecretText.cpp - What a text can be --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretText.h"
#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <bitset>
#include <cmath>

using namespace hprof;
using namespace llvm;

double hprof::entropyOf(StringRef Text) {
  std::array<size_t, 256> Counts{};
  for (char C : Text)
    ++Counts[uint8_t(C)];
  double Sum = 0;
  for (size_t N : Counts)
    if (N) {
      const double P = double(N) / double(Text.size());
      Sum -= P * std::log2(P);
    }
  return Sum;
}

bool hprof::hasCheckDigit(StringRef Text) {
  unsigned Sum = 0, Digits = 0;
  std::bitset<10> Seen;
  for (char C : reverse(Text)) {
    if (!isDigit(C))
      continue;
    unsigned D = unsigned(C - '0');
    Seen.set(D);
    if (Digits++ % 2)
      D = D * 2 > 9 ? D * 2 - 9 : D * 2;
    Sum += D;
  }
  return Digits >= 13 && Sum % 10 == 0 && Seen.count() > 2;
}

/// Whether it counts up or down, or is one character: "12345678", "xxxx".
static bool isRun(StringRef Text) {
  if (Text.size() < 2)
    return true;
  for (int Step : {0, 1, -1}) {
    bool Holds = true;
    for (size_t I = 1; Holds && I != Text.size(); ++I)
      Holds = Text[I] - Text[I - 1] == Step ||
              (Step && Text[I] == '0' && Text[I - 1] == '9');
    if (Holds)
      return true;
  }
  return false;
}

bool hprof::isPlaceholder(StringRef Text) {
  static constexpr StringLiteral Parts[] = {
      "example",   "changeme",   "change_me",    "change-me",   "placeholder",
      "redacted",  "your_",      "your-",        "yourpass",    "yoursecret",
      "yourtoken", "yourkey",    "insert_",      "xxxx",        "****",
      "....",      "${",         "#{",           "{{",          "%(",
      "<your",     "notasecret", "not-a-secret", "undefined",   "mysecret",
      "my-secret", "my_secret",  "mypassword",   "my-password", "1234567890",
      "abcdefgh",  "0123456789", "deadbeef",     "secretkey",
  };
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  if (any_of(Parts, [&](StringRef P) { return L.contains(P); }) || isRun(Text))
    return true;
  // Shorter ones count as whole words.
  static constexpr StringLiteral Words[] = {"todo", "dummy", "fake", "sample",
                                            "none"};
  for (StringRef Rest = L; !Rest.empty();) {
    const StringRef Word = Rest.take_while(isAlnum);
    if (is_contained(Words, Word))
      return true;
    Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
  }
  std::bitset<256> Seen;
  for (char C : Text)
    Seen.set(uint8_t(C));
  return Seen.count() < 3;
}

bool hprof::isHashOrUuid(StringRef Text) {
  auto IsHex = [](StringRef T) { return all_of(T, isHexDigit); };
  if (Text.size() == 36 && Text[8] == '-' && Text[13] == '-' &&
      Text[18] == '-' && Text[23] == '-') {
    std::string Digits;
    for (char C : Text)
      if (C != '-')
        Digits += C;
    return Digits.size() == 32 && IsHex(Digits);
  }
  if (is_contained({32, 40, 56, 64, 96, 128}, int(Text.size())) && IsHex(Text))
    return true;
  static constexpr StringLiteral Forms[] = {
      "$1$",      "$2a$",     "$2b$",     "$2y$",    "$5$",      "$6$",
      "$argon2",  "$pbkdf2",  "$scrypt$", "$y$",     "{bcrypt}", "{pbkdf2}",
      "{scrypt}", "{argon2}", "{sha",     "{ssha",   "pbkdf2_",  "sha256:",
      "sha1:",    "sha512:",  "md5:",     "sha256-", "sha384-",  "sha512-"};
  const std::string Lower = Text.lower();
  return any_of(Forms,
                [&](StringRef F) { return StringRef(Lower).starts_with(F); });
}

/// What may stand between the words of a name.
static bool isSeparator(char C) {
  return C == '.' || C == '_' || C == '-' || C == '/' || C == ':' || C == '$' ||
         C == ' ';
}

bool hprof::isSecretName(StringRef Name) {
  // Most texts are no names at all.
  if (Name.size() < 3 || Name.size() > 64 ||
      (!isDigit(Name.back()) && !isAlpha(Name.back())))
    return false;
  static constexpr StringLiteral Endings[] = {
      "password",   "passwd",       "passphrase",   "pwd",
      "secret",     "apikey",       "accesskey",    "secretkey",
      "privatekey", "authtoken",    "accesstoken",  "refreshtoken",
      "apitoken",   "bearertoken",  "credential",   "credentials",
      "passcode",   "clientsecret", "sessiontoken", "secrettoken"};
  // "api-key", "API_KEY" and "apiKey" are one name.
  std::string Plain;
  for (char C : Name) {
    if (isAlnum(C))
      Plain += toLower(C);
    else if (!isSeparator(C))
      return false;
  }
  StringRef P = StringRef(Plain).rtrim("0123456789");
  P.consume_back("value");
  return P == "token" || P == "pass" || P == "pin" ||
         any_of(Endings, [&](StringRef E) { return P.ends_with(E); });
}

bool hprof::canBeSecret(StringRef Value) {
  Value = Value.trim();
  Value.consume_front("{noop}"); // Spring's mark of one that is not hashed.
  if (Value.size() < 5 || Value.size() > 4096 || isPlaceholder(Value) ||
      isHashOrUuid(Value))
    return false;
  size_t Lower = 0, Upper = 0, Digits = 0, Others = 0;
  for (char C : Value) {
    if (uint8_t(C) < ' ' || C == 0x7f)
      return false;
    ++(isDigit(C) ? Digits : isLower(C) ? Lower : isUpper(C) ? Upper : Others);
  }
  // Names of properties and classes, paths and URLs.
  const bool IsName = all_of(Value, [](char C) {
    return isAlpha(C) || C == '.' || C == '_' || C == '-' || C == '/' ||
           C == ':' || C == '$' || C == ' ';
  });
  const bool IsLongToken =
      Upper && Lower && Upper + Lower == Value.size() && Value.size() >= 24;
  if (IsName && !IsLongToken)
    return false;
  if (Value.contains("://") || Value.starts_with("/") || isSecretName(Value))
    return false;
  if (Digits == Value.size())
    return Value.size() >= 6;
  return (Lower != 0) + (Upper != 0) + (Digits != 0) + (Others != 0) >= 2;
}
