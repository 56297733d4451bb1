//===- SqlNames.cpp - Names in a query ------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SqlNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static bool isWordChar(char C) {
  return isAlnum(C) || C == '_' || C == '$' || uint8_t(C) >= 0x80;
}

/// Removes a string at the start of \p Sql up to the closing quote, and returns
/// it. A doubled quote stands for one quote, and does not end the string.
static StringRef takeQuoted(StringRef &Sql) {
  const StringRef All = Sql;
  const char End = Sql.front() == '[' ? ']' : Sql.front();
  for (Sql = Sql.drop_front(); !Sql.empty(); Sql = Sql.drop_front()) {
    if (Sql.front() != End)
      continue;
    Sql = Sql.drop_front();
    if (End == ']' || Sql.empty() || Sql.front() != End)
      break;
  }
  return All.drop_back(Sql.size());
}

/// Value of \p Quoted. The closing quote may be missing.
static std::string unquoted(StringRef Quoted) {
  const char End = Quoted.front() == '[' ? ']' : Quoted.front();
  std::string Text;
  for (StringRef Left = Quoted.drop_front(); !Left.empty();
       Left = Left.drop_front()) {
    if (Left.front() == End) {
      Left = Left.drop_front();
      if (End == ']' || Left.empty())
        break;
    }
    Text += Left.front();
  }
  return Text;
}

static void skipComment(StringRef &Sql) {
  const bool IsLine = Sql.starts_with("--");
  const size_t End = Sql.find(IsLine ? "\n" : "*/", 2);
  Sql = End == StringRef::npos ? StringRef()
                               : Sql.drop_front(End + (IsLine ? 1 : 2));
}

/// Removes and returns the first token of \p Sql; nullopt if there is none.
static std::optional<SqlToken> takeToken(StringRef &Sql) {
  auto Word = [&] {
    const StringRef Is = Sql.take_while(isWordChar);
    Sql = Sql.drop_front(Is.size());
    return Is;
  };
  while (!Sql.empty()) {
    const char C = Sql.front();
    if (Sql.starts_with("--") || Sql.starts_with("/*")) {
      skipComment(Sql);
      continue;
    }
    if (C == '\'')
      return SqlToken{SqlToken::Text, takeQuoted(Sql)};
    if (C == '"' || C == '`' || C == '[')
      return SqlToken{SqlToken::Name, takeQuoted(Sql)};
    if (isWordChar(C))
      return SqlToken{SqlToken::Word, Word()};
    const StringRef Sign = Sql.take_front();
    Sql = Sql.drop_front();
    if (!isSpace(C))
      return SqlToken{SqlToken::Sign, Sign};
  }
  return std::nullopt;
}

std::vector<SqlToken> hprof::sqlTokens(StringRef Sql) {
  std::vector<SqlToken> Tokens;
  while (std::optional<SqlToken> T = takeToken(Sql))
    Tokens.push_back(*T);
  return Tokens;
}

StringRef hprof::fromFirstToken(StringRef Sql) {
  StringRef Rest = Sql;
  while (std::optional<SqlToken> T = takeToken(Rest))
    if (T->Source != ";")
      return Sql.substr(size_t(T->Source.begin() - Sql.begin()));
  return "";
}

StringRef hprof::firstStatement(StringRef Sql) {
  StringRef Rest = Sql;
  while (std::optional<SqlToken> T = takeToken(Rest))
    if (T->Source == ";")
      break;
  return Sql.drop_back(Rest.size());
}

std::vector<SqlWord> hprof::sqlWords(StringRef Sql) {
  std::vector<SqlWord> Words;
  bool IsAfterDot = false;
  for (const SqlToken &T : sqlTokens(Sql)) {
    const bool IsName = T.Is == SqlToken::Name;
    if (IsName || T.Is == SqlToken::Word) {
      SqlWord W{"", IsName ? unquoted(T.Source) : T.Source.str(), IsName};
      if (IsAfterDot && !Words.empty())
        W.Schema = Words.back().Name;
      Words.push_back(std::move(W));
    }
    IsAfterDot = T.Source == ".";
  }
  return Words;
}

bool hprof::hasWord(StringRef Sql, StringRef Word) {
  return Sql.contains_insensitive(Word) &&
         any_of(sqlTokens(Sql), [&](const SqlToken &T) {
           return T.Is == SqlToken::Word && T.Source.equals_insensitive(Word);
         });
}

static bool looksLikeId(StringRef Text) {
  return Text.consume_front_insensitive("0x") && !Text.empty() &&
         Text.size() <= 16 && all_of(Text, isHexDigit);
}

SqlWithIds::SqlWithIds(StringRef Asked) : Sql(Asked.str()) {
  // Nearly all queries return here.
  if (!Asked.contains_insensitive("'0x"))
    return;
  bool IsAlias = false; // The previous token was AS.
  for (const SqlToken &T : sqlTokens(Asked)) {
    StringRef Id = T.Source;
    if (T.Is == SqlToken::Text && !IsAlias && Id.consume_front("'") &&
        Id.consume_back("'") && looksLikeId(Id)) {
      Sql[size_t(Id.begin() - Asked.begin()) - 1] = ' ';
      Sql[size_t(Id.end() - Asked.begin())] = ' ';
      Ids.push_back(Id);
    }
    IsAlias = T.Is == SqlToken::Word && T.Source.equals_insensitive("AS");
  }
}
