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
        "What a format does not carry is left out and counted, unless a "
        "lowering below\nturns it into something else. YAML carries all "
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

/// Where a format can store something: everywhere, nowhere, or in some forms of
/// classic heapdumps.
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

/// Prints what is lost in records that a format supports.
static void printDetailTable(raw_ostream &OS) {
  OS << "\n## Details\n\n"
        "What not all of a record's carriers have a place for. A classic "
        "heapdump has it in\nthe forms that are named. Where it is missing, "
        "it is counted.\n\n| record | detail |";
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
  Row(RecordKind::RECORD, "all of it", RECORD::Carriers,                       \
      []([[maybe_unused]] const ClassicStyle &S) { return FORMS; });
#include "Convert/Carriers/Details.def"
}

static void printRoutes(raw_ostream &OS) {
  OS << "\n## Lowerings on the way\n\nFrom the format of the row to that of "
        "the "
        "column:\n\n| from |";
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
  OS << "\nThread dumps (javacore, thread-json, jstack) become thread-json, "
        "jstack "
        "or yaml\nby WriteThreads; nothing else does.\n";
  OS << "\nYAML counts as the format whose records it holds, or as a thread "
        "dump.\n";
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
        "What each format can say, and what happens to the rest. This page is "
        "written by\n`hprof-convert --print-conversions` from the tables in "
        "the "
        "code.\n\n"
        "## Formats\n\n| format | is | access | endings |\n|---|---|---|---|\n";
  for (const FormatInfo &F : allFormats())
    OS << "| " << F.Name << " | " << F.Text << " | " << accessOf(F) << " | "
       << endingsOf(F) << " |\n";
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
        OS << (Any ? "" : "\nCounted in the account of losses:\n\n") << "- "
           << lossEffectName(Info.Effect) << ": " << Info.Text << '\n';
        Any = true;
      }
  }
}
