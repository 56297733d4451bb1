//===- AnswerCells.h - Records as rows of tables ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOL_ANSWERCELLS_H
#define LIB_TOOL_ANSWERCELLS_H

#include "Table.h"
#include "hprof/Answer/Rows.h"

namespace hprof {

/// The columns of records in a table, and their cells. A List with row labels
/// and Fields become one column for each label or name.
class AnswerCells {
public:
  /// \p Place is ForText or ForCsv. Strings in cells are escaped for text, but
  /// not for CSV, because CsvWriter escapes them.
  AnswerCells(const Rows &Of, ColumnPlace Place, EscapeMode Mode);

  struct Title {
    std::string Text;
    ColumnType Type;
  };
  const std::vector<Title> &titles() const { return Titles; }
  /// Cells of the current record of \p Of.
  std::vector<Cell> cells(const Rows &Of) const;

  Cell cell(const Column &Is, const Datum &Value) const;
  /// The column of a title, provided that no column is a List or Fields.
  unsigned columnOf(size_t Title) const { return Parts[Title].Column; }

private:
  void addNested(std::vector<Cell> &Cells, const Column &Is, Rows *Nested,
                 size_t Labels) const;
  void addFields(std::vector<Cell> &Cells, Rows *Nested, size_t Names) const;

  const TableInfo &Info;
  ColumnPlace Place;
  EscapeMode Mode;
  struct Part {
    unsigned Column;
    size_t Labels; ///< Number of labels of a List or Fields.
  };
  std::vector<Part> Parts;
  std::vector<Title> Titles;
};

/// Returns the column of type Depth.
inline std::optional<unsigned> depthColumn(const TableInfo &Info) {
  for (unsigned I = 0; I != Info.Columns.size(); ++I)
    if (Info.Columns[I].Type == ColumnType::Depth)
      return I;
  return std::nullopt;
}

} // namespace hprof

#endif // LIB_TOOL_ANSWERCELLS_H
