//===- SecretText.cpp - Properties of strings -----------------------------===//
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

/// Whether \p Text is a sequence, or repeats one character: "12345678", "xxxx".
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

/// Whether \p Text is in brackets, as a placeholder: "<password>".
static bool isBracketed(StringRef Text) {
  static constexpr StringLiteral Pairs[] = {"<>", "[]", "()", "{}", "**", "__"};
  return Text.size() > 1 && any_of(Pairs, [&](StringRef P) {
           return Text.front() == P[0] && Text.back() == P[1];
         });
}

/// Whether \p Lower contains a string that no secret contains, such as the
/// output of maskSecrets().
static bool saysPlaceholder(StringRef Lower) {
  static constexpr StringLiteral Parts[] = {
      "example",    "changeme",    "change_me",
      "change-me",  "placeholder", "redacted",
      "your_",      "your-",       "yourpass",
      "yoursecret", "yourtoken",   "yourkey",
      "insert_",    "****",        "${",
      "#{",         "{{",          "%(",
      "<your",      "undefined",   "notasecret",
      "insert-",    "replace_",    "not-a-secret",
      "replace-",   "replaceme",   "changeit",
      "$(",         "yourapi",     "goes-here",
      "goes_here",  "<secret",     "\xe2\x80\xa2\xe2\x80\xa2"};
  return any_of(Parts, [&](StringRef P) { return Lower.contains(P); });
}

/// Whether \p Part masks the original, as in "AKIAXXXXXXXX9aB".
static bool isMask(StringRef Part) {
  return Part.starts_with_insensitive("xxxx") || Part.starts_with("....");
}

/// Returns a part of \p Text, such as "-here", that hardly any secret contains;
/// empty if there is none. \p Lower is \p Text in lower case.
static StringRef weakPart(StringRef Text, StringRef Lower) {
  static constexpr StringLiteral Parts[] = {
      "mysecret",    "mypassword", "1234567890", "0123456789", "deadbeef",
      "secretkey",   "00000000",   "-here",      "_here",      "abcdefgh",
      "my-password", "my-secret",  "my_secret",  "xxxx",       "...."};
  for (StringRef P : Parts)
    if (const size_t At = Lower.find(P); At != StringRef::npos) {
      const StringRef Part = Text.substr(At, P.size());
      if (isMask(P))
        return Text.substr(At,
                           Lower.drop_front(At)
                               .take_while([&](char C) { return C == P[0]; })
                               .size());
      // Letters in alphabetical order have one case if a person wrote them.
      if (P != "abcdefgh" || all_of(Part, isLower) || all_of(Part, isUpper))
        return Part;
    }
  // Shorter words are only matched as whole words.
  static constexpr StringLiteral Words[] = {
      "todo",   "dummy",    "fake",     "sample",     "none", "masked",
      "hidden", "filtered", "obscured", "obfuscated", "null", "foobar",
      "unset",  "removed",  "tbd",      "protected",  "xxx",  "sanitized"};
  for (size_t At = 0; At < Text.size();) {
    const StringRef Word = Lower.drop_front(At).take_while(isAlnum);
    if (is_contained(Words, Word))
      return Text.substr(At, Word.size());
    At += std::max<size_t>(Word.size(), 1);
  }
  return "";
}

/// Whether \p Text consists of one or two characters, or is a sequence.
static bool isMonotonous(StringRef Text) {
  std::bitset<256> Seen;
  for (char C : Text)
    Seen.set(uint8_t(C));
  return Seen.count() < 3 || isRun(Text);
}

bool hprof::isPlaceholder(StringRef Text) {
  const std::string Lower = Text.lower();
  return saysPlaceholder(Lower) || isMonotonous(Text) || isBracketed(Text) ||
         !weakPart(Text, Lower).empty();
}

namespace {
/// Kinds of characters in a string, without an excluded part.
struct Ingredients {
  bool Lower = false, Upper = false, Digit = false, HasBlank = false;
  bool Other = false; ///< Characters that names cannot contain.
  bool HasWord = false;

  Ingredients(StringRef Text, StringRef Part);
};
} // namespace

Ingredients::Ingredients(StringRef Text, StringRef Part) {
  constexpr size_t LeastWord = 4;
  size_t Run = 0;
  for (const char &C : Text) {
    if (&C >= Part.begin() && &C < Part.end()) {
      Run = 0;
      continue;
    }
    Lower |= isLower(C);
    Upper |= isUpper(C);
    Digit |= isDigit(C);
    HasBlank |= C == ' ';
    Other |= !isAlnum(C) && !StringRef("-_.:/%").contains(C);
    Run = isLower(C) ? Run + 1 : isUpper(C);
    HasWord |= Run >= LeastWord;
  }
}

bool hprof::isMadeUp(StringRef Text, StringRef Part) {
  const Ingredients Of(Text, Part);
  // The rest without masks and numbers must look like a password on its own.
  const bool IsNumber = !Part.empty() && all_of(Part, isDigit);
  const bool NeedsOther = isMask(Part) || (IsNumber && !Of.Digit);
  if (isMask(Part) && Text.size() <= 2 * Part.size())
    return false;
  if (Of.HasBlank || !Of.Lower || !(Of.Digit || IsNumber) ||
      (NeedsOther && !Of.Other))
    return false;
  return Of.Upper ? Of.Other || !Of.HasWord : Of.Other && !Of.HasWord;
}

bool hprof::isMarkedWord(StringRef Text) {
  constexpr size_t MostMarks = 3;
  const StringRef Word = Text.rtrim("!#$%@");
  return !Word.empty() && Word.size() < Text.size() &&
         Text.size() - Word.size() <= MostMarks &&
         all_of(Word, [](char C) { return isAlpha(C) || uint8_t(C) >= 0x80; });
}

bool hprof::isNamedPlaceholder(StringRef Text) {
  const std::string Lower = Text.lower();
  if (saysPlaceholder(Lower) || isMonotonous(Text))
    return true;
  if (isBracketed(Text)) {
    const StringRef Inside = Text.drop_front().drop_back();
    return !isMadeUp(Inside) || all_of(Inside, isAlnum) ||
           (Text.front() == '<' && Ingredients(Inside, "").HasWord);
  }
  const StringRef Part = weakPart(Text, Lower);
  if (Part.empty() || isMadeUp(Text, Part))
    return false;
  return !Part.starts_with_insensitive("my") || !isMarkedWord(Text);
}

bool hprof::isAlgorithm(StringRef Text) {
  // Beginnings of instructions, and possible continuations.
  static constexpr StringLiteral Firsts[] = {
      "sha",   "hmac",   "pbkdf", "pbe",   "aes",    "rsa",     "utf",  "tls",
      "ssl",   "oauth",  "base",  "x509",  "x.509",  "bearer",  "http", "pkcs",
      "md",    "des",    "argon", "ecdsa", "ecdh",   "dsa",     "dtls", "dh",
      "ed255", "triple", "3des",  "rc",    "chacha", "blowfish"};
  static constexpr StringLiteral Others[] = {
      "with",      "and",   "v",     "padding", "nopadding", "none",
      "ede",       "ecb",   "cbc",   "ctr",     "gcm",       "ccm",
      "cfb",       "ofb",   "oaep",  "mgf",     "pss",       "enc",
      "url",       "mime",  "le",    "be",      "id",        "i",
      "d",         "bit",   "kw",    "wrap",    "poly",      "ec",
      "dhe",       "ecdhe", "prng",  "asn",     "in",        "format",
      "sig",       "null",  "anon",  "bom",     "encoded",   "encoding",
      "encrypted", "hash",  "digest"};
  constexpr size_t Most = 48, MostDigits = 4;
  if (Text.size() > Most)
    return false;
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  std::bitset<Most + 1> Reached; ///< Positions where a part may begin.
  Reached.set(0);
  for (size_t At = 0; At != L.size(); ++At) {
    if (!Reached.test(At))
      continue;
    const StringRef Rest = L.drop_front(At);
    const auto Reach = [&](ArrayRef<StringLiteral> Words) {
      for (StringRef W : Words)
        if (Rest.starts_with(W))
          Reached.set(At + W.size());
    };
    Reach(Firsts);
    if (!At)
      continue;
    Reach(Others);
    const size_t Digits = Rest.take_while(isDigit).size();
    if (Digits && Digits <= MostDigits)
      Reached.set(At + Digits);
    if (StringRef("-_/. #").contains(Rest.front()))
      Reached.set(At + 1);
  }
  return !L.empty() && Reached.test(L.size());
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
  // Beginnings of hashes, and the minimum number of characters after them.
  // Those in braces are expressions.
  static constexpr std::pair<StringLiteral, size_t> Forms[] = {
      {"$1$", 12},      {"$2a$", 12},     {"$2b$", 12},         {"$2y$", 12},
      {"$5$", 12},      {"$6$", 12},      {"$apr1$", 12},       {"$argon2", 12},
      {"$pbkdf2", 12},  {"$scrypt$", 12}, {"$y$", 12},          {"$7$", 12},
      {"pbkdf2_", 12},  {"sha1:", 12},    {"sha1-", 12},        {"sha1$", 12},
      {"sha224:", 12},  {"sha256:", 12},  {"sha256-", 12},      {"sha256$", 12},
      {"sha256/", 12},  {"sha384:", 12},  {"sha384-", 12},      {"sha512:", 12},
      {"sha512-", 12},  {"md5:", 12},     {"md5$", 12},         {"bcrypt:", 12},
      {"bcrypt$", 12},  {"crypt:", 12},   {"scrypt:", 12},      {"argon2", 12},
      {"scram-sha", 0}, {"enc(", 8},      {"vault:v", 12},      {"age1", 30},
      {"0x0100", 16},   {"0x0200", 16},   {"$ansible_vault", 0}};
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  if (any_of(Forms, [&](const auto &F) {
        const auto &[Begin, Least] = F;
        return L.starts_with(Begin) && L.size() >= Begin.size() + Least &&
               all_of(L.drop_front(Begin.size()), [](char C) {
                 return isAlnum(C) || StringRef("./+=$,:;_-|)").contains(C);
               });
      }))
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
  // If nearly all are letters, capitals must also occur within words.
  return Upper * 4 >= Text.size() && Lower * 4 >= Text.size() &&
         Text.size() >= 16;
}

/// Whether \p W, after a sign such as '$', is a variable name: "DB_PASS2", but
/// not "Summer2024".
static bool isVariable(StringRef W) {
  if (W.empty() ||
      !all_of(W, [](char C) { return isAlnum(C) || C == '_' || C == '.'; }))
    return false;
  constexpr int LeastDigits = 3;
  return none_of(W, isLower) || none_of(W, isUpper) ||
         count_if(W, isDigit) < LeastDigits || !all_of(W, isAlnum) ||
         isAlgorithm(W) || isSecretName(W);
}

/// Whether \p T, which begins with a brace, is a template or the string form of
/// an object: "{0}", "{bcrypt}...", "{a: 1}", but not "{Zx9!kQ2".
static bool isBraced(StringRef T) {
  const size_t End = T.find('}');
  const StringRef Inside = T.slice(1, End);
  if (Inside.find_first_of(" \"',;") != StringRef::npos)
    return true;
  if (End == StringRef::npos)
    return none_of(Inside, isDigit) ||
           Inside.find_first_of(":=(") != StringRef::npos;
  return all_of(Inside, [](char C) {
    return isAlnum(C) || StringRef("_.:=-/$#|?[]()").contains(C);
  });
}

/// Calls: "getToken(...)", "System.getenv("X")",
/// "Password(****)".
static bool isCall(StringRef T) {
  const StringRef Name = T.take_while([](char C) {
    return isAlnum(C) || C == '_' || C == '.' || C == '$' || C == ':';
  });
  StringRef After = T.drop_front(Name.size());
  if (Name.empty() || !isAlpha(Name.front()) || Name.contains("$$"))
    return false;
  // Or the beginning of a call whose arguments are on the next line.
  if (After == "(" && Name.contains('.'))
    return true;
  After = After.rtrim(";,");
  if (!After.consume_front("(") || !After.consume_back(")"))
    return false;
  After = After.rtrim();
  return After.empty() || isAlnum(After.back()) ||
         StringRef("\"'`)]}>_.*?").contains(After.back());
}

bool hprof::isExpression(StringRef Text) {
  const StringRef T = Text.trim();
  if (T.empty())
    return true;
  // "$NAME", "$1$2", "%NAME%", "%s", "{0}", ":name", "@name@", "&name;".
  const StringRef Rest = T.drop_front();
  if (T.front() == '$' &&
      (isDigit(Rest.empty() ? ' ' : Rest.front())
           ? all_of(Rest, [](char C) { return isDigit(C) || C == '$'; })
           : isVariable(Rest)))
    return true;
  if (is_contained(StringRef("%@&"), T.front()) && Rest.size() > 1 &&
      (Rest.back() == T.front() || Rest.back() == ';') &&
      isVariable(Rest.drop_back()))
    return true;
  if (T == "%s" || T == "%d" || T == "?" || T.starts_with("op://") ||
      T.starts_with("arn:") || T == "!vault" || T.starts_with("!vault "))
    return true;
  return T.front() == '{' ? isBraced(T) : isCall(T);
}

bool hprof::isSentence(StringRef Text) {
  const std::string Lower = Text.lower();
  const StringRef L = Lower;
  // In the most common translation languages.
  static constexpr StringLiteral Password[] = {
      "passwort", "kennwort", "contrase",   "mot de passe", "senha",  "parola",
      "wachtw",   "salasana", "senord",     "adgangskode",  "jelsz",  "heslo",
      "passord",  "password", "passphrase", "pa\xc3\x9f",   "parole", "lozinka",
      "clave",    "mdp",      "has\xc5\x82"};
  if (any_of(Password, [&](StringRef P) { return L.contains(P); }) &&
      none_of(L, isDigit) && !isMarkedWord(Text))
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
