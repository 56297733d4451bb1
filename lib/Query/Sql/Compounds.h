//===- Compounds.h - The UNIONs of a query ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_COMPOUNDS_H
#define LIB_QUERY_SQL_COMPOUNDS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hprof {

/// SELECTs with UNION between them, at the top of a query or in parentheses.
struct SqlCompound {
  llvm::StringRef All; ///< Without WITH before it, and ORDER BY after it.
  /// At least two SELECTs or VALUES. Those after EXCEPT and INTERSECT add no
  /// rows and are not listed.
  std::vector<llvm::StringRef> Parts;
  /// The WITHs that the parts see, innermost first.
  std::vector<llvm::StringRef> Withs;

  /// \p Part as a query of its own.
  std::string within(llvm::StringRef Part) const;
};

/// The compounds of the first statement of \p Sql, inner ones first.
std::vector<SqlCompound> sqlCompounds(llvm::StringRef Sql);

/// For each column of \p Select whether it is NULL or a hexadecimal number, as
/// ids are written, and nothing else: it can be of the type that other SELECTs
/// of the UNION have. Fewer columns than it has if that is unknown.
std::vector<bool> anyTypeColumns(llvm::StringRef Select);

} // namespace hprof

#endif // LIB_QUERY_SQL_COMPOUNDS_H
