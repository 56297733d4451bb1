//===- hprof-opt.cpp - Passes over heap dumps -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Verify/Verifier.h"
#include "hprof/ConvertTool/ConvertRun.h"
#include "hprof/Passes/Answers/PassAnswers.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Error listPasses(ToolContext &C) {
  if (!C.inputs().empty())
    return usageError("unexpected argument '" + C.inputs().front() + "'");
  Expected<OutputFile *> File = C.openOutput(OutputFile::Content::Text);
  if (!File)
    return File.takeError();
  printAnswerText((*File)->os(), PassListAnswer(), C.escapeMode());
  return Error::success();
}

static void tellResult(ToolContext &C, ArrayRef<PassCall> Calls,
                       const PassPlan &Plan, const LossAccount &Changes,
                       bool ToStdout) {
  ChangesAnswer Answer;
  Answer.File = inputName(C.inputs().front());
  for (const PassCall &Call : Calls)
    Answer.Passes.push_back(Call.Text);
  Answer.Changes = Changes;
  for (const auto &Each : Plan.Secrets) {
    append_range(Answer.Secrets.Findings, Each->Findings);
    Answer.Secrets.HasPaths |= Each->HasPaths;
    Answer.Secrets.IsCut |= Each->IsCut;
  }
  Answer.ShowsSecrets = !Plan.Secrets.empty();
  Answer.ShowsChanges = Plan.Explains;
  explain(C, Answer, ToStdout);
  if (C.has(OPT_gate) &&
      (!Answer.Secrets.Findings.empty() || Answer.Secrets.IsCut))
    C.report().tripGate();
}

static Error convertInput(ToolContext &C, Source &In, ArrayRef<PassCall> Calls,
                          PassPlan &Plan,
                          const std::deque<RecordCounts> &Counts) {
  Expected<Format> From = identifyFormat(In);
  if (!From)
    return createFileError(In.name(), From.takeError());
  if (*From == Format::Jfr)
    return createFileError(
        In.name(),
        createStringError("a flight recording cannot be scanned or redacted; "
                          "it contains system properties, environment "
                          "variables and command lines"));
  if (InThreads.has(*From))
    return createFileError(
        In.name(), createStringError("a " + Twine(formatInfo(*From).Text) +
                                     " contains no heap"));
  if (C.has(OPT_to) && Plan.To != Format::Hprof)
    return usageError("--to and segment(version=...) are mutually exclusive");
  ConvertOptions Options;
  Options.To = parseFormat(C.get(OPT_to)).value_or(Plan.target(In, *From));
  Options.LastStages = &Plan.Stages;
  Options.SegmentSize = Plan.SegmentSize;
  Options.OwnFraming = !Plan.KeepsFrames;
  Options.MaxZeros = C.size(OPT_max_zeros);
  // If all passes only report on the dump, no output is needed.
  const bool OnlyJudges =
      !C.has(OPT_output) &&
      all_of(Calls, [](const PassCall &P) { return P.Pass->Judges; });
  const bool IsDryRun = C.has(OPT_dry_run) || OnlyJudges;
  Expected<ConvertOutput> Out = IsDryRun
                                    ? ConvertOutput::nowhere()
                                    : ConvertOutput::open(C, /*IsText=*/false);
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
  if (Plan.Verifies && Out->File && !Out->File->isTemporary())
    return usageError("verify requires an output file (-o)");
  ConvertReport Report;
  if (Error E = runConversion(C, "reading", In, *Out, Options, Report))
    return E;
  for (auto [F, To] : zip(Plan.Files, SideFiles))
    To->os() << F.Text();
  if (Error E = Out->finish())
    return E;
  if (Error E = tellFindings(C, In.name(), Report.Losses))
    return E;
  if (Plan.Verifies && Out->File)
    if (Error E = verifyWritten(Out->File->fd(), Out->File->path()))
      return E;
  if (!Counts.empty())
    printAnswerText(Out->isStdout() ? errs() : outs(),
                    CountsAnswer(Calls, Counts), C.escapeMode());
  tellResult(C, Calls, Plan, Report.Losses, !Out->isStdout());
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
        return P.Pass->Name == "scan-secrets";
      }))
    return usageError("--gate requires scan-secrets");
  std::deque<RecordCounts> Counts;
  PassPlan Plan;
  Plan.TempDir = C.tempDir();
  Plan.Threads = C.threads();
  Plan.Explains =
      C.has(OPT_explain) || C.has(OPT_explain_eq) || C.has(OPT_dry_run);
  if (Error E = planPasses(*Calls, Plan,
                           C.has(OPT_print_after_all) ? &Counts : nullptr))
    return E.isA<FileError>()
               ? std::move(E)
               : usageError("--passes: " + toString(std::move(E)));
  for (const std::string &Path : Plan.Inputs)
    C.protect(Path);
  Expected<std::unique_ptr<Source>> In = openOnlyInput(C);
  if (!In)
    return In.takeError();
  return convertInput(C, **In, *Calls, Plan, Counts);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-opt", "--passes=<passes> [options] [file]",
                   "Changes heap dumps with a list of passes",
                   InputRule::AnyNumber, /*TextOutput=*/false},
                  toolOptions(), run);
}
