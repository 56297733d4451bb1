//===- SqlNames.h - Names that a query mentions -----------------*- C++ -*-===//
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

/// A piece of a query; white space and comments are none.
struct SqlToken {
  enum Kind : uint8_t {
    Word, ///< Also a number.
    Name, ///< Between double quotes, backquotes or brackets.
    Text, ///< Between single quotes.
    Sign, ///< One character.
  };
  Kind Is;
  llvm::StringRef Source; ///< With its quotes.
};

std::vector<SqlToken> sqlTokens(llvm::StringRef Sql);

/// The first statement of \p Sql, with the semicolon at its end.
llvm::StringRef firstStatement(llvm::StringRef Sql);

/// A word, or a name between quotes or brackets; with a dot and another name
/// before it, that is its schema.
struct SqlWord {
  std::string Schema;
  std::string Name;
  bool IsQuoted = false;
};

/// The words and names of \p Sql, without strings and comments.
std::vector<SqlWord> sqlWords(llvm::StringRef Sql);

/// Whether \p Sql has \p Word, in upper or lower case, outside of texts.
bool hasWord(llvm::StringRef Sql, llvm::StringRef Word);

/// A query in which texts that look like ids are ids: '0x7f00' is 0x7f00. A
/// number equals no text, and JSON has ids as texts.
struct SqlWithIds {
  explicit SqlWithIds(llvm::StringRef Asked);

  std::string Sql; ///< As long as the query, with blanks for the quotes.
  std::vector<llvm::StringRef> Ids; ///< In the query.
};

} // namespace hprof

#endif // LIB_QUERY_SQL_SQLNAMES_H
