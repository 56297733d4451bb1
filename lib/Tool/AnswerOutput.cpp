//===- AnswerOutput.cpp - Prints answers ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/AnswerOutput.h"
#include "AnswerCells.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

void hprof::printAnswerCsv(raw_ostream &OS, const Answer &A, EscapeMode Mode) {
  const std::unique_ptr<Rows> All = A.rows();
  const AnswerCells Cells(*All, ForCsv, Mode);
  std::vector<StringRef> Header;
  for (const AnswerCells::Title &T : Cells.titles())
    Header.push_back(T.Text);
  CsvWriter Csv(OS, Header, Mode);
  while (All->next())
    Csv.row(Cells.cells(*All));
}

void hprof::printAnswer(ToolContext &C, raw_ostream &OS, StringRef Format,
                        const Answer &A) {
  if (Format == "json")
    return printAnswerJson(OS, A, C.report());
  if (Format == "jsonl")
    return printAnswerJsonLines(OS, A);
  if (Format == "csv")
    return printAnswerCsv(OS, A, C.escapeMode());
  if (Format == "markdown")
    return printAnswerMarkdown(OS, A, C.escapeMode());
  printAnswerText(OS, A, C.escapeMode());
}

void hprof::printAnswer(ToolContext &C, const Answer &A) {
  printAnswer(C, C.out(), C.format(), A);
}
