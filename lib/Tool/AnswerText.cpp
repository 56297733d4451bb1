//===- AnswerText.cpp - Answers as text -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnswerCells.h"
#include "TimeText.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// "5394960 bytes (5.1 MiB, 71.2%)", or "5.1 MiB (71.2%)".
static std::string sizeText(uint64_t Bytes, StringRef Share) {
  std::string Text = bytesText(Bytes), More;
  if (!TextStyle::current().IsHuman && Bytes >= 1024)
    More = humanBytes(Bytes);
  if (!Share.empty())
    More += (More.empty() ? "" : ", ") + Share.str();
  return More.empty() ? Text : Text + " (" + More + ')';
}

static void printPiece(raw_ostream &OS, const Prose::Piece &P,
                       EscapeMode Mode) {
  switch (P.Is) {
  case Prose::Kind::Plain:
  case Prose::Kind::Option:
    OS << P.Text;
    return;
  case Prose::Kind::Count:
    OS << numberText(P.Number) << P.Text;
    return;
  case Prose::Kind::Name:
    printEscaped(OS, P.Text, Mode);
    return;
  case Prose::Kind::Quoted:
    OS << '"' << escapeQuoted(P.Text, '"', Mode) << '"';
    return;
  case Prose::Kind::Bytes:
    OS << bytesText(P.Number);
    return;
  case Prose::Kind::Size:
    OS << sizeText(P.Number, P.Text);
    return;
  case Prose::Kind::NumberCell:
    OS << right_justify(numberText(P.Number), P.Width);
    return;
  case Prose::Kind::BytesCell:
    OS << right_justify(bytesNumber(P.Number), P.Width);
    return;
  case Prose::Kind::LargeBytes:
    OS << bytesText(P.Number);
    if (!TextStyle::current().IsHuman && P.Number >= 1 << 20)
      OS << " (" << humanBytes(P.Number) << ')';
    return;
  case Prose::Kind::Change:
    OS << signedText(int64_t(P.Number), /*IsBytes=*/false);
    return;
  case Prose::Kind::BytesChange:
    OS << signedText(int64_t(P.Number), /*IsBytes=*/true);
    if (!TextStyle::current().IsHuman)
      OS << " bytes";
    return;
  case Prose::Kind::Amount:
    OS << bytesNumber(P.Number);
    return;
  case Prose::Kind::AmountChange:
    OS << signedText(int64_t(P.Number), /*IsBytes=*/true);
    return;
  case Prose::Kind::Time:
    OS << timeText(P.Number);
    return;
  case Prose::Kind::Id:
    OS << jsonId(P.Number);
    return;
  case Prose::Kind::Word:
    OS << shellWord(P.Text);
    return;
  case Prose::Kind::Value:
    OS << valueText({P.Type, P.Number});
    return;
  }
}

static void printProse(raw_ostream &OS, const Prose &Text, EscapeMode Mode) {
  for (const Prose::Piece &P : Text.pieces())
    printPiece(OS, P, Mode);
}

std::string hprof::proseText(const Prose &Text, EscapeMode Mode) {
  std::string Line;
  raw_string_ostream OS(Line);
  printProse(OS, Text, Mode);
  return Line;
}

namespace {
class TextPresenter final : public Presenter {
public:
  TextPresenter(raw_ostream &OS, EscapeMode Mode) : OS(OS), Mode(Mode) {}

  void line(const Prose &Text) override {
    printProse(OS, Text, Mode);
    OS << '\n';
  }

  void sentence(const Prose &Text) override {
    printWrapped(OS, proseText(Text, Mode));
  }

  void table(Rows &All, unsigned Indent) override {
    const AnswerCells Cells(All, ForText, Mode);
    std::vector<TextTable::Column> Columns;
    for (const AnswerCells::Title &T : Cells.titles())
      Columns.push_back({T.Text, sideOf(T.Type)});
    TextTable Table(std::move(Columns));
    const std::optional<unsigned> Depth = depthColumn(All.info());
    while (All.next()) {
      std::vector<Cell> Row = Cells.cells(All);
      if (const Datum At = Depth ? All.get(*Depth) : Datum();
          const auto *Level = At.get<uint64_t>())
        Row.back() = std::string(2 * *Level, ' ') + Row.back().text();
      Table.takeRow(std::move(Row));
      // A query may have any number of rows.
      if (constexpr size_t MostRows = 100000; Table.rows() == MostRows)
        Table.print(OS, Indent);
    }
    Table.print(OS, Indent);
  }

  void tree(Rows &All, uint64_t Most) override {
    const AnswerCells Cells(All, ForText, Mode);
    const ArrayRef<AnswerCells::Title> Titles = Cells.titles();
    const size_t Last = Titles.size() - 1;
    std::vector<size_t> Widths;
    for (size_t I = 0; I != Last; ++I) {
      Widths.push_back(treeWidth(Titles[I].Type, Most) + (I ? 1 : 0));
      printRight(Titles[I].Text, Widths[I]);
    }
    OS << "  " << Titles[Last].Text << '\n';
    const std::optional<unsigned> Depth = depthColumn(All.info());
    while (All.next()) {
      // There may be millions of rows.
      for (size_t I = 0; I != Last; ++I)
        printTreeCell(Cells, I, All.get(Cells.columnOf(I)), Widths[I]);
      const Datum At = Depth ? All.get(*Depth) : Datum();
      const uint64_t *Level = At.get<uint64_t>();
      OS.indent(2 + 2 * unsigned(Level ? *Level : 0));
      const Datum What = All.get(Cells.columnOf(Last));
      if (const auto *Text = What.get<Prose>())
        printProse(OS, *Text, Mode);
      else
        OS << Cells.cell(All.info().Columns[Cells.columnOf(Last)], What).text();
      OS << '\n';
    }
  }

  void more(uint64_t All, uint64_t Shown, const Prose &Total) override {
    OS << "... and " << numberText(All - Shown) << " more (--top=0 prints all)";
    if (!Total.empty())
      OS << "; all rows: " << proseText(Total, Mode);
    OS << '\n';
  }

private:
  static TextTable::Align sideOf(ColumnType Type) {
    switch (Type) {
    case ColumnType::Text:
    case ColumnType::Word:
    case ColumnType::Id:
    case ColumnType::Number:
    case ColumnType::Time:
    case ColumnType::Flag:
    case ColumnType::Value:
    case ColumnType::Texts:
    case ColumnType::Ids:
    case ColumnType::Record:
    case ColumnType::List:
    case ColumnType::Fields:
      return TextTable::Align::Left;
    case ColumnType::Count:
    case ColumnType::Change:
    case ColumnType::BytesChange:
    case ColumnType::Rate:
    case ColumnType::Share:
    case ColumnType::Depth:
    case ColumnType::Real:
      return TextTable::Align::Right;
    case ColumnType::Bytes:
      return TextTable::Align::Bytes;
    }
    llvm_unreachable("unhandled type");
  }

  static size_t treeWidth(ColumnType Type, uint64_t Most) {
    if (Type == ColumnType::Bytes)
      return std::max<size_t>(TextStyle::current().IsHuman ? 10 : 8,
                              bytesNumber(Most).size());
    return Type == ColumnType::Share ? 7 : 10;
  }

  void printRight(StringRef Text, size_t Width) {
    OS.indent(unsigned(Width - std::min(Width, Text.size()))) << Text;
  }

  void printTreeCell(const AnswerCells &Cells, size_t I, const Datum &Value,
                     size_t Width) {
    const ColumnType Type = Cells.titles()[I].Type;
    const auto *N = Value.get<uint64_t>();
    if (N && Type == ColumnType::Bytes)
      return printRight(bytesNumber(*N), Width);
    if (N && Type == ColumnType::Count)
      return printRight(numberText(*N), Width);
    if (!Value.isMissing())
      return printRight(Cells.cell({"", Type}, Value).text(), Width);
    OS.indent(unsigned(Width));
  }

  raw_ostream &OS;
  EscapeMode Mode;
};
} // namespace

std::unique_ptr<Presenter> hprof::textPresenter(raw_ostream &OS,
                                                EscapeMode Mode) {
  return std::make_unique<TextPresenter>(OS, Mode);
}

void hprof::printAnswerText(raw_ostream &OS, const Answer &A, EscapeMode Mode) {
  TextPresenter To(OS, Mode);
  A.present(To);
}
