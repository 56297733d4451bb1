//===- ReportInputs.cpp - Reports on the inputs ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ReportTool/ReportInputs.h"
#include "hprof/Analysis/Diff/Answers/Comparison.h"
#include "hprof/Analysis/Diff/Answers/DocumentComparison.h"
#include "hprof/Analysis/Stacks/RecordingPart.h"
#include "hprof/Analysis/Stacks/StackSources.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Report/StackTreePart.h"
#include "hprof/Secrets/MaskSecrets.h"
#include "hprof/ThreadTool/ReadThreads.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

Error hprof::checkReportFiles(ArrayRef<std::string> Paths) {
  for (const std::string &Path : Paths)
    if (Path == "-" ||
        (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path)))
      return createFileError(
          inputName(Path), createStringError("expected a regular file, since "
                                             "inputs are read several times"));
  return Error::success();
}

HeapReportRequest hprof::reportRequest(ToolContext &C,
                                       ArrayRef<std::string> Paths) {
  HeapReportRequest R;
  R.Threads = C.threads();
  DominatorRequest &D = R.Dominators;
  (void)C.named("--dump=", "1").getAsInteger(10, D.Dump);
  D.AsksForKept = C.hasNamed("--keep-unreachable");
  if (C.hasNamed("--ignore-references="))
    D.AskedToIgnore = C.named("--ignore-references=").str();
  for (StringRef Option : {"--layout=", "--dump=", "--index="})
    if (StringRef Value = C.named(Option); !Value.empty())
      D.Reading.push_back((Option + Value).str());
  R.Words = D.Reading;
  if (D.AsksForKept)
    R.Words.push_back("--keep-unreachable");
  if (D.AskedToIgnore)
    R.Words.push_back("--ignore-references=" + *D.AskedToIgnore);
  append_range(R.Words, Paths);
  return R;
}

/// References that keep nothing alive: hprof-lint ignores them by default.
static ReferenceKinds withoutHold() {
  ReferenceKinds Kinds;
  Kinds.insert(ReferenceKind::Weak);
  Kinds.insert(ReferenceKind::Phantom);
  return Kinds;
}

/// Opens \p Path with the options given on the command line.
static Expected<std::unique_ptr<HeapStore>>
openHeap(ToolContext &C, StringRef Path, const ReportWriter &To,
         ReferenceKinds IgnoredByDefault, bool KeepIfCut) {
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Options->IgnoredByDefault = IgnoredByDefault;
  Options->KeepIfCut = KeepIfCut;
  Options->Mask = To.mask();
  return HeapStore::open(Path, *Options, storeEvents(C, Path));
}

Error hprof::reportHeap(ToolContext &C, const HeapReportRequest &Request,
                        ReportWriter &To) {
  const std::string &Path = Request.Words.back();
  Progress::Task Working(C.progress(), "analyzing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> Opened =
      openHeap(C, Path, To, /*IgnoredByDefault=*/{}, /*KeepIfCut=*/true);
  if (!Opened)
    return Opened.takeError();
  tellLayout(C, **Opened);
  const std::shared_ptr<HeapStore> Store = std::move(*Opened);
  if (To.secrets()) {
    Expected<const HeapContents *> Contents = Store->contents();
    if (!Contents)
      return Contents.takeError();
    To.useHeap(**Contents);
  }
  if (Error E = reportSuspects(Store, Request, To))
    return E;
  if (Error E = reportSummary(*Store, Request, To))
    return E;
  if (Error E = reportDominators(Store, Request, To))
    return E;
  Expected<std::unique_ptr<HeapStore>> Holding =
      openHeap(C, Path, To, withoutHold(), /*KeepIfCut=*/false);
  if (!Holding)
    return Holding.takeError();
  if (Error E = reportWaste(**Holding, Request, To))
    return E;
  Expected<FileThreads> Threads = readThreads(C, Path);
  if (!Threads)
    return Threads.takeError();
  if (Error E = addRetained(*Store, *Threads))
    return E;
  std::vector<FileThreads> Files;
  Files.push_back(std::move(*Threads));
  reportThreads(
      std::make_shared<const std::vector<FileThreads>>(std::move(Files)),
      ReportPart::Threads, Request.Words, To);
  return reportProperties(*Store, Request, To);
}

/// Reads the limits of --budget; without it, the default ones for a baseline.
static Expected<std::optional<Budget>> readBudget(ToolContext &C) {
  if (!C.hasNamed("--budget=")) {
    if (C.hasNamed("--baseline="))
      return defaultBudget();
    return std::nullopt;
  }
  const StringRef Path = C.named("--budget=");
  Expected<Budget> Read = readBudgetFile(Path);
  if (!Read)
    return Read.takeError();
  return std::move(*Read);
}

Error hprof::reportGrowth(ToolContext &C, std::vector<KnownInput> Known,
                          const HeapReportRequest &Request, ReportWriter &To) {
  std::vector<HeapInput> Inputs;
  for (KnownInput &One : Known) {
    Expected<HeapInput> In = HeapInput::of(std::move(One));
    if (!In)
      return In.takeError();
    Inputs.push_back(std::move(*In));
  }
  Expected<std::optional<Budget>> Limits = readBudget(C);
  if (!Limits)
    return Limits.takeError();
  ComparisonRequest Asked;
  Asked.Limits = std::move(*Limits);
  Asked.Graphs = GraphUse::Always;
  Asked.Top = To.isForPeople() ? 20 : 200;
  Expected<HeapChanges> Answer = compareInputs(
      std::move(Inputs), Asked,
      [&](HeapInput In, const CountOptions &Wanted) -> Expected<HeapCounts> {
        const std::string Path = In.Path;
        Progress::Task Working(C.progress(), "counting " + inputName(Path));
        Expected<StoreOptions> Options = storeOptions(C);
        if (!Options)
          return Options.takeError();
        Options->Mask = To.mask();
        return countHeap(std::move(In), Wanted, *Options, storeEvents(C, Path));
      },
      storeEvents(C, ""));
  if (!Answer)
    return Answer.takeError();
  std::vector<std::string> Words;
  for (StringRef Option : {"--baseline=", "--budget="})
    if (C.hasNamed(Option))
      Words.push_back((Option + C.named(Option)).str());
  if (Answer->gate() && !Answer->gate()->Result.passed())
    C.report().tripGate();
  append_range(Words, Request.Words);
  To.part(ReportPart::Growth, Words, *Answer);
  return Error::success();
}

static Error compareDocuments(ToolContext &C, std::vector<KnownInput> Known,
                              ReportWriter &To) {
  DocumentEvents Events;
  Events.OnNote = [&](const Twine &Text) { To.note(Text); };
  Events.DamageOf = [&](StringRef Name) {
    return C.report().damageHandler(Name);
  };
  const bool ForPeople = To.isForPeople();
  DocumentRequest Asked;
  Asked.Top = ForPeople ? 20 : 200;
  if (Known.front().Kind == InputKind::Threads) {
    // Names without numbers never look like secrets.
    if (const SecretMatcher *Secrets = To.secrets())
      Asked.ThreadName = [Secrets](std::string Name) {
        return maskSecrets(*Secrets, std::move(Name), SecretNameKind::None);
      };
    Expected<SectionChanges> Answer =
        compareThreads(std::move(Known), Asked, Events);
    if (!Answer)
      return Answer.takeError();
    To.part(ReportPart::Changes, C.inputs(), *Answer);
    return Error::success();
  }
  DocumentRequest Traces;
  Traces.By = ProfileKey::Trace;
  Traces.Top = ForPeople ? 10 : 50;
  Expected<std::vector<SectionChanges>> Answers =
      compareProfiles(std::move(Known), {Asked, Traces}, Events);
  if (!Answers)
    return Answers.takeError();
  To.part(ReportPart::Changes, C.inputs(), Answers->front());
  To.part(ReportPart::TraceChanges, C.inputs(), Answers->back());
  return Error::success();
}

void hprof::reportChanges(ToolContext &C, std::vector<KnownInput> Known,
                          ReportWriter &To) {
  if (Error E = compareDocuments(C, std::move(Known), To))
    To.note(toString(std::move(E)));
}

/// Maximum number of stack rows in a page.
static uint64_t mostRows(const ReportWriter &To) {
  return To.isForPeople() ? UINT64_MAX : 3000;
}

using SharedThreads = std::shared_ptr<const std::vector<FileThreads>>;

/// Reports the threads of \p Paths, and returns them.
static Expected<SharedThreads>
reportThreadsOf(ToolContext &C, ArrayRef<std::string> Paths, ReportWriter &To) {
  std::vector<FileThreads> Files;
  for (const std::string &Path : Paths) {
    Expected<FileThreads> File = readThreads(C, Path);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  SharedThreads All =
      std::make_shared<const std::vector<FileThreads>>(std::move(Files));
  reportSameThreads(All, Paths, To);
  reportThreads(All, ReportPart::ThreadDumps, Paths, To);
  return All;
}

Error hprof::reportThreadDumps(ToolContext &C, ArrayRef<std::string> Paths,
                               ReportWriter &To) {
  Expected<SharedThreads> All = reportThreadsOf(C, Paths, To);
  if (!All)
    return All.takeError();
  for (const auto &[Path, File] : zip_equal(Paths, **All))
    if (!File.Dumps.empty())
      To.part(ReportPart::Stacks, Path,
              StackTreePart(stacksOf(File.Dumps.front()),
                            {File.File, "", mostRows(To)}));
  return Error::success();
}

Expected<bool> hprof::reportRecording(ToolContext &C, const std::string &Path,
                                      ReportWriter &To) {
  Expected<std::unique_ptr<Source>> From = openInput(Path);
  if (From)
    From = mapped(std::move(*From), C.tempDir(), nullptr);
  if (!From)
    return From.takeError();
  Expected<std::unique_ptr<JfrRecording>> Is =
      JfrRecording::open(std::move(*From));
  if (!Is)
    return createFileError(Path, Is.takeError());
  To.part(ReportPart::Recording, Path, RecordingPart(**Is));
  const auto *Dumps = (*Is)->find("jdk.ThreadDump");
  return Dumps && Dumps->Count;
}

Error hprof::reportProfile(ToolContext &C, const KnownInput &In,
                           ReportWriter &To) {
  const bool IsRecording = In.Carrier == Format::Jfr;
  if (IsRecording) {
    Expected<bool> HasThreads = reportRecording(C, In.Path, To);
    if (!HasThreads)
      return HasThreads.takeError();
    if (*HasThreads)
      if (Error E = reportThreadsOf(C, In.Path, To).takeError())
        return E;
  }
  ProfileCollector Collector;
  const std::string &Name = In.From->name();
  if (Error E = formatInfo(*In.Carrier)
                    .Read(*In.From, Collector, C.report().damageHandler(Name)))
    return createFileError(Name, std::move(E));
  cantFail(Collector.finish());
  const Profile P = Collector.take();
  if (P.isEmpty() && !IsRecording)
    return createFileError(Name, createStringError("the profile is empty"));
  for (unsigned I = 0; I != NumProfileKinds; ++I) {
    const auto Kind = ProfileKind(I);
    if (!P[Kind].IsThere)
      continue;
    const std::string Section = sectionName(Kind).str();
    To.part(ReportPart::Stacks, {"--section=" + Section, In.Path},
            StackTreePart(stacksOf(P, Kind), {Name, Section, mostRows(To)}));
  }
  return Error::success();
}
