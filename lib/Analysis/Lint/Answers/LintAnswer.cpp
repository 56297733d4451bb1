//===- LintAnswer.cpp - Results of lint as answers ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Lint/Answers/LintAnswer.h"
#include "LintTables.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

LintedFile LintedFile::of(std::string Name, const HeapGraph &G,
                          LintReport Found, bool IsCut) {
  LintedFile File;
  File.Name = std::move(Name);
  File.Report = std::move(Found);
  File.IsCut = IsCut;
  File.NotMade.What = "(not made)";
  File.NotMade.Detail = File.Report.preparedText();
  File.Layout = {G.layout().Name.str(), G.layout().Text.str(),
                 G.isLayoutCertain(), std::string(G.layoutEvidence()),
                 /*Release=*/0};
  auto Add = [&](Node N) {
    if (N != NoNode)
      File.Ids[N] = G.id(N);
  };
  for (const LintFinding &F : File.Report.Findings) {
    for (const LintRow &R : F.Rows) {
      for (Node N : R.Examples)
        Add(N);
      for (const LintHolder &H : R.Holders)
        Add(H.Example);
    }
    for (const LintHolder &H : F.Holders)
      Add(H.Example);
  }
  return File;
}

std::optional<uint64_t> LintedFile::id(Node N) const {
  return N == NoNode ? std::nullopt : std::optional(Ids.lookup(N));
}

uint64_t hprof::wastedBytes(const LintReport &R, bool AddHints) {
  const uint64_t Bytes = R.wasted(LintCertainty::Exact);
  return AddHints ? Bytes + R.wasted(LintCertainty::Hint) : Bytes;
}

const AnswerInfo &LintAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-lint",        "lint",  "Findings in each file.",
      &lintFileTable(),    nullptr, &lintRowTable(),
      /*MayHaveGate=*/true};
  return Info;
}

std::unique_ptr<Rows> LintAnswer::files() const {
  return lintFileRows(Files, Request);
}

std::unique_ptr<Rows> LintAnswer::rows() const {
  return lintRows(Files, Request);
}

//===----------------------------------------------------------------------===//
// Text output
//===----------------------------------------------------------------------===//

static uint64_t leastFor(const LintedFile &File, const LintRequest &Request) {
  return Request.Min.value_or(File.Report.Bytes / 1000);
}

static void presentHead(Presenter &To, const LintedFile &File,
                        const LintRequest &Request) {
  const LintReport &R = File.Report;
  const uint64_t Wasted = wastedBytes(R, Request.AddHints);
  const uint64_t Hints = R.wasted(LintCertainty::Hint);
  Prose Line;
  Line.name(File.Name) << ": ";
  Line.count(R.Objects, "object") << ", ";
  Line.bytes(R.Bytes) << "; ";
  Line.bytes(Wasted) << (Request.AddHints ? " wasted" : " definitely wasted");
  // A percentage of an unknown total is meaningless.
  if (R.Bytes && !File.IsCut) {
    std::string Percent;
    raw_string_ostream(Percent)
        << format(" (%.1f%%)", 100 * double(Wasted) / double(R.Bytes));
    Line << Percent;
  }
  if (Hints && Request.AddHints)
    (Line << ", including ").amount(Hints) << " reported by hints";
  else if (Hints)
    (Line << ", possibly ").bytes(Hints) << " more";
  if (uint64_t Native = R.bytes(LintMeasure::Native))
    (Line << ", ").bytes(Native) << " outside the heap";
  To.sentence(Line);
  for (const std::string &Note : R.Notes)
    To.sentence(Prose("  ") << Note);
  To.line("");
}

static void presentSummary(Presenter &To, const LintedFile &File,
                           const LintRequest &Request) {
  const uint64_t Min = leastFor(File, Request);
  unsigned Clean = 0, Small = 0;
  for (LintMeasure M :
       {LintMeasure::Wasted, LintMeasure::Held, LintMeasure::Native}) {
    std::vector<const LintFinding *> Shown;
    for (const LintFinding &F : File.Report.Findings) {
      if (F.Info->Measure != M)
        continue;
      if (isShown(F, Min))
        Shown.push_back(&F);
      else
        ++(F.Count ? Small : Clean);
    }
    if (Shown.empty())
      continue;
    To.table(*lintSummary(M, Shown), /*Indent=*/2);
    To.line("");
  }
  if (Small) {
    Prose Line = "  ";
    Line.count(Small, "check") << " found less than ";
    Line.bytes(Min);
    if (!Request.Min)
      (Line << ", 0.1% of the heap").option(" (--min=0 shows all)");
    To.sentence(Line);
  }
  if (Clean)
    To.line(Prose("  ").count(Clean, "check") << " found nothing");
  if (Small || Clean)
    To.line("");
}

static void presentFinding(Presenter &To, const LintedFile &File,
                           const LintFinding &F, const LintRequest &Request) {
  To.line(Prose(F.Info->Name) << ": " << F.Info->Text);
  To.line((Prose("  ").bytes(F.Bytes)
           << " " << measureName(F.Info->Measure) << ", ")
              .number(F.Count)
          << " in all");
  for (const std::string &Note : F.Notes)
    To.line(Prose("  ").name(Note));
  std::vector<LintLine> Shown;
  // If a finding is shown because of the sum of its rows, one row suffices.
  for (const LintRow &R : F.Rows)
    if (isLarge(R, leastFor(File, Request)) || (!Request.Min && Shown.empty()))
      Shown.push_back({&File, F.Info, &R});
  if (!Shown.empty())
    To.table(*lintRows(Shown, Request), /*Indent=*/2);
  if (F.RowsInAll > Shown.size())
    To.line(Shown.empty()
                ? Prose("  ").count(F.RowsInAll, "row").option(" below --min")
                : Prose("  ... and ").number(F.RowsInAll - Shown.size())
                      << " more");
  if (!F.Holders.empty()) {
    To.line("  held by");
    To.table(*lintHolders(File, F.Holders), /*Indent=*/2);
  }
  To.line("");
}

void LintAnswer::present(Presenter &To) const {
  for (const LintedFile &File : Files) {
    presentHead(To, File, Request);
    presentSummary(To, File, Request);
    for (const LintFinding &F : File.Report.Findings)
      if (isShown(F, leastFor(File, Request)))
        presentFinding(To, File, F, Request);
  }
}
