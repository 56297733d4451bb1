//===- LintPrinter.cpp - Prints what lint found ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintPrinter.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/GraphTool/LayoutJson.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Truncates long texts.
static std::string shorten(StringRef Text, size_t Most) {
  if (Text.size() <= Most)
    return Text.str();
  // Do not cut inside a character.
  size_t End = Most;
  while (End && (uint8_t(Text[End]) & 0xc0) == 0x80)
    --End;
  return Text.take_front(End).str() + "...";
}

/// Truncates lists between items: half a class name is useless.
static std::string shortenList(StringRef Text) {
  constexpr size_t Most = 240;
  if (Text.size() <= Most)
    return Text.str();
  size_t End = Text.take_front(Most).rfind(", ");
  return End == StringRef::npos ? shorten(Text, Most)
                                : Text.take_front(End).str() + ", ...";
}

static std::string what(const LintRow &R, EscapeMode Mode) {
  if (!R.IsText)
    return escape(R.What, Mode);
  std::string Text = '"' + escapeQuoted(shorten(R.What, 60), '"', Mode) + '"';
  if (R.What.size() > 60)
    Text += " (" + counted(R.What.size(), "byte") + ")";
  return Text;
}

static std::string id(const FileLint &File, Node N) {
  return "0x" + utohexstr(File.Ids.lookup(N), /*LowerCase=*/true);
}

/// Whether a finding or a row is shown.
template <class T> static bool isLarge(const T &Of, uint64_t Min) {
  return Of.IsAnySize || Of.Bytes >= Min;
}

static bool isShown(const LintFinding &F, uint64_t Min) {
  return F.Count && isLarge(F, Min);
}

static uint64_t leastInText(const FileLint &File, const LintView &View) {
  return View.Min.value_or(File.Report.Bytes / 1000);
}

static void printSummary(raw_ostream &OS, const FileLint &File,
                         const LintView &View) {
  const uint64_t Min = leastInText(File, View);
  unsigned Clean = 0, Small = 0;
  for (LintMeasure M :
       {LintMeasure::Wasted, LintMeasure::Held, LintMeasure::Native}) {
    TextTable Of({{std::string(measureName(M)), TextTable::Align::Bytes},
                  {"count", TextTable::Align::Right},
                  {"check"},
                  {""}});
    for (const LintFinding &F : File.Report.Findings) {
      if (F.Info->Measure != M)
        continue;
      if (!isShown(F, Min)) {
        ++(F.Count ? Small : Clean);
        continue;
      }
      Of.row(
          {F.Bytes, F.Count, F.Info->Name,
           F.Info->Text + std::string(F.Info->Certainty == LintCertainty::Hint
                                          ? " (a hint)"
                                          : "")});
    }
    if (!Of.rows())
      continue;
    Of.print(OS, 2);
    OS << '\n';
  }
  if (Small)
    OS << "  " << counted(Small, "check") << " found less than "
       << bytesText(Min)
       << (View.Min ? "" : ", a thousandth of the heap (--min=0 shows all)")
       << '\n';
  if (Clean)
    OS << "  " << counted(Clean, "check") << " found nothing\n";
  if (Small || Clean)
    OS << '\n';
}

static void printHolders(raw_ostream &OS, const LintFinding &F,
                         EscapeMode Mode) {
  if (F.Holders.empty())
    return;
  OS << "  held by\n";
  TextTable Table(
      {{"", TextTable::Align::Bytes}, {"", TextTable::Align::Right}, {""}});
  for (const LintHolder &H : F.Holders)
    Table.row({H.Bytes, H.Count, escape(H.Name, Mode)});
  Table.print(OS, 2);
}

static void printFinding(raw_ostream &OS, const FileLint &File,
                         const LintFinding &F, const LintView &View) {
  OS << F.Info->Name << ": " << F.Info->Text << "\n  " << bytesText(F.Bytes)
     << ' ' << measureName(F.Info->Measure) << ", " << F.Count << " in all\n";
  for (const std::string &Note : F.Notes)
    OS << "  " << escape(Note, View.Escape) << '\n';
  TextTable Table({{"bytes", TextTable::Align::Bytes},
                   {"count", TextTable::Align::Right},
                   {"what"},
                   {"example"},
                   {"held by"}});
  size_t Shown = 0;
  for (const LintRow &R : F.Rows) {
    // If a finding is shown because of the sum of its rows, one row suffices.
    if (!isLarge(R, leastInText(File, View)) && (View.Min || Shown))
      continue;
    ++Shown;
    std::string What = what(R, View.Escape);
    if (!R.Detail.empty())
      What += "; " + escape(shortenList(R.Detail), View.Escape);
    Table.row({R.Bytes, R.Count, What,
               R.Examples.empty() ? std::string() : id(File, R.Examples[0]),
               R.Holders.empty() ? std::string()
                                 : escape(R.Holders[0].Name, View.Escape)});
  }
  if (Shown)
    Table.print(OS, 2);
  if (F.RowsInAll > Shown)
    OS << "  "
       << (Shown ? "... and " + std::to_string(F.RowsInAll - Shown) + " more"
                 : counted(F.RowsInAll, "row") + " of less than --min")
       << '\n';
  printHolders(OS, F, View.Escape);
  OS << '\n';
}

uint64_t hprof::wastedBytes(const LintReport &R, const LintView &View) {
  uint64_t Bytes = R.wasted(LintCertainty::Exact);
  return View.AddHints ? Bytes + R.wasted(LintCertainty::Hint) : Bytes;
}

void hprof::printText(raw_ostream &OS, const FileLint &File,
                      const LintView &View) {
  const LintReport &R = File.Report;
  uint64_t Wasted = wastedBytes(R, View);
  uint64_t Hints = R.wasted(LintCertainty::Hint);
  OS << escape(File.File, View.Escape) << ": " << counted(R.Objects, "object")
     << ", " << bytesText(R.Bytes) << "; " << bytesText(Wasted) << " wasted";
  // A percentage of an unknown total is meaningless.
  if (R.Bytes && !File.IsCut)
    OS << format(" (%.1f%%)", 100 * double(Wasted) / double(R.Bytes));
  if (Hints && View.AddHints)
    OS << ", " << Hints << " of them by hints";
  else if (Hints)
    OS << ", and hints at " << bytesText(Hints) << " more";
  if (uint64_t Native = R.bytes(LintMeasure::Native))
    OS << ", " << bytesText(Native) << " outside of the heap";
  OS << '\n';
  for (const std::string &Note : R.Notes)
    OS << "  " << Note << '\n';
  OS << '\n';
  printSummary(OS, File, View);
  for (const LintFinding &F : R.Findings)
    if (isShown(F, leastInText(File, View)))
      printFinding(OS, File, F, View);
}

/// Names the checks that were not made.
static void printWithheld(CsvWriter &Csv, const FileLint &File) {
  for (const LintInfo *L : File.Report.Withheld)
    Csv.row({File.File, L->Name, measureName(L->Measure), "(not made)",
             File.Report.preparedText(), 0, 0, "", ""});
}

void hprof::printCsv(raw_ostream &OS, ArrayRef<FileLint> Files,
                     const LintView &View) {
  CsvWriter Csv(OS,
                {"file", "check", "measure", "what", "detail", "count", "bytes",
                 "example", "holder"},
                View.Escape);
  for (const FileLint &File : Files) {
    printWithheld(Csv, File);
    for (const LintFinding &F : File.Report.Findings) {
      if (!isShown(F, View.Min.value_or(0)))
        continue;
      for (const LintRow &R : F.Rows)
        if (isLarge(R, View.Min.value_or(0)))
          Csv.row({File.File, F.Info->Name, measureName(F.Info->Measure),
                   R.What, R.Detail, R.Count, R.Bytes,
                   R.Examples.empty() ? std::string() : id(File, R.Examples[0]),
                   R.Holders.empty() ? std::string() : R.Holders[0].Name});
    }
  }
}

static void printHolders(json::OStream &J, const FileLint &File,
                         ArrayRef<LintHolder> Holders) {
  J.attributeArray("holders", [&] {
    for (const LintHolder &H : Holders)
      J.object([&] {
        J.attribute("name", toUtf8(H.Name));
        J.attribute("count", H.Count);
        J.attribute("bytes", H.Bytes);
        if (H.Example != NoNode)
          J.attribute("example", id(File, H.Example));
      });
  });
}

static void printRow(json::OStream &J, const FileLint &File, const LintRow &R) {
  J.attribute(R.IsText ? "text" : "what", toUtf8(R.What));
  if (!R.Detail.empty())
    J.attribute("detail", toUtf8(R.Detail));
  J.attribute("count", R.Count);
  J.attribute("bytes", R.Bytes);
  if (R.IsAnySize)
    J.attribute("any_size", true);
  J.attributeArray("examples", [&] {
    for (Node N : R.Examples)
      J.value(id(File, N));
  });
  printHolders(J, File, R.Holders);
}

static void printFinding(json::OStream &J, const FileLint &File,
                         const LintFinding &F, const LintView &View) {
  J.attribute("check", F.Info->Name);
  J.attribute("text", F.Info->Text);
  J.attribute("measure", measureName(F.Info->Measure));
  J.attribute("certainty", certaintyName(F.Info->Certainty));
  J.attribute("count", F.Count);
  J.attribute("bytes", F.Bytes);
  if (F.IsAnySize)
    J.attribute("any_size", true);
  J.attributeArray("notes", [&] {
    for (const std::string &Note : F.Notes)
      J.value(toUtf8(Note));
  });
  J.attribute("rows_in_all", F.RowsInAll);
  J.attributeArray("rows", [&] {
    for (const LintRow &R : F.Rows)
      if (isLarge(R, View.Min.value_or(0)))
        J.object([&] { printRow(J, File, R); });
  });
  printHolders(J, File, F.Holders);
}

void hprof::printJson(raw_ostream &OS, ArrayRef<FileLint> Files,
                      const LintView &View, const Reporter &Report,
                      bool HasGate) {
  JsonReport J(OS, "hprof-lint");
  for (const FileLint &File : Files)
    J->object([&] {
      J->attribute("file", toUtf8(File.File));
      layoutJson(J.json(), File.Layout, File.LayoutText, File.IsLayoutCertain,
                 File.LayoutEvidence);
      J->attribute("objects", File.Report.Objects);
      J->attribute("bytes", File.Report.Bytes);
      J->attribute("wasted", File.Report.wasted(LintCertainty::Exact));
      J->attribute("hinted", File.Report.wasted(LintCertainty::Hint));
      J->attribute("native", File.Report.bytes(LintMeasure::Native));
      J->attributeArray("notes", [&] {
        for (const std::string &Note : File.Report.Notes)
          J->value(toUtf8(Note));
      });
      J->attributeArray("contents", [&] {
        for (const std::string &Fact : File.Report.Prepared.facts())
          J->value(Fact);
      });
      J->attributeArray("withheld", [&] {
        for (const LintInfo *L : File.Report.Withheld)
          J->value(L->Name);
      });
      J->attributeArray("findings", [&] {
        for (const LintFinding &F : File.Report.Findings)
          if (isLarge(F, View.Min.value_or(0)))
            J->object([&] { printFinding(J.json(), File, F, View); });
      });
    });
  J.endFiles();
  J.finish(Report, HasGate);
}

static void checkJson(json::OStream &J, const LintInfo &L) {
  J.attribute("check", L.Name);
  J.attribute("text", L.Text);
  J.attribute("measure", measureName(L.Measure));
  J.attribute("certainty", certaintyName(L.Certainty));
  if (!L.Limit)
    return;
  J.attribute("limit", L.Limit);
  J.attribute("limit_text", L.LimitText);
}

void hprof::printChecks(raw_ostream &OS, StringRef Format,
                        const Reporter &Report) {
  if (Format == "json") {
    JsonReport J(OS, "hprof-lint");
    J.endFiles();
    J->attributeArray("checks", [&] {
      for (const LintInfo &L : lints())
        J->object([&] { checkJson(J.json(), L); });
    });
    return J.finish(Report);
  }
  auto Limit = [](const LintInfo &L) {
    return L.Limit ? std::to_string(L.Limit) : std::string();
  };
  if (Format == "csv") {
    CsvWriter Csv(
        OS, {"check", "measure", "certainty", "limit", "limit_text", "text"},
        EscapeMode::Escape);
    for (const LintInfo &L : lints())
      Csv.row({L.Name, measureName(L.Measure), certaintyName(L.Certainty),
               Limit(L), L.Limit ? L.LimitText : "", L.Text});
    return;
  }
  TextTable Table({{"check"}, {"bytes are"}, {"sure"}, {"limit"}, {"finds"}});
  for (const LintInfo &L : lints())
    Table.row({L.Name, measureName(L.Measure), certaintyName(L.Certainty),
               Limit(L),
               L.Limit ? std::string(L.Text) + " (limit: " + L.LimitText + ")"
                       : std::string(L.Text)});
  Table.print(OS);
}

void hprof::printCollections(raw_ostream &OS, StringRef Format,
                             ArrayRef<FoundCollection> All,
                             const LintView &View, const Reporter &Report) {
  if (Format == "json") {
    JsonReport J(OS, "hprof-lint");
    for (const FoundCollection &F : All)
      J->object([&] {
        J->attribute("file", toUtf8(F.File));
        J->attributeObject("collection", [&] {
          J->attribute("id", jsonId(F.Id));
          J->attribute("class", toUtf8(F.Class));
          J->attribute("elements", F.Size);
          if (F.Slots)
            J->attribute("slots", F.Slots);
        });
      });
    J.endFiles();
    return J.finish(Report);
  }
  if (Format == "csv") {
    CsvWriter Csv(OS, {"file", "id", "class", "elements", "slots"},
                  View.Escape);
    for (const FoundCollection &F : All)
      Csv.row({F.File, jsonId(F.Id), F.Class, F.Size,
               F.Slots ? std::to_string(F.Slots) : std::string()});
    return;
  }
  for (const FoundCollection &F : All) {
    OS << escape(F.Class, View.Escape) << ' ' << jsonId(F.Id) << ": "
       << counted(F.Size, "element");
    if (F.Slots)
      OS << ", " << counted(F.Slots, "slot");
    OS << '\n';
  }
}
