//===- Table.cpp - Aligned text tables and CSV ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

/// Terminal columns of \p S; the bytes when it is not printable UTF-8 (--raw).
static size_t displayWidth(StringRef S) {
  int Width = sys::unicode::columnWidthUTF8(S);
  return Width < 0 ? S.size() : static_cast<size_t>(Width);
}

TextTable::TextTable(std::vector<Column> Columns)
    : Columns(std::move(Columns)) {}

void TextTable::row(ArrayRef<Cell> Cells) {
  assert(Cells.size() <= Columns.size() && "more cells than columns");
  std::vector<std::string> &Row = Rows.emplace_back();
  Row.reserve(Cells.size());
  for (const Cell &C : Cells)
    Row.push_back(C.text());
}

void TextTable::print(raw_ostream &OS, unsigned Indent) const {
  std::vector<size_t> Widths;
  std::vector<std::string> Header;
  for (const Column &C : Columns) {
    Widths.push_back(displayWidth(C.Title));
    Header.push_back(C.Title);
  }
  for (const auto &Row : Rows)
    for (size_t I = 0; I != Row.size(); ++I)
      Widths[I] = std::max(Widths[I], displayWidth(Row[I]));

  auto Print = [&](const std::vector<std::string> &Row) {
    size_t Last = Row.size();
    while (Last && Row[Last - 1].empty())
      --Last;
    if (Last)
      OS.indent(Indent);
    for (size_t I = 0; I != Last; ++I) {
      size_t Pad = Widths[I] - displayWidth(Row[I]);
      if (Columns[I].Side == Align::Right)
        OS.indent(Pad);
      OS << Row[I];
      if (I + 1 != Last)
        OS.indent((Columns[I].Side == Align::Left ? Pad : 0) + 2);
    }
    OS << '\n';
  };
  if (any_of(Header, [](StringRef Title) { return !Title.empty(); }))
    Print(Header);
  for (const auto &Row : Rows)
    Print(Row);
}

static void printField(raw_ostream &OS, StringRef Field, EscapeMode Mode) {
  std::string Text =
      Mode == EscapeMode::Raw ? toUtf8(Field) : escape(Field, Mode);
  if (StringRef(Text).find_first_of(",\"\r\n") == StringRef::npos) {
    OS << Text;
    return;
  }
  OS << '"';
  for (char C : Text) {
    if (C == '"')
      OS << '"';
    OS << C;
  }
  OS << '"';
}

CsvWriter::CsvWriter(raw_ostream &OS, ArrayRef<StringRef> Header,
                     EscapeMode Mode)
    : OS(OS), Width(Header.size()), Mode(Mode) {
  ListSeparator Comma(",");
  for (StringRef Title : Header) {
    OS << Comma;
    printField(OS, Title, Mode);
  }
  OS << '\n';
}

void CsvWriter::row(ArrayRef<Cell> Cells) {
  assert(Cells.size() == Width && "a CSV row has all columns");
  ListSeparator Comma(",");
  for (const Cell &C : Cells) {
    OS << Comma;
    printField(OS, C.text(), Mode);
  }
  OS << '\n';
}
