//===- ConversionsPage.cpp - Writes the page on conversions ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatFacts.h"
#include "hprof/Convert/Answers/FormatAnswers.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static void printRecordTable(raw_ostream &OS) {
  OS << "## Records\n\n"
        "Records that the target format does not support are dropped and "
        "counted, unless\na lowering below converts them. YAML supports all "
        "records.\n\n| record |";
  for (const FormatInfo *F : vocabularies())
    OS << ' ' << F->Name << " |";
  OS << "\n|---|";
  for (size_t I = 0; I != vocabularies().size(); ++I)
    OS << "---|";
  OS << '\n';
  for (unsigned I = 0; I != unsigned(RecordKind::Opaque); ++I) {
    const RecordInfo &R = recordInfo(RecordKind(I));
    OS << "| " << R.Text << " |";
    for (const FormatInfo *F : vocabularies())
      OS << (R.Carriers.has(F->Kind) ? " yes |" : " |");
    OS << '\n';
  }
}

/// Returns where a format can represent something: everywhere, nowhere, or in
/// some variants of classic heapdumps.
template <class Fn>
static std::string placeIn(Format F, FormatSet Carriers, Fn HasForm) {
  if (F != Format::IbmClassic)
    return Carriers.has(F) ? "yes" : "";
  std::string Forms;
  unsigned Count = 0;
  for (unsigned I = 0; I != NumClassicForms; ++I) {
    const ClassicStyle &S = classicStyle(ClassicForm(I));
    if (!HasForm(S))
      continue;
    ++Count;
    Forms += (Forms.empty() ? "" : ", ") + std::string(S.Name);
  }
  return Count == NumClassicForms ? "yes" : Forms;
}

/// Prints the details lost in records that a format supports.
static void printDetailTable(raw_ostream &OS) {
  OS << "\n## Details\n\n"
        "Details that only some of the formats with a record can store. For "
        "ibm-classic, the\ntable names the variants that store the detail. "
        "Dropped details are counted.\n\n| record | detail |";
  std::vector<const FormatInfo *> Formats;
  for (const FormatInfo *F : vocabularies())
    if (F->MakeWriter)
      Formats.push_back(F);
  for (const FormatInfo *F : Formats)
    OS << ' ' << F->Name << " |";
  OS << "\n|---|---|";
  for (size_t I = 0; I != Formats.size(); ++I)
    OS << "---|";
  OS << '\n';
  auto Row = [&](RecordKind K, StringRef Detail, FormatSet Carriers,
                 auto HasForm) {
    OS << "| " << recordInfo(K).Text << " | " << Detail << " |";
    for (const FormatInfo *F : Formats) {
      std::string Place = placeIn(F->Kind, Carriers, HasForm);
      OS << (Place.empty() ? "" : " " + Place) << " |";
    }
    OS << '\n';
  };
  auto Text = [](Loss L) { return allLosses()[unsigned(L)].Text; };
#define HPROF_DETAIL(RECORD, TOLD, CARRIERS, FORMS, LOSS)                      \
  Row(RecordKind::RECORD, Text(Loss::LOSS), CARRIERS,                          \
      []([[maybe_unused]] const ClassicStyle &S) { return FORMS; });
#define HPROF_FORM_RECORD(RECORD, FORMS)                                       \
  Row(RecordKind::RECORD, "the whole record", RECORD::Carriers,                \
      []([[maybe_unused]] const ClassicStyle &S) { return FORMS; });
#include "Convert/Carriers/Details.def"
}

static void printRoutes(raw_ostream &OS) {
  OS << "\n## Lowerings by conversion\n\nRows are source formats, columns are "
        "target formats:\n\n| from |";
  std::vector<const FormatInfo *> Targets;
  for (const FormatInfo &F : allFormats())
    if (F.MakeWriter)
      Targets.push_back(&F);
  for (const FormatInfo *To : Targets)
    OS << ' ' << To->Name << " |";
  OS << "\n|---|";
  for (size_t I = 0; I != Targets.size(); ++I)
    OS << "---|";
  OS << '\n';
  for (const FormatInfo &From : allFormats()) {
    if (From.Kind == Format::Yaml || isVersion(From.Kind))
      continue;
    OS << "| " << From.Name << " |";
    for (const FormatInfo *To : Targets) {
      std::string Names;
      for (Lowering L : loweringsBetween(From, *To))
        Names +=
            (Names.empty() ? "" : ", ") + std::string(loweringInfo(L).Name);
      OS << ' ' << (Names.empty() ? "none" : Names) << " |";
    }
    OS << '\n';
  }
  OS << "\nWriteThreads converts thread dumps (javacore, thread-json, jstack) "
        "to thread-json,\njstack or yaml. No other format can be converted to "
        "thread-json or jstack.\n";
  OS << "\nA YAML source is treated as the format of its records, or as a "
        "thread dump.\n";
}

static void printWrapped(raw_ostream &OS, StringRef Text) {
  size_t Column = 0;
  for (StringRef Word : split(Text, ' ')) {
    if (Column && Column + 1 + Word.size() > 80) {
      OS << '\n';
      Column = 0;
    }
    OS << (Column ? " " : "") << Word;
    Column += (Column ? 1 : 0) + Word.size();
  }
  OS << '\n';
}

void hprof::printConversionsPage(raw_ostream &OS) {
  OS << "# Conversions\n\n"
        "The contents that each format supports, and how conversions handle "
        "the rest.\n`hprof-convert --print-conversions` generates this page "
        "from tables in the code.\n\n"
        "## Formats\n\n| format | description | access | extensions "
        "|\n|---|---|---|---|\n";
  for (const FormatInfo &F : allFormats())
    OS << "| " << F.Name << " | " << F.Text << " | " << accessOf(F) << " | "
       << F.Endings << " |\n";
  OS << '\n';
  printRecordTable(OS);
  printDetailTable(OS);
  printRoutes(OS);
  for (auto [I, L] : enumerate(allLowerings())) {
    OS << "\n### " << L.Name << ": " << L.Text << "\n\n";
    printWrapped(OS, L.Rule);
    bool Any = false;
    for (const LossInfo &Info : allLosses())
      if (Info.Cause == Lowering(I)) {
        OS << (Any ? "" : "\nLosses reported:\n\n") << "- "
           << lossEffectName(Info.Effect) << ": " << Info.Text << '\n';
        Any = true;
      }
  }
}
