//===- Table.h - Aligned text tables and CSV --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_TABLE_H
#define HPROF_TOOL_TABLE_H

#include "hprof/Tool/Escape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// A value in a table: text, or a number in plain decimal digits.
class Cell {
public:
  Cell(llvm::StringRef S) : Text(S) {}
  Cell(const char *S) : Text(S) {}
  Cell(std::string S) : Text(std::move(S)) {}
  template <typename T,
            typename = std::enable_if_t<std::is_integral<T>::value &&
                                        !std::is_same<T, bool>::value &&
                                        !std::is_same<T, char>::value>>
  Cell(T N) : Text(std::to_string(N)) {}

  const std::string &text() const { return Text; }

private:
  std::string Text;
};

/// A table for people: all rows are kept until print(), columns are as wide as
/// their widest cell on a terminal, two spaces apart; nothing follows the last
/// cell of a line. Cells must be escaped (Escape.h) by the caller.
class TextTable {
public:
  enum class Align { Left, Right };
  struct Column {
    std::string Title;
    Align Side = Align::Left;
  };

  explicit TextTable(std::vector<Column> Columns);
  /// \p Cells may be fewer than the columns; the rest is empty.
  void row(llvm::ArrayRef<Cell> Cells);
  size_t rows() const { return Rows.size(); }
  /// The header line when any column has a title, then the rows, each after
  /// \p Indent spaces.
  void print(llvm::raw_ostream &OS, unsigned Indent = 0) const;

private:
  std::vector<Column> Columns;
  std::vector<std::vector<std::string>> Rows;
};

/// Comma-separated values as in RFC 4180, but lines end in LF. Nothing is kept.
/// Quotes carry commas and quotes, and line breaks that are not escaped.
class CsvWriter {
public:
  /// Writes the header line. Cells are escaped unless \p Mode is Raw, and then
  /// they are valid UTF-8, see toUtf8().
  CsvWriter(llvm::raw_ostream &OS, llvm::ArrayRef<llvm::StringRef> Header,
            EscapeMode Mode);
  void row(llvm::ArrayRef<Cell> Cells);

private:
  llvm::raw_ostream &OS;
  size_t Width;
  EscapeMode Mode;
};

} // namespace hprof

#endif // HPROF_TOOL_TABLE_H
