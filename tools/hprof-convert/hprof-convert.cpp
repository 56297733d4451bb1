//===- hprof-convert.cpp - From one format to another ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Convert.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Expected<FormatKind> targetFormat(ToolContext &C) {
  StringRef Output = C.get(OPT_output, "-");
  std::optional<FormatKind> To =
      C.has(OPT_to) ? parseFormat(C.get(OPT_to)) : formatForPath(Output);
  if (To)
    return *To;
  if (Output == "-")
    return usageError("--to=<format> is needed for standard output");
  return usageError("the name '" + Output +
                    "' does not say a format; add --to=<format>");
}

static Error run(ToolContext &C) {
  Expected<FormatKind> To = targetFormat(C);
  if (!To)
    return To.takeError();
  if (C.inputs().size() != 1)
    return usageError("expected one input");
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Opening.Map = false; // Each byte is looked at once or twice, in order.
  Expected<std::unique_ptr<Source>> In =
      Source::open(C.inputs().front(), Opening);
  if (!In)
    return In.takeError();

  SinkOptions Packing;
  Packing.Kind = compressionForPath(C.get(OPT_output));
  Packing.Threads = C.threads();
  bool IsText = formatInfo(*To).IsText && Packing.Kind == Compression::None;
  Expected<OutputFile *> File = C.openOutput(
      IsText ? OutputFile::Content::Text : OutputFile::Content::Binary);
  if (!File)
    return File.takeError();
  std::unique_ptr<Sink> Out = Sink::toFile((*File)->fd(), Packing);

  ConvertOptions Options;
  Options.OnDamage = C.report().damageHandler((*In)->name());
  Options.TempDir = C.tempDir();
  Options.To = *To;
  Options.DropHeaps = C.getAll(OPT_drop_heap);
  LossAccount Account;
  if (Error E = convert(**In, *Out, Options, Account))
    return E;
  for (const std::string &Remark : Account.remarks())
    C.report().warning("'" + (*In)->name() + "': " + Remark);
  if (Error E = Out->finish())
    return createFileError((*File)->path(), std::move(E));
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-convert", "[options] [file]",
                   "Converts heap dumps from one format to another",
                   InputRule::OrStdin, /*TextOutput=*/false},
                  toolOptions(), run);
}
