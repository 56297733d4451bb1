//===- ConvertAnswers.cpp - Losses of conversions -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Answers/ConvertAnswers.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Convert/Answers/LossTable.h"
#include "hprof/Convert/Formats.h"

using namespace hprof;
using namespace llvm;

static StringRef nameOf(Format F) { return formatInfo(F).Name; }

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(conversionTable, ConvertAnswer, NothingAsked, "conversion",
                  "A converted file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name), "Name of the input.")
HPROF_COLUMN(Text, "from", ForJson, nameOf(R.Report.From),
             "Format of the input, as for --from.")
HPROF_COLUMN(Text, "to", ForJson, nameOf(R.To), "Format of the output.")
HPROF_NESTED(List, &lossTable(), "losses", ForJson, lossRows(R.Report.Losses),
             "Differences between the output and the input.")
HPROF_TABLE_END

const AnswerInfo &ConvertAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-convert",
      "conversion",
      "With --explain: differences between the output and the input.",
      &conversionTable(),
      nullptr,
      &lossTable(),
      /*MayHaveGate=*/false,
      "--explain=json"};
  return Info;
}

std::unique_ptr<Rows> ConvertAnswer::files() const {
  return oneRow(conversionTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> ConvertAnswer::rows() const {
  return lossRows(Report.Losses);
}

void ConvertAnswer::present(Presenter &Out) const {
  Out.line(Prose("From ") << formatInfo(Report.From).Text << " to "
                          << formatInfo(To).Text << ":");
  presentLosses(Out, Report.Losses, "nothing was lost", /*Indent=*/2);
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(mergedTable, MergeReport::Input, NothingAsked, "merged-input",
                  "An input.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name),
             "Name of the input in the output.")
HPROF_COLUMN(Text, "from", ForJson, nameOf(R.From), "Format of the input.")
HPROF_COLUMN(Count, "headers", ForJson, R.Files,
             "Number of file headers in the input; 0 for a thread dump.")
HPROF_NESTED(List, &lossTable(), "losses", ForJson, lossRows(R.Losses),
             "Differences between the output and the input.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(joinedTable, LossAccount, NothingAsked, "joined",
                  "All inputs combined.")
HPROF_NESTED(List, &lossTable(), "losses", ForJson, lossRows(R),
             "Differences between the output and the joined inputs.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(mergeTable, MergeReport, NothingAsked, "merge", "A merge.")
HPROF_NESTED(Record, &joinedTable(), "joined", ForJson,
             oneRow(joinedTable(), A, R.Joined),
             "Losses after the inputs were joined.")
HPROF_TABLE_END

const AnswerInfo &MergeAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-merge",
      "merge",
      "With --explain: differences between the output and each input.",
      &mergedTable(),
      &mergeTable(),
      &lossTable(),
      /*MayHaveGate=*/false,
      "--explain=json"};
  return Info;
}

std::unique_ptr<Rows> MergeAnswer::files() const {
  return rowsOf(mergedTable(), NothingAsked::value(), Report.Inputs);
}

std::unique_ptr<Rows> MergeAnswer::facts() const {
  return oneRow(mergeTable(), NothingAsked::value(), Report);
}

std::unique_ptr<Rows> MergeAnswer::rows() const {
  return lossRows(Report.Joined);
}

void MergeAnswer::present(Presenter &To) const {
  auto Explain = [&](Prose Title, const LossAccount &Losses) {
    To.line(Title << ":");
    presentLosses(To, Losses, "nothing was lost", /*Indent=*/2);
  };
  for (const MergeReport::Input &I : Report.Inputs)
    Explain(Prose().name(I.Name) << ", " << formatInfo(I.From).Text, I.Losses);
  if (!Report.Joined.entries().empty())
    Explain("all inputs combined", Report.Joined);
}
