//===- AnswerMarkdown.cpp - Answers in Markdown ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnswerCells.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Tool/AnswerOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Whether renderers such as GitHub's turn \p Word into a link or a mention. A
/// backslash does not prevent this, because they search the rendered text.
static bool isLinkLike(StringRef Word) {
  if (Word.contains("://") || Word.contains_insensitive("www."))
    return true;
  for (size_t At = 1; At < Word.size(); ++At)
    if ((isAlnum(Word[At]) || Word[At] == '_') &&
        StringRef("@#!&~%").contains(Word[At - 1]))
      return true;
  return false;
}

/// Whether \p C needs no escape in code, even in tables.
static bool isPlainInCode(char C) {
  return isAlnum(C) || uint8_t(C) >= 0x80 ||
         StringRef("_-.,:;/?!=+*~@#$%&'\"()[]{}<>^").contains(C);
}

/// \p Text as valid UTF-8 on one line. Markdown (including GitHub's) is
/// escaped, and apparent links become code.
static std::string markdown(StringRef Text) {
  const std::string Valid = toUtf8(Text);
  const StringRef All = Valid;
  std::string Safe;
  // "- ", "+ ", "1. " and "1) " begin lists.
  const size_t Digits = All.find_if_not(isDigit);
  if (All.starts_with("- ") || All.starts_with("+ "))
    Safe += '\\';
  for (size_t At = 0; At != All.size();) {
    // Links never begin with a bracket or a quote.
    StringRef Word;
    if (!StringRef("([{\"'").contains(All[At]))
      Word = All.drop_front(At).take_while(isPlainInCode);
    if (isLinkLike(Word)) {
      Word = Word.rtrim(",.;:!?)]}\"'");
      Safe += ("`" + Word + "`").str();
      At += Word.size();
      continue;
    }
    for (const size_t End = At + std::max<size_t>(Word.size(), 1); At != End;
         ++At) {
      const StringRef Rest = All.drop_front(At);
      const char C = Rest.front();
      const bool EndsNumber =
          At && At == Digits &&
          (Rest.starts_with(". ") || Rest.starts_with(") "));
      if (EndsNumber || StringRef("\\`*_{}[]<>#|~&$@").contains(C))
        Safe += '\\';
      Safe += uint8_t(C) < 0x20 || C == 0x7f ? ' ' : C;
    }
  }
  return Safe;
}

/// Whether a line is a row of a list or a command, judging by its indentation.
/// Such a line keeps its indentation, and markup in it has no effect.
static bool isCode(const Prose &Line, StringRef Text) {
  constexpr size_t OfRows = 4; // Sentences are indented less.
  const size_t Indent = Text.size() - Text.ltrim(' ').size();
  return Indent >= OfRows ||
         (Indent && any_of(Line.pieces(), [](const Prose::Piece &P) {
            return P.Is == Prose::Kind::Word;
          }));
}

namespace {
class MarkdownPresenter final : public Presenter {
public:
  MarkdownPresenter(raw_ostream &OS, EscapeMode Mode) : OS(OS), Mode(Mode) {}

  void line(const Prose &Text) override {
    std::string Line = proseText(Text, Mode);
    if (Line.empty()) {
      divide();
      return;
    }
    if (isCode(Text, Line)) {
      code(Line);
      return;
    }
    if (IsInTable || IsInCode)
      divide();
    // Two consecutive lines form one paragraph unless the first ends like this.
    if (IsInText)
      OS << "\\\n";
    OS << markdown(StringRef(Line).ltrim());
    IsInText = true;
  }

  void table(Rows &All, unsigned) override {
    rows(All, depthColumn(All.info()));
  }

  void tree(Rows &All, uint64_t) override { table(All, 0); }

  void more(uint64_t All, uint64_t Shown, const Prose &Total) override {
    divide();
    OS << "... and " << All - Shown << " more";
    if (!Total.empty())
      OS << "; all rows: " << markdown(proseText(Total, Mode));
    IsInText = true;
  }

  void finish() {
    if (IsInText)
      OS << '\n';
  }

private:
  static bool isNumber(ColumnType Type) {
    return Type == ColumnType::Count || Type == ColumnType::Bytes ||
           Type == ColumnType::Change || Type == ColumnType::BytesChange ||
           Type == ColumnType::Rate || Type == ColumnType::Share;
  }
  /// Prints a line of a code block, indented by four more spaces.
  void code(StringRef Line) {
    if (!IsInCode)
      divide();
    OS << "    ";
    for (char C : toUtf8(Line))
      OS << (uint8_t(C) < 0x20 || C == 0x7f ? ' ' : C);
    OS << '\n';
    IsInCode = true;
  }

  /// Prints a table. The last cell of a row is indented by the column \p Depth.
  void rows(Rows &All, std::optional<unsigned> Depth) {
    divide();
    const AnswerCells Cells(All, ForText, Mode);
    const std::vector<AnswerCells::Title> &Titles = Cells.titles();
    std::string Rule;
    for (const AnswerCells::Title &T : Titles) {
      OS << "| " << markdown(T.Text) << ' ';
      Rule += isNumber(T.Type) ? "|---:" : "|---";
    }
    OS << "|\n" << Rule << "|\n";
    while (All.next()) {
      const Datum At = Depth ? All.get(*Depth) : Datum();
      for (auto [I, C] : enumerate(Cells.cells(All))) {
        OS << "| ";
        if (const auto *Level = At.get<uint64_t>();
            Level && I + 1 == Titles.size())
          for (uint64_t L = 0; L != *Level; ++L)
            OS << "&emsp;";
        std::optional<uint64_t> Bytes;
        if (Titles[I].Type == ColumnType::Bytes)
          Bytes = C.number();
        OS << markdown(Bytes ? bytesNumber(*Bytes) : C.text()) << ' ';
      }
      OS << "|\n";
    }
    IsInTable = true;
  }

  /// Ends a paragraph, table or code block.
  void divide() {
    if (IsInText)
      OS << "\n\n";
    else if (IsInTable || IsInCode)
      OS << '\n';
    IsInText = IsInTable = IsInCode = false;
  }

  raw_ostream &OS;
  EscapeMode Mode;
  bool IsInText = false, IsInTable = false, IsInCode = false;
};
} // namespace

void hprof::printAnswerMarkdown(raw_ostream &OS, const Answer &A,
                                EscapeMode Mode) {
  MarkdownPresenter To(OS, Mode);
  A.present(To);
  To.finish();
}

void hprof::printPartMarkdown(raw_ostream &OS, const AnswerPart &A,
                              EscapeMode Mode) {
  MarkdownPresenter To(OS, Mode);
  A.present(To);
  To.finish();
}
