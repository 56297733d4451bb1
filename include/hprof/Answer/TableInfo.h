//===- TableInfo.h - Declared columns of an answer --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Structure of an answer: tables with columns of declared types. A single
/// record is a table with one row. From this structure, a renderer can print
/// any answer as text, CSV or JSON, and describe the answer in a schema or a
/// man page. TypedTable.h declares tables.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_TABLEINFO_H
#define HPROF_ANSWER_TABLEINFO_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace hprof {

struct TableInfo;

enum class ColumnType {
  Text,   ///< String from an input, unchanged; may be prose.
  Word,   ///< One of Column::Choices.
  Id,     ///< Id of an object or class.
  Count,  ///< Count of things other than bytes.
  Number, ///< A number that is not a count, such as a serial; may be negative.
  Bytes,  ///< Count of bytes.
  Change, ///< Signed.
  BytesChange, ///< Signed.
  Rate,        ///< Per hour, with a fraction; signed.
  Share,       ///< From 0 to 1 (in text as a percentage).
  Real,        ///< Number with a fraction.
  Time,        ///< Milliseconds since 1970.
  Flag,        ///< True or false.
  Value,       ///< Java value, or a record for the referenced object.
  Texts,       ///< Any number of strings.
  Ids,         ///< Any number of ids.
  Record,      ///< Nested record.
  List,        ///< Any number of nested records.
  Fields,      ///< Record whose columns are only known at run time, adjacent in
               ///< tables: see Rows::labels().
  Depth        ///< Depth of the row in a tree; see Presenter::tree().
};

/// The position of a column in text: columns with a lower rank come first. The
/// default rank is 50; columns of equal rank are in the order of declaration.
constexpr unsigned At(unsigned Rank) { return Rank << 8; }

/// Same as above, for CSV.
constexpr unsigned AtInCsv(unsigned Rank) { return Rank << 16; }

/// The set of formats that show a column, combined with its ranks.
enum ColumnPlace : unsigned {
  ForText = 1,
  ForCsv = 2,
  ForJson = 4,
  ForTables = ForText | ForCsv,
  ForAll = ForText | ForCsv | ForJson,
  LastInText = At(99), ///< Strings of varying width come after numbers.
  Key = ForAll | LastInText,
  /// Many rows have the same string, such as the name of a class.
  Repeats = 1U << 24
};

struct Column {
  /// Name in CSV, JSON and SQL: lower case, with underscores. If a table has
  /// only one column, the name may be empty; in JSON, each record is then the
  /// plain value.
  llvm::StringRef Name;
  ColumnType Type = ColumnType::Text;
  unsigned Places = ForAll;
  /// Whether a row may lack the value. JSON then omits the key; CSV and text
  /// leave the cell empty.
  bool IsOptional = false;
  llvm::StringRef Sentence = {}; ///< Description, with the unit.
  llvm::StringRef Heading = {};  ///< Heading in text; if empty, Name is used.
  llvm::StringRef Choices = {};  ///< Possible values of a Word: "a|b".
  /// The table of the nested records, for a Record or List.
  const TableInfo *Of = nullptr;
  bool MayBeNull = false; ///< JSON shows null for an unknown value.

  /// Empty if Heading is only spaces.
  llvm::StringRef heading() const {
    return Heading.empty() ? Name : Heading.trim();
  }
  bool isNested() const {
    return Type == ColumnType::Record || Type == ColumnType::List;
  }
  /// Returns the rank of the column in text or CSV.
  unsigned rank(ColumnPlace Place) const {
    const unsigned Stated = Places >> (Place == ForCsv ? 16 : 8) & 0xff;
    return Stated ? Stated : 50;
  }
};

struct TableInfo {
  llvm::StringRef Name;     ///< Unique name: "histogram".
  llvm::StringRef Sentence; ///< Description of a row, for display.
  std::vector<Column> Columns;

  /// Returns the only column if records are plain values in JSON; null if they
  /// are objects.
  const Column *value() const {
    return Columns.size() == 1 && Columns.front().Name.empty()
               ? &Columns.front()
               : nullptr;
  }
};

} // namespace hprof

#endif // HPROF_ANSWER_TABLEINFO_H
