//===- SecretNames.cpp - Names of secrets, and their values ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretNames.h"
#include "SecretText.h"
#include "hprof/Java/JavaHolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace hprof;
using namespace llvm;

using Kind = SecretNameKind;

static constexpr NameRow Rows[] = {
#define HPROF_SECRET_NAME(WORDS, KIND, WHERE, EXAMPLE, COUNTEREXAMPLE)         \
  {WORDS, SecretNameKind::KIND, NameRow::WHERE, EXAMPLE, COUNTEREXAMPLE},
#include "SecretRules.def"
};

ArrayRef<NameRow> hprof::secretNameRows() { return Rows; }

/// Possible suffixes: "passwordValue", "API_KEY_PROD".
static constexpr StringLiteral Suffixes[] = {
    "value", "string",  "text",      "plain",   "raw",     "prod",   "dev",
    "live",  "default", "secondary", "old",     "primary", "bytes",  "chars",
    "array", "buffer",  "data",      "encoded", "buf",     "builder"};
/// This suffix and the following ones describe how a value is stored, as with
/// the tokens of parsers.
static constexpr StringLiteral FirstOfStorage = "bytes";

std::string hprof::secretNamePattern() {
  std::string All;
  for (const NameRow &R : Rows) {
    SmallVector<StringRef> Words;
    StringRef(R.Words).split(Words, ' ');
    All += (All.empty() ? "" : "|") + join(Words, "[ _.-]?");
  }
  return "(?:" + All + ")(?:[0-9]*(?:[_.-]?(?:" +
         join(std::begin(Suffixes), std::end(Suffixes), "|") + "))?|[A-Z])";
}

namespace {
struct Ending {
  std::string Letters;
  const NameRow *Row;
};

/// Endings by their last two letters, longest first.
class EndingTable {
public:
  EndingTable() {
    for (const NameRow &R : Rows) {
      std::string Letters;
      for (char C : StringRef(R.Words))
        if (C != ' ')
          Letters += C;
      Buckets[bucketOf(Letters)].push_back({Letters, &R});
    }
    for (std::vector<Ending> &B : Buckets)
      llvm::stable_sort(B, [](const Ending &L, const Ending &R) {
        return L.Letters.size() > R.Letters.size();
      });
  }
  ArrayRef<Ending> of(StringRef Letters) const {
    if (Letters.size() < 2 || !isLower(Letters.back()) ||
        !isLower(Letters[Letters.size() - 2]))
      return {};
    return Buckets[bucketOf(Letters)];
  }

private:
  static size_t bucketOf(StringRef Letters) {
    return size_t(Letters.back() - 'a') * 26 +
           size_t(Letters[Letters.size() - 2] - 'a');
  }
  std::array<std::vector<Ending>, size_t(26) * 26> Buckets;
};
} // namespace

/// Separators between words in a name.
static bool isSeparator(char C) {
  return C == '.' || C == '_' || C == '-' || C == '/' || C == ':' || C == '$' ||
         C == ' ';
}

/// Whether \p Before shows that a token is not a secret, but part of a
/// sentence.
static bool isOtherToken(StringRef Before) {
  static constexpr StringLiteral Words[] = {
      "cancellation", "cancel", "page", "next", "continuation",
      "sync",         "parser", "end",  "type", "current"};
  return any_of(Words, [&](StringRef W) { return Before.ends_with(W); });
}

Kind hprof::secretNameKind(StringRef Name) {
  constexpr size_t Most = 64;
  // Most strings are not names.
  if (Name.size() < 2 || Name.size() > Most ||
      (!isDigit(Name.back()) && !isAlpha(Name.back())))
    return Kind::None;
  // "api-key", "API_KEY" and "apiKey" are one name.
  char Letters[Most];
  bool Begins[Most]; ///< Whether a letter begins a word.
  size_t Size = 0;
  char Last = ' ';
  for (size_t I = 0; I != Name.size(); Last = Name[I++]) {
    const char C = Name[I];
    if (isSeparator(C))
      continue;
    if (!isAlnum(C))
      return Kind::None;
    const bool NextIsLower = I + 1 != Name.size() && isLower(Name[I + 1]);
    Begins[Size] = isSeparator(Last) || isDigit(Last) ||
                   (isUpper(C) && (!isUpper(Last) || NextIsLower));
    Letters[Size++] = toLower(C);
  }
  StringRef All = StringRef(Letters, Size).rtrim("0123456789");
  static const EndingTable Table;
  const auto Find = [&](StringRef P) {
    for (const Ending &E : Table.of(P)) {
      if (!P.ends_with(E.Letters))
        continue;
      const size_t At = P.size() - E.Letters.size();
      if ((E.Row->At == NameRow::Word && !Begins[At]) ||
          (E.Row->At == NameRow::Alone && At) ||
          (E.Row->Kind == Kind::Token && isOtherToken(P.take_front(At))))
        continue;
      // A preceding word states the secret's purpose: the name is certain.
      return E.Row->Kind == Kind::Secret && At ? Kind::Key : E.Row->Kind;
    }
    return Kind::None;
  };
  if (const Kind K = Find(All); K != Kind::None)
    return K;
  // One name in a series: "passwordA".
  if (All.size() == Size && Size > 1 && isUpper(Name.back()) &&
      isLower(Name[Name.size() - 2]))
    return Find(All.drop_back());
  bool IsStorage = false;
  for (StringRef S : Suffixes) {
    IsStorage |= S == FirstOfStorage;
    StringRef Shorter = All;
    if (!Shorter.consume_back(S))
      continue;
    const Kind K = Find(Shorter);
    const bool IsOther = K == Kind::Token || K == Kind::Session;
    return IsStorage && IsOther ? Kind::None : K;
  }
  return Kind::None;
}

Kind hprof::secretFieldKind(StringRef Class, StringRef Name) {
  if (Class == "java.net.URI" || Class == "java.net.URL") {
    // JDK 8 also has "decodedUserInfo" and "decodedAuthority".
    if (Name.ends_with_insensitive("userInfo"))
      return Kind::UserInfo;
    if (Name.ends_with_insensitive("authority"))
      return Kind::Authority;
  }
  return secretNameKind(Name);
}

bool hprof::isSecretName(StringRef Name) {
  return secretNameKind(Name) != Kind::None;
}

Kind hprof::secretsNameKind(StringRef Name) {
  if (!Name.consume_back("s") && !Name.consume_back("S"))
    return Kind::None;
  const Kind K = secretNameKind(Name);
  return K == Kind::Token || K == Kind::Session ? Kind::None : K;
}

ArrayRef<EntryFields> hprof::entryFields() {
  static constexpr EntryFields All[] = {
      {"key", "value"}, {"key", "val"},        {"k0", "v0"},
      {"k", "v"},       {"name", "value"},     {"first", "second"},
      {"_1", "_2"},     {"referent", "value"}, // In a WeakHashMap.
  };
  return All;
}

bool hprof::hasTurns(StringRef Class, StringRef Field) {
  return heldPart(Class, Field) == HeldPart::Turns ||
         (Class == "com.google.common.collect.RegularImmutableMap" &&
          Field == "alternatingKeysAndValues");
}

bool hprof::keepsKeys(StringRef Class) {
  static constexpr StringLiteral Packages[] = {
#define HPROF_KEY_PACKAGE(PACKAGE) PACKAGE,
#include "SecretRules.def"
  };
  return any_of(Packages, [&](StringRef P) { return Class.starts_with(P); });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// Number of characters of each kind in a value.
struct Mix {
  size_t Lower = 0, Upper = 0, Digits = 0, Others = 0;
  size_t Wide = 0; ///< Outside Latin-1; not in kinds().

  explicit Mix(StringRef Value) {
    for (char C : Value)
      ++(C == WideCharacter                 ? Wide
         : isDigit(C)                       ? Digits
         : isLower(C) || uint8_t(C) >= 0x80 ? Lower
         : isUpper(C)                       ? Upper
                                            : Others);
  }
  unsigned kinds() const {
    return unsigned(Lower != 0) + (Upper != 0) + (Digits != 0) + (Others != 0);
  }
};
} // namespace

static bool hasControls(StringRef Value) {
  return any_of(Value, [](char C) { return uint8_t(C) < ' '; });
}

/// Whether \p Value is an algorithm name, or a number with a unit or dots.
static bool isOfConfiguration(StringRef Value) {
  if (isAlgorithm(Value))
    return true;
  const std::string Lower = Value.lower();
  const StringRef L = Lower;
  if (isDigit(L.front()) && Mix(L).Digits + 2 >= L.size() &&
      is_contained({"s", "ms", "m", "h", "d", "kb", "mb", "gb"},
                   L.ltrim("0123456789")))
    return true;
  const bool HasDots = L.find_first_of(".-:/") != StringRef::npos;
  return HasDots &&
         L.find_first_not_of("0123456789.-:/t zv+") == StringRef::npos;
}

/// Whether the case of letters in \p Value changes too often for words:
/// "oIFguQjNOEaI", but not "getUserName".
static bool hasRandomCase(StringRef Value) {
  size_t Changes = 0;
  for (size_t I = 1; I < Value.size(); ++I)
    Changes += isLower(Value[I - 1]) && isUpper(Value[I]);
  return Value.size() >= 10 && Changes >= 3 &&
         Value.size() * 2 < (Changes + 1) * 7;
}

/// Whether \p Part is written as a word of a name: "oauth2", "API", "Key".
static bool isWordOfName(StringRef Part) {
  static constexpr StringLiteral Numbered[] = {"x509", "k8s", "log4j", "i18n",
                                               "1password"};
  constexpr size_t MostDigits = 4;
  const StringRef Word = Part.rtrim("0123456789");
  if (is_contained(Numbered, Part.lower()))
    return true;
  if (Part.size() - Word.size() > MostDigits || !all_of(Word, isAlpha))
    return false;
  return Word.empty() || isLower(Word.front()) || Word == Part ||
         none_of(Word, isLower);
}

/// Whether \p Value is written as a fully qualified class name.
static bool isQualified(StringRef Value) {
  if (!Value.contains('.') || !isAlpha(Value.front()) || !isAlpha(Value.back()))
    return false;
  for (size_t I = 1; I != Value.size(); ++I)
    if (!(isAlnum(Value[I]) || Value[I] == '.' || Value[I] == '_') ||
        (isDigit(Value[I - 1]) && isLower(Value[I]) &&
         Value.find('.', I) == StringRef::npos))
      return false;
  return true;
}

/// Whether \p Value is the name of a secret, rather than merely ending like
/// one: "db2.password", "API_KEY2", "password1", but not "S3cr3tPw99".
static bool isNameOfSecret(StringRef Value) {
  if (secretNameKind(Value) == Kind::None)
    return false;
  if (none_of(Value, isDigit))
    return true;
  SmallVector<StringRef> Parts;
  for (size_t At = 0, End; At < Value.size(); At = End + 1) {
    for (End = At; End != Value.size() && !isSeparator(Value[End]);)
      ++End;
    Parts.push_back(Value.slice(At, End));
  }
  if (Parts.size() > 1)
    return isQualified(Value) || all_of(Parts, isWordOfName);
  const std::string Word = Value.rtrim("0123456789").lower();
  return any_of(Rows, [&](const NameRow &R) {
    std::string Whole = R.Words;
    llvm::erase(Whole, ' ');
    return Whole == Word;
  });
}

/// Whether \p Value begins like a path. With one separator, the rest must not
/// look like a password: "/data1", but not "/Zx9!kQ2".
static bool isPath(StringRef Value) {
  if (Value.starts_with("./") || Value.starts_with("../") ||
      Value.starts_with("file:") || Value.starts_with("classpath:"))
    return true;
  const bool HasDrive =
      Value.size() > 3 && isAlpha(Value.front()) && Value.substr(1, 2) == ":\\";
  StringRef Rest = HasDrive ? Value.drop_front(3) : Value;
  if (!HasDrive && !Rest.consume_front("/") && !Rest.consume_front("~/"))
    return false;
  // A separator, characters found only in URLs, or characters found in any
  // name.
  return Rest.find_first_of("/\\?=&#{") != StringRef::npos ||
         Rest.find_first_of("!$@^*+~,;|<>()") == StringRef::npos ||
         !isMadeUp(Rest);
}

/// Whether \p Value is the name of a property or class, a path or a URL.
static bool isNameOrPath(StringRef Value, Kind K) {
  const bool IsName = all_of(Value, [](char C) {
    return isAlpha(C) || isSeparator(C) || uint8_t(C) >= 0x80;
  });
  if (IsName && !isMarkedWord(Value)) {
    if (K == Kind::Phrase && Value.count(' ') + Value.count('-') >= 3)
      return false;
    const Mix M(Value);
    const bool IsLongToken = M.Upper && M.Lower && !M.Others &&
                             Value.size() >= 24 && looksRandom(Value);
    return !IsLongToken && !hasRandomCase(Value);
  }
  return Value.contains("://") || isPath(Value) || isNameOfSecret(Value);
}

/// A class name and a hash code:
/// "java.lang.Object@1b6d3586".
static bool isObjectText(StringRef Value) {
  auto [Class, Hash] = Value.rsplit('@');
  // Shorter hash codes are rare, as are objects in a value.
  constexpr size_t LeastHash = 5, MostHash = 8;
  if (Hash.size() < LeastHash || Hash.size() > MostHash ||
      !all_of(Hash, [](char C) { return isHexDigit(C) && !isUpper(C); }))
    return false;
  const auto IsIdentifier = [](StringRef Part) {
    return !Part.empty() && all_of(Part, [](char C) {
      return isAlnum(C) || C == '_' || C == '$';
    });
  };
  if (Class.consume_front("["))
    return IsIdentifier(Class.ltrim('[').split('.').first.rtrim(';'));
  auto [Package, Name] = Class.split("/0x").first.rsplit('.');
  SmallVector<StringRef> Parts;
  Package.split(Parts, '.');
  // Obfuscated names have one or two letters.
  return IsIdentifier(Name) && (isUpper(Name.front()) || Name.size() <= 2) &&
         all_of(Parts, [&](StringRef P) {
           return IsIdentifier(P) && isLower(P.front());
         });
}

/// Whether \p Value, which has characters outside Latin-1, is a password rather
/// than a translated string of a program.
static bool isWidePassword(StringRef Value, const Mix &M) {
  return Value.find_first_of(" ():,;") == StringRef::npos && M.Digits &&
         (M.Others || M.kinds() >= 3);
}

/// Whether \p Value is "user:password", followed by "@host" for an authority.
static bool hasPassword(StringRef Value, Kind K) {
  if (K == Kind::Authority) {
    const size_t At = Value.rfind('@');
    if (At == StringRef::npos)
      return false;
    Value = Value.take_front(At);
  }
  return isGivenSecret(Value.split(':').second);
}

bool hprof::canBeSecret(StringRef Value, Kind K) {
  if (K == Kind::None)
    return false;
  if (K == Kind::UserInfo || K == Kind::Authority)
    return hasPassword(Value, K);
  Value = Value.trim();
  Value.consume_front("{noop}"); // Marks an unhashed password in Spring.
  if (Value.size() < 5 || Value.size() > 4096 || hasControls(Value) ||
      isNamedPlaceholder(Value) || isPasswordHash(Value) ||
      isExpression(Value) || isObjectText(Value))
    return false;
  const bool IsKey = K == Kind::Key || K == Kind::Session;
  if (isUuid(Value))
    return IsKey;
  if (isHexHash(Value))
    return IsKey || K == Kind::Token;
  if (isNameOrPath(Value, K) || isOfConfiguration(Value) ||
      (K != Kind::Phrase && isSentence(Value)))
    return false;
  const Mix M(Value);
  const bool IsPassword =
      K == Kind::Password || K == Kind::Phrase || K == Kind::Secret;
  if (M.Wide)
    return IsPassword && isWidePassword(Value, M);
  if (IsPassword)
    return M.Digits == Value.size() ? Value.size() >= 6 : M.kinds() >= 2;
  if (M.Digits == Value.size())
    return Value.size() >= 12;
  return Value.size() >= (K == Kind::Session ? 12u : 8u) &&
         !Value.contains(' ') && looksRandom(Value);
}

bool hprof::canBeSecret(StringRef Value, SecretNameKinds Kinds) {
  for (unsigned K = 1; K <= unsigned(Kind::Authority); ++K)
    if (Kinds.has(Kind(K)) && canBeSecret(Value, Kind(K)))
      return true;
  return false;
}

bool hprof::isGivenSecret(StringRef Value) {
  Value = Value.trim();
  return Value.size() >= 3 && Value.size() <= 512 && !hasControls(Value) &&
         !isNamedPlaceholder(Value) && !isPasswordHash(Value) &&
         !isExpression(Value) && !isSentence(Value) && !isUuid(Value) &&
         !isNameOfSecret(Value) && !Value.contains("://") &&
         !is_contained({"true", "false", "string", "optional", "required"},
                       Value.lower());
}
