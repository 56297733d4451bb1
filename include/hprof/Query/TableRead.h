//===- TableRead.h - Tables without SQL -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the rows of a table directly, which is faster than a query for all
/// rows:
///
///     TableRequest Request{"objects", {}, {"id", "class", "shallow"}};
///     Expected<TableRows> All = readTable(Session, Request);
///
//===----------------------------------------------------------------------===//
#ifndef HPROF_QUERY_TABLEREAD_H
#define HPROF_QUERY_TABLEREAD_H

#include "hprof/Query/QuerySession.h"

namespace hprof {

struct TableRequest {
  std::string Name; ///< As for QuerySession::find().
  /// Parameters of the table, or columns by which it finds rows, with their
  /// required values: numbers, ids such as "0x7f00", or strings.
  std::vector<std::pair<std::string, std::string>> Arguments;
  /// Names of columns; empty for all. Values needed only for other columns are
  /// not computed.
  std::vector<std::string> Columns;
};

struct TableRows {
  std::unique_ptr<Rows> All; ///< Null if there is no such table.
  /// Numbers of the requested columns; others cannot be read.
  std::vector<unsigned> Columns;
};

/// Reads a table of the input \p Schema. \p Session must outlive the rows.
llvm::Expected<TableRows> readTable(QuerySession &Session,
                                    llvm::StringRef Schema,
                                    const TableRequest &Request);

/// A parameter of a table.
struct TableParameter {
  llvm::StringRef Name;
  bool IsRequired;
  llvm::StringRef Sentence;
};
struct KnownTable {
  const TableInfo *Is;
  std::vector<TableParameter> Parameters;
};
/// Tables of each heap, except those of its classes.
std::vector<KnownTable> knownTables();

struct KnownView {
  llvm::StringRef Name;
  std::vector<llvm::StringRef> Columns;
  llvm::StringRef Sentence;
};
std::vector<KnownView> knownViews();

} // namespace hprof

#endif // HPROF_QUERY_TABLEREAD_H
