//===- TableInfo.h - Declared columns of an answer --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an answer consists of: tables with columns of declared types. A record
/// that stands alone is a table with one row. A renderer needs no more than
/// this to print any answer as text, CSV or JSON, and to describe it in a
/// schema or a man page. TypedTable.h declares tables.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_TABLEINFO_H
#define HPROF_ANSWER_TABLEINFO_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace hprof {

struct TableInfo;

enum class ColumnType {
  Text,        ///< Text from an input, as stored there; may be prose.
  Word,        ///< One of Column::Choices.
  Id,          ///< Id of an object or class.
  Count,       ///< Not of bytes.
  Number,      ///< Counts nothing, such as a serial; may be negative.
  Bytes,       ///< Count of bytes.
  Change,      ///< Signed.
  BytesChange, ///< Signed.
  Rate,        ///< Per hour, with a fraction; signed.
  Share,       ///< From 0 to 1 (in text as a percentage).
  Real,        ///< Number with a fraction.
  Time,        ///< Milliseconds since 1970.
  Flag,        ///< True or false.
  Value,       ///< A Java value, or a record for what it refers to.
  Texts,       ///< Any number of texts.
  Ids,         ///< Any number of ids.
  Record,      ///< A record of its own.
  List,        ///< Any number of records.
  Fields,      ///< A record whose columns are known at run time, which lie next
               ///< to each other in tables: see Rows::labels().
  Depth        ///< Count of rows above it in a tree, see Presenter::tree().
};

/// The position of a column in text, which shows those of lower rank first. The
/// rank is 50 if none is stated; ties are in the order of the declaration.
constexpr unsigned At(unsigned Rank) { return Rank << 8; }

/// The same in CSV.
constexpr unsigned AtInCsv(unsigned Rank) { return Rank << 16; }

/// What shows a column; a set, with ranks.
enum ColumnPlace : unsigned {
  ForText = 1,
  ForCsv = 2,
  ForJson = 4,
  ForTables = ForText | ForCsv,
  ForAll = ForText | ForCsv | ForJson,
  LastInText = At(99), ///< Texts of varying width come after numbers.
  Key = ForAll | LastInText,
  /// Many rows have the same text, such as the name of a class.
  Repeats = 1U << 24
};

struct Column {
  /// In CSV, JSON and SQL: lower case, underscores. The only column of a table
  /// may lack one: then its records are just this value in JSON.
  llvm::StringRef Name;
  ColumnType Type = ColumnType::Text;
  unsigned Places = ForAll;
  /// Whether a row may lack it. JSON then has no such key; CSV and text have an
  /// empty cell.
  bool IsOptional = false;
  llvm::StringRef Sentence = {}; ///< For people: what it is, with its unit.
  llvm::StringRef Heading = {};  ///< In text; Name if empty.
  llvm::StringRef Choices = {};  ///< The words of a Word: "a|b".
  /// The table of a Record or List.
  const TableInfo *Of = nullptr;
  bool MayBeNull = false; ///< JSON has null where the value is unknown.

  /// A Heading of blanks is no heading.
  llvm::StringRef heading() const {
    return Heading.empty() ? Name : Heading.trim();
  }
  bool isNested() const {
    return Type == ColumnType::Record || Type == ColumnType::List;
  }
  /// The rank in a place that has tables.
  unsigned rank(ColumnPlace Place) const {
    const unsigned Stated = Places >> (Place == ForCsv ? 16 : 8) & 0xff;
    return Stated ? Stated : 50;
  }
};

struct TableInfo {
  llvm::StringRef Name;     ///< "histogram", unique.
  llvm::StringRef Sentence; ///< For people: what a row is.
  std::vector<Column> Columns;

  /// The column that records consist of in JSON; null if they are objects.
  const Column *value() const {
    return Columns.size() == 1 && Columns.front().Name.empty()
               ? &Columns.front()
               : nullptr;
  }
};

} // namespace hprof

#endif // HPROF_ANSWER_TABLEINFO_H
