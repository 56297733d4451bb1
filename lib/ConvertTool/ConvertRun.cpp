//===- ConvertRun.cpp - Conversions in tools ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ConvertTool/ConvertRun.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/IBM/DumpName.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

Expected<Format> hprof::targetFormat(ToolContext &C) {
  if (std::optional<Format> To = parseFormat(C.named("--to=")))
    return *To;
  StringRef Output = C.named("--output=", "-");
  if (std::optional<Format> To = formatForPath(Output))
    return *To;
  if (Output == "-")
    return usageError("standard output requires --to=<format>");
  return usageError("cannot infer the format from the name '" + Output +
                    "'; add --to=<format>");
}

Expected<std::unique_ptr<Source>> hprof::openOnlyInput(ToolContext &C) {
  if (C.inputs().size() != 1)
    return usageError("expected one input");
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Opening.Map = false; // Each byte is read only a few times, in order.
  return openInput(C.inputs().front(), Opening);
}

Expected<ConvertOutput> ConvertOutput::open(ToolContext &C, bool IsText) {
  SinkOptions Packing;
  Packing.Kind = C.compression();
  Packing.Threads = C.threads();
  IsText &= Packing.Kind == Compression::None;
  Expected<OutputFile *> File = C.openOutput(
      IsText ? OutputFile::Content::Text : OutputFile::Content::Binary);
  if (!File)
    return File.takeError();
  return ConvertOutput{*File, Sink::toFile((*File)->fd(), Packing)};
}

Expected<ConvertOutput> ConvertOutput::nowhere() {
  int Fd;
  if (std::error_code EC =
          sys::fs::openFileForWrite("/dev/null", Fd, sys::fs::CD_OpenExisting))
    return createFileError("/dev/null", EC);
  return ConvertOutput{nullptr, Sink::toFile(Fd)};
}

bool ConvertOutput::isStdout() const { return File && File->path() == "-"; }

Error ConvertOutput::finish() {
  if (Error E = Out->finish())
    return createFileError(!File        ? "/dev/null"
                           : isStdout() ? "<stdout>"
                                        : File->path(),
                           std::move(E));
  return Error::success();
}

Error hprof::runConversion(ToolContext &C, StringRef Doing, Source &In,
                           const ConvertOutput &To, ConvertOptions Options,
                           ConvertReport &Report) {
  Options.OnDamage = C.report().damageHandler(In.name());
  Options.TempDir = C.tempDir();
  if (std::optional<IbmDumpName> Name = parseIbmDumpName(In.name()))
    Options.Millis = Name->Seconds * 1000;
  // Do not show progress if the output goes to the same terminal.
  std::optional<Progress::Task> Working;
  if (!To.isStdout() || !isatty(STDOUT_FILENO))
    Working.emplace(C.progress(), (Doing + " " + In.name()).str(), In.rawSize(),
                    [&] { return In.rawOffset(); });
  if (Error E = convert(In, *To.Out, Options, Report))
    return E;
  Working.reset();
  C.report().verbose("'" + In.name() + "' was read " +
                     counted(Report.Reads, "time"));
  return Error::success();
}

Error hprof::tellFindings(ToolContext &C, StringRef Name,
                          const LossAccount &Losses, bool IsStrict) {
  for (const std::string &Note : Losses.notes())
    C.report().note("'" + Name + "': " + Note);
  for (const std::string &Remark : Losses.remarks()) {
    if (IsStrict)
      return createFileError(Name, createStringError(Remark));
    C.report().warning("'" + Name + "': " + Remark);
  }
  return Error::success();
}

void hprof::explain(ToolContext &C, const Answer &A, bool ToStdout) {
  raw_ostream &OS = ToStdout ? outs() : errs();
  if (C.named("--explain=") == "json")
    printAnswerJson(OS, A, C.report());
  else
    printAnswerText(OS, A, C.escapeMode());
  OS.flush();
}
