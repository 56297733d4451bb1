//===- thread-print.cpp - Prints a thread dump ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints the result of the javacore reader for a file, for lit tests.
///
//===----------------------------------------------------------------------===//

#include "Format/Thread/ThreadPrinter.h"
#include "hprof/Format/Javacore/JavacoreReader.h"
#include "hprof/Tool/ToolMain.h"

#include "hprof/Tool/OptTable.inc"

using namespace llvm;
using namespace hprof;

static Error run(ToolContext &C) {
  Expected<OutputFile *> Out = C.openOutput(OutputFile::Content::Text);
  if (!Out)
    return Out.takeError();
  raw_ostream &OS = (*Out)->os();
  for (const std::string &Path : C.inputs()) {
    Expected<std::unique_ptr<Source>> In = Source::open(Path);
    if (!In)
      return In.takeError();
    Expected<ThreadDump> Dump =
        readJavacore(**In, C.report().damageHandler((*In)->name()));
    if (!Dump)
      return createFileError((*In)->name(), Dump.takeError());
    if (C.has(OPT_counts))
      printThreadCounts(OS, *Dump);
    else
      printThreadDump(OS, *Dump, [&](StringRef Text) {
        return escape(Text, C.escapeMode());
      });
  }
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"thread-print", "[options] file...",
                   "Prints thread dumps for tests", InputRule::OrStdin,
                   /*TextOutput=*/false},
                  toolOptions(), run);
}
