//===- hprof-convert.cpp - From one format to another ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "LossPrinter.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Threads/JoinThreads.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Format/IBM/DumpName.h"
#include "hprof/Format/Javacore/JavacoreReader.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Expected<Format> formatCalled(StringRef Option, StringRef Name) {
  if (std::optional<Format> K = parseFormat(Name))
    return *K;
  std::string Known;
  for (const FormatInfo &F : allFormats())
    Known += (Known.empty() ? "" : ", ") + std::string(F.Name);
  return usageError(Option + "=" + Name + ": no such format, expected one of " +
                    Known);
}

static Expected<Format> targetFormat(ToolContext &C) {
  StringRef Output = C.get(OPT_output, "-");
  std::optional<Format> To = formatForPath(Output);
  if (C.has(OPT_to)) {
    Expected<Format> Named = formatCalled("--to", C.get(OPT_to));
    if (!Named)
      return Named.takeError();
    To = *Named;
  }
  if (To && !formatInfo(*To).isWritable())
    return usageError(Twine(formatInfo(*To).Text) + " can only be read");
  if (To)
    return *To;
  if (Output == "-")
    return usageError("--to=<format> is needed for standard output");
  return usageError("the name '" + Output +
                    "' does not say a format; add --to=<format>");
}

/// Reports losses as the command line requests.
static Error tellLosses(ToolContext &C, const ConvertReport &Report,
                        Format To) {
  std::vector<LossAccount::Entry> Entries = Report.Losses.entries();
  if (C.has(OPT_explain) || C.has(OPT_explain_eq)) {
    // Standard output may be the dump.
    bool ToFile = C.get(OPT_output, "-") != "-";
    raw_ostream &OS = ToFile ? outs() : errs();
    if (C.get(OPT_explain_eq) == "json")
      explainLossesAsJson(OS, C.inputs().front(), Report, To, C.report());
    else
      explainLosses(OS, Report, To);
    OS.flush();
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

/// Heap dumps that a thread dump can be added to, and YAML, which may hold one.
static bool mayJoinThreads(Format From, Format To) {
  return (InIbm.has(From) || InHprof.has(From) || From == Format::Yaml) &&
         !InIbm.has(To);
}

static Expected<ThreadDump> readThreadFile(ToolContext &C, StringRef Path) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path);
  if (!In)
    return In.takeError();
  std::string Note;
  Expected<ThreadDump> Dump =
      readThreadDump(**In, C.report().damageHandler((*In)->name()), Note);
  if (!Dump)
    return createFileError((*In)->name(), Dump.takeError());
  if (!Note.empty())
    C.report().note("'" + (*In)->name() + "': " + Note);
  return Dump;
}

/// Reads the thread dump that \p Path's threads come from, if any.
static Expected<std::optional<ThreadDump>>
threadsOf(ToolContext &C, StringRef Path, Format From, Format To) {
  std::optional<std::string> Javacore;
  if (C.has(OPT_with)) {
    if (C.get(OPT_with) == "none")
      return std::nullopt;
    Javacore = C.get(OPT_with).str();
    if (!mayJoinThreads(From, To))
      return usageError(Twine("--with is not for ") + formatInfo(From).Text +
                        " to " + formatInfo(To).Text +
                        ", expected a heap dump of IBM's to another format, or "
                        "one in HPROF binary");
  } else if (InIbm.has(From) && mayJoinThreads(From, To) &&
             To != Format::Yaml) {
    // YAML represents only its input, unless the user asks for more.
    Javacore = findJavacoreBeside(Path);
  }
  if (!Javacore)
    return std::nullopt;
  C.protect(*Javacore);
  Expected<ThreadDump> Dump = readThreadFile(C, *Javacore);
  if (C.has(OPT_with)) {
    if (!Dump)
      return Dump.takeError();
    return std::move(*Dump);
  }
  if (!Dump) {
    C.report().warning(toString(Dump.takeError()) +
                       "; threads and class loaders are left out");
    return std::nullopt;
  }
  C.report().note("threads and class loaders are taken from '" + *Javacore +
                  "' (--with=none leaves them out)");
  return std::move(*Dump);
}

static Error list(ToolContext &C) {
  if (!C.inputs().empty())
    return usageError("unexpected argument '" + C.inputs().front() + "'");
  Expected<OutputFile *> File = C.openOutput(OutputFile::Content::Text);
  if (!File)
    return File.takeError();
  raw_fd_ostream OS((*File)->fd(), /*shouldClose=*/false);
  if (C.has(OPT_print_conversions))
    printConversionsPage(OS);
  else
    printFormats(OS);
  OS.flush();
  if (OS.has_error())
    return createFileError((*File)->path(), OS.error());
  return Error::success();
}

/// The requested form of a classic heapdump, if any.
static Expected<std::optional<ClassicForm>> classicForm(ToolContext &C,
                                                        Format To) {
  if (!C.has(OPT_classic))
    return std::nullopt;
  if (To != Format::IbmClassic)
    return usageError("--classic is about classic heapdumps, and the output is "
                      "'" +
                      Twine(formatInfo(To).Name) + "'");
  return parseClassicForm(C.get(OPT_classic));
}

/// The requested shift of ids, if any.
static Expected<std::optional<RelocateOptions>> relocation(ToolContext &C) {
  if (!C.has(OPT_relocate))
    return std::nullopt;
  if (C.has(OPT_renumber))
    return usageError("--relocate and --renumber both give new ids");
  RelocateOptions By;
  const std::pair<StringRef, int64_t &> Kinds[] = {
      {"objects", By.Objects},
      {"strings", By.Strings},
      {"frames", By.Frames},
      {"class-serials", By.ClassSerials},
      {"trace-serials", By.TraceSerials},
      {"thread-serials", By.ThreadSerials}};
  for (const std::string &Value : C.getAll(OPT_relocate)) {
    auto [Kind, Base] = StringRef(Value).split(':');
    if (!StringRef(Value).contains(':'))
      std::tie(Kind, Base) = std::pair("objects", StringRef(Value));
    const auto *Found = find_if(
        Kinds, [K = Kind](const auto &Each) { return Each.first == K; });
    if (Found == std::end(Kinds))
      return usageError("--relocate=" + Twine(Value) + ": no ids are called '" +
                        Kind +
                        "', expected objects, strings, frames, class-serials, "
                        "trace-serials or thread-serials");
    uint64_t Hex;
    if (Base.getAsInteger(0, Found->second))
      return usageError(
          "--relocate=" + Twine(Value) +
          ": expected a number below 2^63 such as 0x1000 or -4096" +
          (Base.getAsInteger(16, Hex) ? "" : "; did you mean 0x" + Base + "?"));
  }
  return By;
}

/// Reads the requested changes besides the format.
static Error readChanges(ToolContext &C, ConvertOptions &Options) {
  if (C.has(OPT_id_size))
    Options.IdSize = C.get(OPT_id_size) == "4" ? 4 : 8;
  Options.Renumber = C.has(OPT_renumber);
  Options.MaxZeros = C.size(OPT_max_zeros);
  Options.DropHeaps = C.getAll(OPT_drop_heap);
  (void)C.get(OPT_dump_number).getAsInteger(10, Options.Dump);
  Options.Layout = C.get(OPT_layout, "auto").str();
  if (!is_contained(layoutNames(), Options.Layout))
    return usageError("no layout is called '" + Twine(Options.Layout) +
                      "'; there are " + join(layoutNames(), ", "));
  Expected<std::optional<RelocateOptions>> By = relocation(C);
  if (!By)
    return By.takeError();
  Options.Relocate = *By;
  return Error::success();
}

/// Reports what the conversion found out about the input.
static Error tellFindings(ToolContext &C, StringRef Name,
                          const ConvertReport &Report) {
  for (const std::string &Note : Report.Losses.notes())
    C.report().note("'" + Name + "': " + Note);
  for (const std::string &Remark : Report.Losses.remarks()) {
    if (C.strict())
      return createFileError(Name, createStringError(Remark));
    C.report().warning("'" + Name + "': " + Remark);
  }
  return Error::success();
}

static Error run(ToolContext &C) {
  if (C.has(OPT_list_formats) || C.has(OPT_print_conversions))
    return list(C);
  if (Error E = C.defaultToStdin())
    return E;
  ConvertOptions Options;
  // First: an omitted option value swallows the option after it.
  if (Error E = readChanges(C, Options))
    return E;
  Expected<Format> To = targetFormat(C);
  if (!To)
    return To.takeError();
  Options.To = *To;
  if (C.has(OPT_from)) {
    Expected<Format> From = formatCalled("--from", C.get(OPT_from));
    if (!From)
      return From.takeError();
    Options.From = *From;
  }
  Expected<std::optional<ClassicForm>> Classic = classicForm(C, *To);
  if (!Classic)
    return Classic.takeError();
  if (C.inputs().size() != 1)
    return usageError("expected one input");
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Opening.Map = false; // Each byte is read only a few times, in order.
  Expected<std::unique_ptr<Source>> In = openInput(C.inputs().front(), Opening);
  if (!In)
    return In.takeError();

  Format From;
  if (Options.From) {
    From = *Options.From;
  } else {
    Expected<Format> Found = identifyFormat(**In);
    if (!Found)
      return createFileError((*In)->name(), Found.takeError());
    From = *Found;
  }
  Expected<std::optional<ThreadDump>> Threads =
      threadsOf(C, C.inputs().front(), From, *To);
  if (!Threads)
    return Threads.takeError();
  if (const std::optional<ThreadDump> &Found = *Threads)
    Options.Threads = &*Found;
  Options.AnyProcess = C.has(OPT_force_threads);

  SinkOptions Packing;
  Packing.Kind = C.compression();
  Packing.Threads = C.threads();
  bool IsText = formatInfo(*To).IsText && Packing.Kind == Compression::None;
  Expected<OutputFile *> File = C.openOutput(
      IsText ? OutputFile::Content::Text : OutputFile::Content::Binary);
  if (!File)
    return File.takeError();
  std::unique_ptr<Sink> Out = Sink::toFile((*File)->fd(), Packing);

  Options.OnDamage = C.report().damageHandler((*In)->name());
  Options.TempDir = C.tempDir();
  if (std::optional<IbmDumpName> Name = parseIbmDumpName((*In)->name()))
    Options.Millis = Name->Seconds * 1000;
  Options.Classic = *Classic;
  // Not if the output goes to the same terminal.
  std::optional<Progress::Task> Working;
  if ((*File)->path() != "-" || !isatty(STDOUT_FILENO))
    Working.emplace(C.progress(), "converting " + (*In)->name(),
                    (*In)->rawSize(), [&] { return (*In)->rawOffset(); });
  ConvertReport Report;
  if (Error E = convert(**In, *Out, Options, Report))
    return E;
  Working.reset();
  C.report().verbose("'" + (*In)->name() + "' was read " +
                     counted(Report.Reads, "time"));
  if (Error E = tellFindings(C, (*In)->name(), Report))
    return E;
  if (Error E = Out->finish())
    return createFileError(
        (*File)->path() == "-" ? "<stdout>" : (*File)->path(), std::move(E));
  return tellLosses(C, Report, *To);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-convert", "[options] [file]",
                   "Converts heap dumps from one format to another",
                   InputRule::AnyNumber, /*TextOutput=*/false},
                  toolOptions(), run);
}
