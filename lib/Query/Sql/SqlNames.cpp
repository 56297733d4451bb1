//===- SqlNames.cpp - Names that a query mentions -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SqlNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static bool isWordChar(char C) {
  return isAlnum(C) || C == '_' || C == '$' || uint8_t(C) >= 0x80;
}

/// Takes what is between quotes at the start of \p Sql; a doubled quote stands
/// for one.
static std::string takeQuoted(StringRef &Sql) {
  const char End = Sql.front() == '[' ? ']' : Sql.front();
  std::string Text;
  for (Sql = Sql.drop_front(); !Sql.empty(); Sql = Sql.drop_front()) {
    if (Sql.front() == End) {
      Sql = Sql.drop_front();
      if (End == ']' || Sql.empty() || Sql.front() != End)
        break;
    }
    Text += Sql.front();
  }
  return Text;
}

static void skipComment(StringRef &Sql) {
  const bool IsLine = Sql.starts_with("--");
  const size_t End = Sql.find(IsLine ? "\n" : "*/", 2);
  Sql = End == StringRef::npos ? StringRef()
                               : Sql.drop_front(End + (IsLine ? 1 : 2));
}

std::vector<SqlWord> hprof::sqlWords(StringRef Sql) {
  std::vector<SqlWord> Words;
  bool IsAfterDot = false;
  auto Add = [&](std::string Name, bool IsQuoted) {
    SqlWord W{"", std::move(Name), IsQuoted};
    if (IsAfterDot && !Words.empty())
      W.Schema = Words.back().Name;
    IsAfterDot = false;
    Words.push_back(std::move(W));
  };
  while (!Sql.empty()) {
    const char C = Sql.front();
    if (Sql.starts_with("--") || Sql.starts_with("/*")) {
      skipComment(Sql);
    } else if (C == '\'') {
      takeQuoted(Sql);
      IsAfterDot = false;
    } else if (C == '"' || C == '`' || C == '[') {
      Add(takeQuoted(Sql), /*IsQuoted=*/true);
    } else if (isWordChar(C)) {
      const StringRef Word = Sql.take_while(isWordChar);
      Sql = Sql.drop_front(Word.size());
      Add(Word.str(), /*IsQuoted=*/false);
    } else {
      IsAfterDot = C == '.';
      Sql = Sql.drop_front();
    }
  }
  return Words;
}
