//===- SqlNames.h - Names in a query ----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_SQLNAMES_H
#define LIB_QUERY_SQL_SQLNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hprof {

/// A token of a query; never white space or a comment.
struct SqlToken {
  enum Kind : uint8_t {
    Word, ///< Also a number.
    Name, ///< Between double quotes, backquotes or brackets.
    Text, ///< Between single quotes.
    Sign, ///< One character.
  };
  Kind Is;
  llvm::StringRef Source; ///< Includes quotes.
};

std::vector<SqlToken> sqlTokens(llvm::StringRef Sql);

/// \p Sql without the white space, comments and semicolons at its start.
llvm::StringRef fromFirstToken(llvm::StringRef Sql);

/// First statement of \p Sql, including the final semicolon.
llvm::StringRef firstStatement(llvm::StringRef Sql);

/// A word, or a name in quotes or brackets. If a name and a dot precede it,
/// that name is its schema.
struct SqlWord {
  std::string Schema;
  std::string Name;
  bool IsQuoted = false;
};

/// The words and names of \p Sql, without strings and comments.
std::vector<SqlWord> sqlWords(llvm::StringRef Sql);

/// Whether \p Sql contains \p Word, in upper or lower case, outside strings.
bool hasWord(llvm::StringRef Sql, llvm::StringRef Word);

/// A query in which strings that look like ids are replaced by ids: 0x7f00 for
/// '0x7f00'. Numbers never equal strings, and ids are strings in JSON.
struct SqlWithIds {
  explicit SqlWithIds(llvm::StringRef Asked);

  std::string Sql; ///< As long as the query: quotes become spaces.
  std::vector<llvm::StringRef> Ids; ///< Substrings of the query.
};

} // namespace hprof

#endif // LIB_QUERY_SQL_SQLNAMES_H
