//===- hprof-report.cpp - HTML report on a dump ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Prose.h"
#include "hprof/GraphTool/SampleFile.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Report/MaskedReport.h"
#include "hprof/Report/Page.h"
#include "hprof/ReportTool/PageText.h"
#include "hprof/ReportTool/ReportInputs.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

/// Summaries are regarded as heaps.
static InputKind kindOf(const KnownInput &In) {
  return In.Kind == InputKind::Threads || In.Kind == InputKind::Profile
             ? In.Kind
             : InputKind::Heap;
}

static Error reportHeaps(ToolContext &C, std::vector<KnownInput> Inputs,
                         ReportWriter &To) {
  const HeapReportRequest Request = reportRequest(C, C.inputs());
  HeapReportRequest Last = reportRequest(C, C.inputs().back());
  const bool IsSummary = Inputs.back().Kind == InputKind::Report;
  if (IsSummary && C.has(OPT_jfr))
    return usageError("--jfr requires a heap dump as the last input");
  if (Error E = addSamples(C, Last.Dominators))
    return E;
  if (IsSummary && Inputs.size() == 1)
    return createFileError(
        Inputs.back().Path,
        createStringError("a summary can only be compared: expected "
                          "another input"));
  if (Inputs.size() > 1)
    if (Error E = reportGrowth(C, std::move(Inputs), Request, To))
      return E;
  if (IsSummary)
    return Error::success();
  if (Error E = reportHeap(C, Last, To))
    return E;
  if (!C.has(OPT_jfr))
    return Error::success();
  return reportRecording(C, C.get(OPT_jfr).str(), To).takeError();
}

/// All inputs, the baseline first.
static std::vector<std::string> allPaths(ToolContext &C) {
  std::vector<std::string> Paths = C.inputs();
  if (C.has(OPT_baseline))
    Paths.insert(Paths.begin(), C.get(OPT_baseline).str());
  return Paths;
}

static Error writeParts(ToolContext &C, ReportWriter &To) {
  Expected<std::vector<KnownInput>> Inputs = KnownInput::openAll(
      allPaths(C), {InputKind::Heap, InputKind::Records, InputKind::Report,
                    InputKind::Profile, InputKind::Threads});
  if (!Inputs)
    return Inputs.takeError();
  const KnownInput &First = Inputs->front();
  const InputKind Kind = kindOf(First);
  for (const KnownInput &In : *Inputs)
    if (kindOf(In) != Kind)
      return createStringError("'" + First.Path + "' is " + kindText(Kind) +
                               ", '" + In.Path + "' is " +
                               kindText(kindOf(In)));
  if (C.has(OPT_jfr) && Kind != InputKind::Heap)
    return usageError("--jfr requires a heap dump");
  if (C.has(OPT_budget) && (Kind != InputKind::Heap || Inputs->size() == 1))
    return usageError("--budget requires several heap dumps");
  if (C.has(OPT_baseline) && Kind != InputKind::Heap)
    return usageError("--baseline requires heap dumps");
  if (Kind == InputKind::Heap)
    return reportHeaps(C, std::move(*Inputs), To);
  const bool AreSeveral = Inputs->size() > 1;
  if (AreSeveral)
    reportChanges(C, std::move(*Inputs), To);
  if (Kind == InputKind::Threads)
    return reportThreadDumps(C, C.inputs(), To);
  if (AreSeveral)
    Inputs = KnownInput::openAll(C.inputs(), {Kind});
  if (!Inputs)
    return Inputs.takeError();
  for (const KnownInput &In : *Inputs)
    if (Error E = reportProfile(C, In, To))
      return E;
  return Error::success();
}

static Error writeMasked(ToolContext &C, ReportWriter &To) {
  if (C.has(OPT_show_values))
    return writeParts(C, To);
  Expected<std::shared_ptr<const SecretMatcher>> Secrets =
      SecretMatcher::builtin();
  if (!Secrets)
    return Secrets.takeError();
  MaskedReport Masked(To, std::move(*Secrets));
  return writeParts(C, Masked);
}

/// Returns the format of --format, or of the output's name, or "text" for a
/// terminal.
static StringRef formatOf(const ToolContext &C) {
  if (C.has(OPT_format))
    return C.format();
  const StringRef Path = C.get(OPT_output, "-");
  if (Path == "-" && isatty(STDOUT_FILENO))
    return "text";
  const StringRef Extension = sys::path::extension(Path);
  return Extension.equals_insensitive(".md") ||
                 Extension.equals_insensitive(".markdown")
             ? "markdown"
             : "html";
}

static Error writeHtml(ToolContext &C) {
  if (C.get(OPT_output, "-") == "-" && isatty(STDOUT_FILENO))
    return usageError("refusing to write HTML to a terminal; use -o <file>, a "
                      "pipe or another format");
  JsonDocument To;
  if (Error E = writeMasked(C, To))
    return E;
  std::string Json;
  raw_string_ostream OS(Json);
  To.write(OS, C.report());
  if (!writePage(C.out(), pageText(), OS.str()))
    llvm_unreachable("the page has no mark");
  return Error::success();
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().empty())
    return usageError("expected a heap dump, a thread dump or a profile");
  if (Error E = checkReportFiles(allPaths(C)))
    return E;
  if (Error E = checkReportFiles(C.getAll(OPT_jfr)))
    return E;
  const StringRef Format = formatOf(C);
  if (Format == "html")
    return writeHtml(C);
  if (Format != "text") {
    MarkdownReport To(C.out(), EscapeMode::Escape);
    return writeMasked(C, To);
  }
  BriefReport To(C.out(), EscapeMode::Escape);
  if (Error E = writeMasked(C, To))
    return E;
  Prose Command = "hprof-report -o report.html";
  for (StringRef Option : {"--baseline=", "--budget=", "--jfr="})
    if (C.hasNamed(Option))
      (Command << " ").word((Option + C.named(Option)).str());
  for (StringRef Word : reportRequest(C, C.inputs()).Words)
    (Command << " ").word(Word);
  C.out() << "\nFull report: " << proseText(Command, EscapeMode::Escape)
          << '\n';
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-report", "[options] file...",
                   "Creates a self-contained HTML report of a heap dump",
                   InputRule::AnyNumber},
                  toolOptions(), run);
}
