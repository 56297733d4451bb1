//===- hprof-diff.cpp - Growth between heap dumps -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffArguments.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/CheckOutput.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static Expected<HeapCounts> count(ToolContext &C, HeapInput In,
                                  const CountOptions &Wanted) {
  const std::string Path = In.Path;
  Progress::Task Working(C.progress(), "counting " + inputName(Path));
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Expected<HeapCounts> Counts =
      countHeap(std::move(In), Wanted, *Options, storeEvents(C, Path));
  if (!Counts || !Counts->IsSummary || !Counts->IsDamaged)
    return Counts;
  constexpr const char *What = "created from a damaged dump";
  if (C.strict())
    return createFileError(Counts->Name, createStringError(What));
  C.report().warning("'" + Counts->Name + "': " + What);
  C.report().markDamaged();
  return Counts;
}

/// Prints \p Answer, and the reports of its gate that are separate files.
static Error print(ToolContext &C, const HeapChanges &Answer,
                   const DiffArguments &Args) {
  const std::pair<StringRef, void (*)(raw_ostream &, const CheckReport &)>
      Reports[] = {{Args.JUnit, printJUnit}, {Args.Sarif, printSarif}};
  // Nothing is printed if one of these files cannot be written.
  SmallVector<OutputFile *, 2> Files;
  for (const auto &Report : Reports) {
    if (Report.first.empty()) {
      Files.push_back(nullptr);
      continue;
    }
    Expected<OutputFile *> File =
        C.openExtra(Report.first, OutputFile::Content::Text);
    if (!File)
      return File.takeError();
    Files.push_back(*File);
  }
  const std::optional<CheckedBudget> &Gate = Answer.gate();
  if (Gate && !Gate->Result.passed())
    C.report().tripGate();
  if (C.format() == "junit")
    printJUnit(C.out(), Answer.checks());
  else if (C.format() == "sarif")
    printSarif(C.out(), Answer.checks());
  else
    printAnswer(C, Answer);
  for (auto [Report, File] : zip(Reports, Files))
    if (File)
      Report.second(File->os(), Answer.checks());
  return Error::success();
}

static Error compareHeaps(ToolContext &C, std::vector<KnownInput> Known,
                          DiffArguments &Args) {
  Expected<std::optional<Budget>> Limits = readBudget(C, Args.Heaps.By);
  if (!Limits)
    return Limits.takeError();
  Args.Heaps.Limits = std::move(*Limits);
  std::vector<HeapInput> Inputs;
  Error All = Error::success();
  for (KnownInput &One : Known) {
    if (Expected<HeapInput> In = HeapInput::of(std::move(One)))
      Inputs.push_back(std::move(*In));
    else
      All = joinErrors(std::move(All), In.takeError());
  }
  if (All)
    return All;
  Expected<HeapChanges> Answer = compareInputs(
      std::move(Inputs), Args.Heaps,
      [&](HeapInput In, const CountOptions &Wanted) {
        return count(C, std::move(In), Wanted);
      },
      storeEvents(C, ""));
  return Answer ? print(C, *Answer, Args) : Answer.takeError();
}

static Error compareDocuments(ToolContext &C, std::vector<KnownInput> Inputs,
                              InputKind Kind, const DocumentRequest &Request) {
  DocumentEvents Events;
  Events.OnNote = [&](const Twine &Text) { C.report().note(Text); };
  Events.DamageOf = [&](StringRef Name) {
    return C.report().damageHandler(Name);
  };
  Expected<SectionChanges> Answer =
      Kind == InputKind::Threads
          ? compareThreads(std::move(Inputs), Request, Events)
          : compareProfiles(std::move(Inputs), Request, Events);
  if (!Answer)
    return Answer.takeError();
  const bool IsTable = C.format() == "csv" || C.format() == "jsonl";
  if (IsTable && Answer->sections().size() > 1)
    return createStringError(
        Twine(C.format() == "csv" ? "CSV" : "JSON Lines") +
        " is limited to one section; specify --section as one of " +
        Answer->sectionNames());
  printAnswer(C, *Answer);
  return Error::success();
}

static Error run(ToolContext &C) {
  Expected<DiffArguments> Args = DiffArguments::parse(C);
  if (!Args)
    return Args.takeError();
  InputKind Kind = InputKind::Unknown;
  Expected<std::vector<KnownInput>> Inputs = openInputs(C, *Args, Kind);
  if (!Inputs)
    return Inputs.takeError();
  if (Error E = checkKind(C, Kind))
    return E;
  return Kind == InputKind::Heap
             ? compareHeaps(C, std::move(*Inputs), *Args)
             : compareDocuments(C, std::move(*Inputs), Kind, Args->Documents);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv, diffInfo(), diffOptions(), run);
}
