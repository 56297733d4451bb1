//===- AnswerText.cpp - Answers for people --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnswerCells.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Json.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

std::string hprof::proseText(const Prose &Text, EscapeMode Mode) {
  std::string Line;
  for (const Prose::Piece &P : Text.pieces()) {
    switch (P.Is) {
    case Prose::Kind::Plain:
    case Prose::Kind::Option:
    case Prose::Kind::Count:
      Line += P.Text;
      break;
    case Prose::Kind::Name:
      Line += escape(P.Text, Mode);
      break;
    case Prose::Kind::Quoted:
      Line += '"' + escapeQuoted(P.Text, '"', Mode) + '"';
      break;
    case Prose::Kind::Bytes:
      Line += bytesText(P.Number);
      break;
    case Prose::Kind::Change:
      Line += signedText(int64_t(P.Number), /*IsBytes=*/false);
      break;
    case Prose::Kind::BytesChange:
      Line += signedText(int64_t(P.Number), /*IsBytes=*/true);
      if (!TextStyle::current().IsHuman)
        Line += " bytes";
      break;
    case Prose::Kind::Id:
      Line += jsonId(P.Number);
      break;
    }
  }
  return Line;
}

namespace {
class TextPresenter final : public Presenter {
public:
  TextPresenter(raw_ostream &OS, EscapeMode Mode) : OS(OS), Mode(Mode) {}

  void line(const Prose &Text) override { OS << proseText(Text, Mode) << '\n'; }

  void table(Rows &All, unsigned Indent) override {
    const AnswerCells Cells(All, ForText, Mode);
    std::vector<TextTable::Column> Columns;
    for (const AnswerCells::Title &T : Cells.titles())
      Columns.push_back({T.Text, sideOf(T.Type)});
    TextTable Table(std::move(Columns));
    while (All.next())
      Table.row(Cells.cells(All));
    Table.print(OS, Indent);
  }

  void more(uint64_t All, uint64_t Shown, const Prose &Total) override {
    OS << "... and " << All - Shown << " more (--top=0 prints all)";
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
    case ColumnType::Time:
    case ColumnType::Flag:
    case ColumnType::Texts:
    case ColumnType::Ids:
    case ColumnType::Record:
    case ColumnType::List:
      return TextTable::Align::Left;
    case ColumnType::Count:
    case ColumnType::Change:
    case ColumnType::BytesChange:
    case ColumnType::Share:
      return TextTable::Align::Right;
    case ColumnType::Bytes:
      return TextTable::Align::Bytes;
    }
    llvm_unreachable("unhandled type");
  }

  raw_ostream &OS;
  EscapeMode Mode;
};
} // namespace

void hprof::printAnswerText(raw_ostream &OS, const Answer &A, EscapeMode Mode) {
  TextPresenter To(OS, Mode);
  A.present(To);
}
