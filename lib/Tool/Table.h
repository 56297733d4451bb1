//===- Table.h - Aligned text tables and CSV --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_TABLE_H
#define HPROF_LIB_TOOL_TABLE_H

#include "hprof/Tool/Escape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// A value in a table: a string, or a number in plain decimal digits.
class Cell {
public:
  Cell(llvm::StringRef S) : Text(S) {}
  Cell(const char *S) : Text(S) {}
  Cell(std::string S) : Text(std::move(S)) {}
  template <typename T,
            typename = std::enable_if_t<std::is_integral<T>::value &&
                                        !std::is_same<T, bool>::value &&
                                        !std::is_same<T, char>::value>>
  Cell(T N) : Text(std::to_string(N)), Number(uint64_t(N)), IsNumber(true) {}

  const std::string &text() const { return Text; }
  std::string takeText() { return std::move(Text); }
  /// The number, if the cell is one.
  std::optional<uint64_t> number() const {
    return IsNumber ? std::optional(Number) : std::nullopt;
  }

private:
  std::string Text;
  uint64_t Number = 0;
  bool IsNumber = false;
};

/// Style of human-readable text. Like the color of messages, it applies to all
/// output of a tool; toolMain() sets it from the options.
struct TextStyle {
  bool IsHuman = false;   ///< Bytes as "1.5 MiB".
  bool IsWide = false;    ///< Whether lines may be wider than the terminal.
  bool IsGrouped = false; ///< Digits in groups of three, on a terminal.
  /// Overrides the terminal width for all output; for tests.
  unsigned Columns = 0;

  static const TextStyle &current();
  /// Must be called before anything is printed.
  static void setCurrent(const TextStyle &Style);
};

/// "1572864", or "1,572,864" if IsGrouped.
std::string numberText(uint64_t N);
/// "1.5 MiB".
std::string humanBytes(uint64_t Bytes);
/// "1572864" for a column of bytes, or "1.5 MiB" if IsHuman.
std::string bytesNumber(uint64_t Bytes);
/// "1572864 bytes", "1 byte", or "1.5 MiB" if IsHuman.
std::string bytesText(uint64_t Bytes);

/// "+12", "-3", "0"; for bytes "+1.5 MiB" if IsHuman.
std::string signedText(int64_t N, bool IsBytes);

/// Prints \p Text to \p OS, wrapped if the terminal is too narrow: broken at
/// spaces; further lines are indented like the first line, or like the text
/// after its number.
void printWrapped(llvm::raw_ostream &OS, llvm::StringRef Text);

/// A human-readable table, which keeps rows until print(). Columns are as wide
/// as their widest cell on a terminal, two spaces apart; lines have no trailing
/// spaces. On a terminal that is too narrow, the widest strings are
/// shortened in the middle; those of the last column are wrapped. Cells must be
/// escaped (Escape.h) by the caller.
class TextTable {
public:
  enum class Align {
    Left,
    Right,
    Bytes ///< Right-aligned; numbers are bytes, see TextStyle::IsHuman.
  };
  struct Column {
    std::string Title;
    Align Side = Align::Left;
  };

  explicit TextTable(std::vector<Column> Columns);
  /// There may be fewer \p Cells than columns; the other cells stay empty.
  void row(llvm::ArrayRef<Cell> Cells);
  /// Adds a row without copying the cells.
  void takeRow(std::vector<Cell> Cells);
  size_t rows() const { return Rows.size(); }
  /// Prints the header line if any column has a title, then the rows, each
  /// indented by \p Indent spaces. Can be called again with more rows: columns
  /// may then become wider.
  void print(llvm::raw_ostream &OS, unsigned Indent = 0);

private:
  void printRow(llvm::raw_ostream &OS, unsigned Indent,
                llvm::ArrayRef<std::string> Row) const;

  std::vector<Column> Columns;
  std::vector<size_t> Widths; ///< Empty before the first print().
  std::vector<std::vector<std::string>> Rows;
};

/// Comma-separated values as in RFC 4180, but lines end in LF. Rows are not
/// kept. Cells with commas, quotes or unescaped line breaks are quoted.
class CsvWriter {
public:
  /// Writes the header line. If \p Mode is Raw, cells are converted to valid
  /// UTF-8 (see toUtf8()); otherwise, they are escaped.
  CsvWriter(llvm::raw_ostream &OS, llvm::ArrayRef<llvm::StringRef> Header,
            EscapeMode Mode);
  void row(llvm::ArrayRef<Cell> Cells);

private:
  llvm::raw_ostream &OS;
  size_t Width;
  EscapeMode Mode;
};

} // namespace hprof

#endif // HPROF_LIB_TOOL_TABLE_H
