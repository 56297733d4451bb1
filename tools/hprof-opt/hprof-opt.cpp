//===- hprof-opt.cpp - Passes over heap dumps -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassPrinter.h"
#include "hprof/Analysis/Verify/Verifier.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/ConvertTool/LossTable.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/IBM/DumpName.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Error listPasses(ToolContext &C) {
  if (!C.inputs().empty())
    return usageError("unexpected argument '" + C.inputs().front() + "'");
  Expected<OutputFile *> File = C.openOutput(OutputFile::Content::Text);
  if (!File)
    return File.takeError();
  printPasses((*File)->os());
  return Error::success();
}

/// What --passes asks for, with places to count in between if they are to be
/// printed.
static Expected<PassPlan> makePlan(const ToolContext &C,
                                   ArrayRef<PassCall> Calls,
                                   std::deque<RecordCounts> *Counts) {
  PassPlan Plan;
  Plan.TempDir = C.tempDir();
  Plan.Threads = C.threads();
  Plan.Explains =
      C.has(OPT_explain) || C.has(OPT_explain_eq) || C.has(OPT_dry_run);
  auto Count = [&] {
    if (Counts)
      Plan.Stages.push_back(makeCountRecords(Counts->emplace_back()));
  };
  Count();
  for (const PassCall &Call : Calls) {
    if (Plan.Verifies)
      return usageError("--passes: column " + Twine(Call.column()) +
                        ": nothing can follow 'verify', which checks the "
                        "output");
    if (Error E = Call.pass().Add(Call, Plan)) {
      // Not the command line, but a file that it names.
      if (E.isA<FileError>())
        return E;
      return usageError("--passes: column " + Twine(Call.column()) + ": " +
                        toString(std::move(E)));
    }
    Count();
  }
  return Plan;
}

/// The pass "verify": reads what was written.
static Error verifyOutput(OutputFile &File) {
  Expected<std::unique_ptr<Source>> In =
      Source::open(("/proc/self/fd/" + Twine(File.fd())).str());
  if (!In)
    return In.takeError();
  VerifyOptions Options;
  Options.MaxExamples = 1;
  Expected<VerifyReport> Report = verify(**In, Options);
  if (!Report)
    return createFileError(File.path(), Report.takeError());
  if (!Report->faults() && !Report->damaged())
    return Error::success();
  std::string Text =
      "the output would have " + counted(Report->faults(), "fault");
  for (unsigned K = 0; K != findingInfos().size(); ++K)
    if (const VerifyReport::Group &G = (*Report)[FindingKind(K)];
        G.Count && findingInfos()[K].Level == Severity::Fault &&
        !G.Examples.empty())
      Text += "; " + G.Examples.front().What;
  return createFileError(File.path(), createStringError(Text));
}

static bool isAndroid(Source &In) {
  constexpr StringLiteral Magic = "JAVA PROFILE 1.0.3";
  return toStringRef(In.peek(Magic.size())).starts_with(Magic);
}

static Expected<Format> targetOf(ToolContext &C, Source &In, Format From,
                                 const PassPlan &Plan) {
  if (C.has(OPT_to) && Plan.To != Format::Hprof)
    return usageError("--to and segment(version=...) are alternatives");
  if (std::optional<Format> To = parseFormat(C.get(OPT_to)))
    return *To;
  if (Plan.To != Format::Hprof)
    return Plan.To;
  if (isAndroid(In))
    return Format::HprofAndroid;
  return InHprof.has(From) || From == Format::Yaml ? Format::Hprof
                                                   : Format::HprofCurrent;
}

/// Whether passes only say something of the dump, and no output was asked for.
static bool onlyJudges(const ToolContext &C, ArrayRef<PassCall> Calls) {
  return !C.has(OPT_output) &&
         all_of(Calls, [](const PassCall &P) { return P.pass().Judges; });
}

static void tellResult(ToolContext &C, ArrayRef<PassCall> Calls,
                       const PassPlan &Plan, const LossAccount &Changes,
                       bool ToStdout) {
  raw_ostream &OS = ToStdout ? errs() : outs();
  SecretReport Secrets;
  for (const auto &Each : Plan.Secrets) {
    append_range(Secrets.Findings, Each->Findings);
    Secrets.HasPaths |= Each->HasPaths;
  }
  if (C.get(OPT_explain_eq) == "json") {
    printChangesAsJson(OS, C.inputs().front(), Calls, Changes, Secrets,
                       C.report());
  } else {
    if (!Plan.Secrets.empty())
      printSecrets(OS, Secrets);
    if (C.has(OPT_explain) || C.has(OPT_explain_eq) || C.has(OPT_dry_run))
      printLosses(OS, Changes, "nothing changes");
  }
  OS.flush();
  if (C.has(OPT_gate) && !Secrets.Findings.empty())
    C.report().tripGate();
}

/// Where the dump goes: a file, or nowhere.
static Expected<std::unique_ptr<Sink>> openSink(ToolContext &C, bool IsDryRun,
                                                OutputFile *&File) {
  if (IsDryRun) {
    int Fd;
    if (std::error_code EC = sys::fs::openFileForWrite(
            "/dev/null", Fd, sys::fs::CD_OpenExisting))
      return createFileError("/dev/null", EC);
    return Sink::toFile(Fd);
  }
  Expected<OutputFile *> Opened = C.openOutput(OutputFile::Content::Binary);
  if (!Opened)
    return Opened.takeError();
  File = *Opened;
  SinkOptions Packing;
  Packing.Kind = C.compression();
  Packing.Threads = C.threads();
  return Sink::toFile(File->fd(), Packing);
}

static Error convertInput(ToolContext &C, Source &In, ArrayRef<PassCall> Calls,
                          PassPlan &Plan, std::deque<RecordCounts> &Counts) {
  Expected<Format> From = identifyFormat(In);
  if (!From)
    return createFileError(In.name(), From.takeError());
  if (InThreads.has(*From))
    return createFileError(
        In.name(), createStringError("a " + Twine(formatInfo(*From).Text) +
                                     " holds no heap"));
  ConvertOptions Options;
  Expected<Format> To = targetOf(C, In, *From, Plan);
  if (!To)
    return To.takeError();
  Options.To = *To;
  Options.LastStages = &Plan.Stages;
  Options.SegmentSize = Plan.SegmentSize;
  Options.OwnFraming = !Plan.KeepsFrames;
  Options.OnDamage = C.report().damageHandler(In.name());
  Options.TempDir = C.tempDir();
  Options.MaxZeros = C.size(OPT_max_zeros);
  if (std::optional<IbmDumpName> Name = parseIbmDumpName(In.name()))
    Options.Millis = Name->Seconds * 1000;

  OutputFile *File = nullptr;
  const bool IsDryRun = C.has(OPT_dry_run) || onlyJudges(C, Calls);
  Expected<std::unique_ptr<Sink>> Out = openSink(C, IsDryRun, File);
  if (!Out)
    return Out.takeError();
  std::vector<OutputFile *> SideFiles;
  if (!IsDryRun)
    for (const PassPlan::SideFile &F : Plan.Files) {
      Expected<OutputFile *> Opened =
          C.openExtra(F.Path, OutputFile::Content::Text);
      if (!Opened)
        return Opened.takeError();
      SideFiles.push_back(*Opened);
    }
  const bool ToStdout = File && File->path() == "-";
  if (Plan.Verifies && File && !File->isTemporary())
    return usageError("verify needs an output that is a file, see -o");
  std::optional<Progress::Task> Working;
  if (!ToStdout || !isatty(STDOUT_FILENO))
    Working.emplace(C.progress(), "reading " + In.name(), In.rawSize(),
                    [&] { return In.rawOffset(); });
  ConvertReport Report;
  if (Error E = convert(In, **Out, Options, Report))
    return E;
  Working.reset();
  C.report().verbose("'" + In.name() + "' was read " +
                     counted(Report.Reads, "time"));
  for (auto [F, To] : zip(Plan.Files, SideFiles))
    To->os() << F.Text();
  if (Error E = (*Out)->finish())
    return createFileError(ToStdout ? "<stdout>" : C.get(OPT_output),
                           std::move(E));
  for (const std::string &Note : Report.Losses.notes())
    C.report().note("'" + In.name() + "': " + Note);
  for (const std::string &Remark : Report.Losses.remarks())
    C.report().warning("'" + In.name() + "': " + Remark);
  if (Plan.Verifies && File)
    if (Error E = verifyOutput(*File))
      return E;
  if (C.has(OPT_print_after_all))
    printCounts(ToStdout ? errs() : outs(), Calls, Counts);
  tellResult(C, Calls, Plan, Report.Losses, ToStdout);
  return Error::success();
}

static Error run(ToolContext &C) {
  if (C.has(OPT_list_passes))
    return listPasses(C);
  if (!C.has(OPT_passes))
    return usageError("expected --passes=<passes>; --list-passes lists them");
  if (Error E = C.defaultToStdin())
    return E;
  if (C.inputs().size() != 1)
    return usageError("expected one input");
  Expected<std::vector<PassCall>> Calls = parsePasses(C.get(OPT_passes));
  if (!Calls)
    return usageError("--passes: " + toString(Calls.takeError()));
  if (C.has(OPT_gate) && none_of(*Calls, [](const PassCall &P) {
        return P.pass().Name == StringRef("scan-secrets");
      }))
    return usageError("--gate needs scan-secrets");
  std::deque<RecordCounts> Counts;
  Expected<PassPlan> Plan =
      makePlan(C, *Calls, C.has(OPT_print_after_all) ? &Counts : nullptr);
  if (!Plan)
    return Plan.takeError();
  for (const std::string &Path : Plan->Inputs)
    C.protect(Path);
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Opening.Map = false; // Each byte is read only a few times, in order.
  Expected<std::unique_ptr<Source>> In = openInput(C.inputs().front(), Opening);
  if (!In)
    return In.takeError();
  return convertInput(C, **In, *Calls, *Plan, Counts);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-opt", "--passes=<passes> [options] [file]",
                   "Changes heap dumps by a list of passes",
                   InputRule::AnyNumber, /*TextOutput=*/false},
                  toolOptions(), run);
}
