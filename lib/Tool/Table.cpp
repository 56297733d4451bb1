//===- Table.cpp - Aligned text tables and CSV ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Table.h"
#include "Terminal.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;
using namespace hprof;

/// Display width of \p S, or its size in bytes if it is not printable UTF-8
/// (--raw).
static size_t displayWidth(StringRef S) {
  if (isPlainText(S))
    return S.size();
  int Width = sys::unicode::columnWidthUTF8(S);
  return Width < 0 ? S.size() : static_cast<size_t>(Width);
}

static TextStyle CurrentStyle;

const TextStyle &TextStyle::current() { return CurrentStyle; }
void TextStyle::setCurrent(const TextStyle &Style) { CurrentStyle = Style; }

std::string hprof::numberText(uint64_t N) {
  std::string Text = std::to_string(N);
  if (CurrentStyle.IsGrouped)
    for (size_t At = Text.size(); At > 3; At -= 3)
      Text.insert(At - 3, ",");
  return Text;
}

std::string hprof::humanBytes(uint64_t Bytes) {
  static constexpr const char *Units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (Bytes < 1024)
    return std::to_string(Bytes) + " B";
  double Value = double(Bytes) / 1024;
  const char *const *Unit = Units;
  // Values that would print as 1024.0 become 1.0 of the next unit.
  for (; Value >= 1023.95 && Unit + 1 != std::end(Units); ++Unit)
    Value /= 1024;
  std::string Text;
  raw_string_ostream(Text) << format("%.1f ", Value) << *Unit;
  return Text;
}

std::string hprof::bytesNumber(uint64_t Bytes) {
  return CurrentStyle.IsHuman ? humanBytes(Bytes) : numberText(Bytes);
}

std::string hprof::bytesText(uint64_t Bytes) {
  return CurrentStyle.IsHuman
             ? humanBytes(Bytes)
             : numberText(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

std::string hprof::signedText(int64_t N, bool IsBytes) {
  uint64_t Size = N < 0 ? 0 - uint64_t(N) : uint64_t(N);
  return (N > 0   ? "+"
          : N < 0 ? "-"
                  : "") +
         (IsBytes ? bytesNumber(Size) : numberText(Size));
}

/// \p S with its middle replaced, to fit in \p Width columns.
static std::string cutTo(StringRef S, size_t Width) {
  static constexpr StringLiteral Gap = "...";
  if (displayWidth(S) <= Width || Width <= Gap.size())
    return S.str();
  // The end of a name is more informative than its beginning.
  const size_t Tail = (Width - Gap.size()) * 2 / 3;
  const size_t Head = Width - Gap.size() - Tail;
  auto IsInside = [&](size_t At) {
    return At < S.size() && (uint8_t(S[At]) & 0xc0) == 0x80;
  };
  size_t HeadEnd = 0, TailBegin = S.size(), Used = 0;
  while (HeadEnd < S.size()) {
    size_t Next = HeadEnd + 1;
    while (IsInside(Next))
      ++Next;
    Used += displayWidth(S.slice(HeadEnd, Next));
    if (Used > Head)
      break;
    HeadEnd = Next;
  }
  Used = 0;
  while (TailBegin) {
    size_t Next = TailBegin - 1;
    while (Next && IsInside(Next))
      --Next;
    Used += displayWidth(S.slice(Next, TailBegin));
    if (Used > Tail)
      break;
    TailBegin = Next;
  }
  return (S.take_front(HeadEnd) + Gap + S.drop_front(TailBegin)).str();
}

/// Narrowest column of text, in columns of the terminal: a shorter string is
/// not informative.
static constexpr size_t LeastText = 16;

/// Makes columns of text narrower, the widest first, until all fit \p Most. If
/// numbers leave too little space, lines are longer, and names readable.
static void fitColumns(std::vector<size_t> &Widths, ArrayRef<bool> IsText,
                       size_t Most) {
  size_t Sum = 2 * (Widths.size() - 1), Narrowest = Sum;
  for (size_t I = 0; I != Widths.size(); ++I) {
    Sum += Widths[I];
    Narrowest += IsText[I] ? std::min(Widths[I], LeastText) : Widths[I];
  }
  const size_t Least = Narrowest > Most ? 40 : LeastText;
  while (Sum > Most) {
    size_t *Widest = nullptr;
    for (size_t I = 0; I != Widths.size(); ++I)
      if (IsText[I] && Widths[I] > Least && (!Widest || Widths[I] > *Widest))
        Widest = &Widths[I];
    if (!Widest)
      return;
    --*Widest;
    --Sum;
  }
}

/// Number of columns for a table on \p OS; 0 for no limit.
static size_t columnsOf(raw_ostream &OS) {
  if (CurrentStyle.IsWide)
    return 0;
  if (CurrentStyle.Columns)
    return CurrentStyle.Columns;
  return OS.is_displayed() ? terminalColumns(STDOUT_FILENO) : 0;
}

/// Prints \p Text in lines of at most \p Most columns, broken at spaces; all
/// lines but the first are indented to column \p Begin and by the spaces that
/// \p Text begins with. If \p CutsWords, words that are longer than a line are
/// shortened.
static void printLines(raw_ostream &OS, StringRef Text, size_t Begin,
                       size_t Most, bool CutsWords) {
  const StringRef Words = Text.ltrim(' ');
  const size_t Depth =
      std::min(Text.size() - Words.size(), Most - std::min(Most, LeastText));
  OS.indent(unsigned(Depth));
  Begin += Depth;
  Most -= Depth;
  Text = Words;
  while (true) {
    size_t End = std::min(Text.find(' '), Text.size());
    while (End != Text.size()) {
      const size_t Next = std::min(Text.find(' ', End + 1), Text.size());
      if (displayWidth(Text.take_front(Next)) > Most)
        break;
      End = Next;
    }
    OS << cutTo(Text.take_front(End), CutsWords ? Most : SIZE_MAX);
    Text = Text.drop_front(End).ltrim(' ');
    if (Text.empty())
      return;
    (OS << '\n').indent(unsigned(Begin));
  }
}

void hprof::printWrapped(raw_ostream &OS, StringRef Text) {
  const size_t Most = columnsOf(OS);
  size_t Indent = Text.find_first_not_of(' ');
  if (!Most || Indent == StringRef::npos || displayWidth(Text) <= Most) {
    OS << Text << '\n';
    return;
  }
  // Text after a number, as in "1. The map".
  const size_t Digits = Text.drop_front(Indent).find_first_not_of("0123456789");
  if (Digits != StringRef::npos && Digits &&
      Text.drop_front(Indent + Digits).starts_with(". "))
    Indent += Digits + 2;
  OS << Text.take_front(Indent);
  printLines(OS, Text.drop_front(Indent), Indent, Most - std::min(Most, Indent),
             /*CutsWords=*/false);
  OS << '\n';
}

TextTable::TextTable(std::vector<Column> Columns)
    : Columns(std::move(Columns)) {}

void TextTable::row(ArrayRef<Cell> Cells) { takeRow(Cells.vec()); }

void TextTable::takeRow(std::vector<Cell> Cells) {
  assert(Cells.size() <= Columns.size() && "more cells than columns");
  std::vector<std::string> &Row = Rows.emplace_back();
  Row.reserve(Cells.size());
  for (size_t I = 0; I != Cells.size(); ++I) {
    std::optional<uint64_t> Bytes;
    if (Columns[I].Side == Align::Bytes)
      Bytes = Cells[I].number();
    const std::optional<uint64_t> Count =
        Columns[I].Side == Align::Right ? Cells[I].number() : std::nullopt;
    Row.push_back(Bytes   ? bytesNumber(*Bytes)
                  : Count ? numberText(*Count)
                          : Cells[I].takeText());
  }
}

void TextTable::print(raw_ostream &OS, unsigned Indent) {
  std::vector<std::string> Header;
  if (Widths.empty())
    for (const Column &C : Columns) {
      Widths.push_back(displayWidth(C.Title));
      Header.push_back(C.Title);
    }
  for (const auto &Row : Rows)
    for (size_t I = 0; I != Row.size(); ++I)
      Widths[I] = std::max(Widths[I], displayWidth(Row[I]));
  if (size_t Most = columnsOf(OS); Most > Indent) {
    SmallVector<bool, 8> IsText;
    for (const Column &C : Columns)
      IsText.push_back(C.Side == Align::Left);
    fitColumns(Widths, IsText, Most - Indent);
  }
  if (any_of(Header, [](StringRef Title) { return !Title.empty(); }))
    printRow(OS, Indent, Header);
  for (const auto &Row : Rows)
    printRow(OS, Indent, Row);
  Rows.clear();
}

void TextTable::printRow(raw_ostream &OS, unsigned Indent,
                         ArrayRef<std::string> Row) const {
  size_t Last = Row.size();
  while (Last && Row[Last - 1].empty())
    --Last;
  if (Last)
    OS.indent(Indent);
  size_t Begin = Indent;
  for (size_t I = 0; I != Last; ++I) {
    const bool IsLeft = Columns[I].Side == Align::Left;
    const bool IsWide = displayWidth(Row[I]) > Widths[I];
    const bool IsWrapped = IsWide && IsLeft && I + 1 == Columns.size();
    StringRef Text = Row[I];
    std::string Cut;
    if (IsWide && !IsWrapped)
      Text = Cut = cutTo(Text, Widths[I]);
    const size_t Pad = Widths[I] - std::min(Widths[I], displayWidth(Text));
    OS.indent(unsigned(IsLeft ? 0 : Pad));
    if (IsWrapped)
      printLines(OS, Text, Begin, Widths[I], /*CutsWords=*/true);
    else
      OS << Text;
    if (I + 1 != Last)
      OS.indent(unsigned((IsLeft ? Pad : 0) + 2));
    Begin += Widths[I] + 2;
  }
  OS << '\n';
}

static void printField(raw_ostream &OS, StringRef Field, EscapeMode Mode) {
  // Nearly all fields need no copy.
  if (isPlainText(Field)) {
    OS << Field;
    return;
  }
  const std::string Text =
      Mode == EscapeMode::Raw ? toUtf8(Field) : escapeField(Field);
  auto NeedsQuotes = [](char C) {
    return C == ',' || C == '"' || C == '\r' || C == '\n';
  };
  if (none_of(Text, NeedsQuotes)) {
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
