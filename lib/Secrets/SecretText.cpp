//===- SecretText.cpp - What a text can be --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretText.h"
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

/// Whether it is in brackets, as what is to be filled in: "<password>".
static bool isBracketed(StringRef Text) {
  static constexpr StringLiteral Pairs[] = {"<>", "[]", "()", "{}", "**", "__"};
  return Text.size() > 1 && any_of(Pairs, [&](StringRef P) {
           return Text.front() == P[0] && Text.back() == P[1];
         });
}

bool hprof::isPlaceholder(StringRef Text) {
  static constexpr StringLiteral Parts[] = {
      "example",
      "changeme",
      "change_me",
      "change-me",
      "placeholder",
      "redacted",
      "your_",
      "your-",
      "yourpass",
      "yoursecret",
      "yourtoken",
      "yourkey",
      "insert_",
      "xxxx",
      "****",
      "....",
      "${",
      "#{",
      "{{",
      "%(",
      "<your",
      "notasecret",
      "not-a-secret",
      "undefined",
      "mysecret",
      "my-secret",
      "my_secret",
      "mypassword",
      "my-password",
      "1234567890",
      "abcdefgh",
      "0123456789",
      "deadbeef",
      "secretkey",
      "insert-",
      "replace_",
      "replace-",
      "replaceme",
      "changeit",
      "$(",
      "00000000",
      "yourapi",
      "goes-here",
      "goes_here",
      "-here",
      "_here",
      "\xe2\x80\xa2\xe2\x80\xa2",
  };
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  if (any_of(Parts, [&](StringRef P) { return L.contains(P); }) ||
      isRun(Text) || isBracketed(Text))
    return true;
  // Shorter ones count as whole words.
  static constexpr StringLiteral Words[] = {
      "todo",   "dummy",    "fake",     "sample",     "none", "masked",
      "hidden", "filtered", "obscured", "obfuscated", "null", "foobar",
      "unset",  "removed",  "tbd",      "protected",  "xxx",  "sanitized"};
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

bool hprof::isUuid(StringRef Text) {
  if (Text.size() != 36)
    return false;
  for (size_t I = 0; I != Text.size(); ++I)
    if (is_contained({8u, 13u, 18u, 23u}, unsigned(I)) ? Text[I] != '-'
                                                       : !isHexDigit(Text[I]))
      return false;
  return true;
}

bool hprof::isHexHash(StringRef Text) {
  return is_contained({32, 40, 56, 64, 96, 128}, int(Text.size())) &&
         all_of(Text, isHexDigit);
}

bool hprof::isPasswordHash(StringRef Text) {
  static constexpr StringLiteral Forms[] = {
      "$1$",      "$2a$",     "$2b$",     "$2y$",     "$5$",     "$6$",
      "$apr1$",   "$argon2",  "$pbkdf2",  "$scrypt$", "$y$",     "$7$",
      "{bcrypt}", "{pbkdf2}", "{scrypt}", "{argon2}", "{sha",    "{ssha",
      "{md5}",    "{smd5}",   "{crypt}",  "{cipher}", "pbkdf2_", "sha256:",
      "sha1:",    "sha512:",  "md5:",     "sha256-",  "sha384-", "sha512-",
      "bcrypt:",  "enc(",     "scram-",   "{x-",      "{aes}",   "{3des}",
      "sha256$",  "sha1$",    "md5$",     "argon2",   "{enc",    "vault:v",
      "!vault",   "$ansible", "age1",     "bcrypt$",  "sha1-",   "sha224:",
      "sha384:",  "sha256/",  "0x0100",   "0x0200",   "crypt:",  "scrypt:"};
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  if (any_of(Forms, [&](StringRef F) { return L.starts_with(F); }))
    return true;
  // PostgreSQL and MySQL.
  return (L.starts_with("md5") && isHexHash(L.drop_front(3))) ||
         (L.starts_with("*") && L.size() == 41 && isHexHash(L.drop_front()));
}

bool hprof::looksRandom(StringRef Text) {
  size_t Lower = 0, Upper = 0, Digits = 0, Others = 0;
  for (char C : Text)
    ++(isDigit(C) ? Digits : isLower(C) ? Lower : isUpper(C) ? Upper : Others);
  if (entropyOf(Text) < 2.5 || Others * 3 > Text.size())
    return false;
  if (Digits && Lower + Upper && (Text.size() < 16 || Digits > 1))
    return true;
  // If nearly all are letters, capital ones must not just begin words.
  return Upper * 4 >= Text.size() && Lower * 4 >= Text.size() &&
         Text.size() >= 16;
}

bool hprof::isExpression(StringRef Text) {
  const StringRef T = Text.trim();
  if (T.empty())
    return true;
  // "$NAME", "%NAME%", "%s", "{0}", ":name", "@name@", "&name;".
  const StringRef Rest = T.drop_front();
  auto IsWord = [](StringRef W) {
    return !W.empty() &&
           all_of(W, [](char C) { return isAlnum(C) || C == '_' || C == '.'; });
  };
  if (T.front() == '$' && IsWord(Rest) && !isDigit(Rest.front()))
    return true;
  if (is_contained(StringRef("%@&"), T.front()) && Rest.size() > 1 &&
      (Rest.back() == T.front() || Rest.back() == ';') &&
      IsWord(Rest.drop_back()))
    return true;
  if (T == "%s" || T == "%d" || T == "?" || T.starts_with("{") ||
      T.starts_with("op://") || T.starts_with("arn:"))
    return true;
  // Calls: "getToken(...)", "System.getenv("X")", "new String(...)".
  StringRef Name = T.take_while([](char C) {
    return isAlnum(C) || C == '_' || C == '.' || C == '$' || C == ':';
  });
  const StringRef After = T.drop_front(Name.size());
  return !Name.empty() && isAlpha(Name.front()) && After.starts_with("(") &&
         After.rtrim(";,").ends_with(")");
}

bool hprof::isSentence(StringRef Text) {
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  // In the languages into which most programs are translated.
  static constexpr StringLiteral Password[] = {
      "passwort", "kennwort", "contrase",   "mot de passe", "senha",  "parola",
      "wachtw",   "salasana", "senord",     "adgangskode",  "jelsz",  "heslo",
      "passord",  "password", "passphrase", "pa\xc3\x9f",   "parole", "lozinka",
      "clave",    "mdp",      "has\xc5\x82"};
  if (any_of(Password, [&](StringRef P) { return L.contains(P); }) &&
      none_of(L, isDigit))
    return true;
  static constexpr StringLiteral Words[] = {
      "the",      "a",     "an",     "your",  "you",    "must",
      "should",   "enter", "please", "is",    "are",    "not",
      "of",       "to",    "for",    "with",  "and",    "or",
      "required", "in",    "at",     "least", "be",     "characters",
      "invalid",  "wrong", "new",    "old",   "forgot", "confirm",
      "repeat",   "bitte", "ihr",    "das",   "der",    "die",
      "le",       "la",    "de",     "votre", "su",     "el",
      "il",       "by",    "from",   "on",    "has",    "have",
      "this",     "that",  "will",   "can",   "if",     "no",
      "see",      "use",   "using",  "value", "field",  "user",
      "login",    "when"};
  SmallVector<StringRef> All;
  L.split(All, ' ', -1, /*KeepEmpty=*/false);
  return any_of(All, [&](StringRef W) {
    return is_contained(Words, W.trim(".,:;!?()'\""));
  });
}
