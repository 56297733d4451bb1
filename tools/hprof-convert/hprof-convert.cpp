//===- hprof-convert.cpp - Converts between formats -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunExport.h"
#include "hprof/Convert/Answers/ConvertAnswers.h"
#include "hprof/Convert/Answers/FormatAnswers.h"
#include "hprof/ConvertTool/ConvertRun.h"
#include "hprof/ConvertTool/ThreadFile.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Error list(ToolContext &C) {
  if (!C.inputs().empty())
    return usageError("unexpected argument '" + C.inputs().front() + "'");
  Expected<OutputFile *> File = C.openOutput(OutputFile::Content::Text);
  if (!File)
    return File.takeError();
  if (C.has(OPT_print_conversions))
    printConversionsPage((*File)->os());
  else
    listFormats(C, (*File)->os());
  return Error::success();
}

/// Reports losses as the command line requests.
static Error tellLosses(ToolContext &C, const ConvertReport &Report,
                        Format To) {
  std::vector<LossAccount::Entry> Entries = Report.Losses.entries();
  if (C.has(OPT_explain) || C.has(OPT_explain_eq)) {
    const ConvertAnswer Answer(inputName(C.inputs().front()), Report, To);
    explain(C, Answer, /*ToStdout=*/C.get(OPT_output, "-") != "-");
  } else if (!Entries.empty() && !C.strict()) {
    C.report().note("the output differs from the input: " +
                    lossSentence(Entries, 2) + " (--explain lists all)");
  }
  if (Entries.empty() || !C.strict())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "the output would differ from the input: " +
                               lossSentence(Entries, 2));
}

/// Reads the requested shift of ids, if any.
static Error readRelocation(ToolContext &C, ConvertOptions &Options) {
  if (!C.has(OPT_relocate))
    return Error::success();
  if (C.has(OPT_renumber))
    return usageError("--relocate and --renumber cannot be combined");
  Options.Relocate.emplace();
  for (const std::string &Value : C.getAll(OPT_relocate))
    if (Error E = parseRelocation(Value, *Options.Relocate))
      return usageError("--relocate=" + Twine(Value) + ": " +
                        toString(std::move(E)));
  return Error::success();
}

static Expected<ConvertOptions> readOptions(ToolContext &C) {
  ConvertOptions Options;
  if (C.has(OPT_id_size))
    Options.IdSize = C.get(OPT_id_size) == "4" ? 4 : 8;
  Options.Renumber = C.has(OPT_renumber);
  Options.MaxZeros = C.size(OPT_max_zeros);
  Options.DropHeaps = C.getAll(OPT_drop_heap);
  (void)C.get(OPT_dump_number).getAsInteger(10, Options.Dump);
  Options.AnyProcess = C.has(OPT_force_threads);
  Options.Layout = C.get(OPT_layout, "auto").str();
  // An option without its value swallows the option after it.
  if (!is_contained(layoutNames(), Options.Layout))
    return usageError("no layout is called '" + Twine(Options.Layout) +
                      "', expected one of " + join(layoutNames(), ", "));
  if (Error E = readRelocation(C, Options))
    return E;
  Expected<Format> To = targetFormat(C);
  if (!To)
    return To.takeError();
  Options.To = *To;
  Options.From = parseFormat(C.get(OPT_from));
  if (!C.has(OPT_classic))
    return Options;
  if (*To != Format::IbmClassic)
    return usageError("--classic applies to ibm-classic output, but the output "
                      "format is '" +
                      Twine(formatInfo(*To).Name) + "'");
  Options.Classic = parseClassicForm(C.get(OPT_classic));
  return Options;
}

static Error run(ToolContext &C) {
  if (C.has(OPT_list_formats) || C.has(OPT_print_conversions))
    return list(C);
  if (Error E = C.defaultToStdin())
    return E;
  if (const ExportInfo *To = exportTarget(C))
    return runExport(C, *To, C.getAll(OPT_object));
  if (Error E = refuseExportOptions(C))
    return E;
  Expected<ConvertOptions> Options = readOptions(C);
  if (!Options)
    return Options.takeError();
  Expected<std::unique_ptr<Source>> In = openOnlyInput(C);
  if (!In)
    return In.takeError();
  const std::string &Name = (*In)->name();
  Expected<Format> From =
      Options->From ? Expected<Format>(*Options->From) : identifyFormat(**In);
  if (!From)
    return createFileError(Name, From.takeError());
  Expected<std::optional<ThreadDump>> Threads =
      threadsToJoin(C, C.inputs().front(), *From, Options->To);
  if (!Threads)
    return Threads.takeError();
  if (const std::optional<ThreadDump> &Found = *Threads)
    Options->Threads = &*Found;
  Expected<ConvertOutput> Out =
      ConvertOutput::open(C, formatInfo(Options->To).IsText);
  if (!Out)
    return Out.takeError();
  ConvertReport Report;
  if (Error E = runConversion(C, "converting", **In, *Out, *Options, Report))
    return E;
  if (Error E = tellFindings(C, Name, Report.Losses, C.strict()))
    return E;
  if (Error E = Out->finish())
    return E;
  return tellLosses(C, Report, Options->To);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-convert", "[options] [file]",
                   "Converts heap dumps from one format to another",
                   InputRule::AnyNumber, /*TextOutput=*/false},
                  toolOptions(), run);
}
