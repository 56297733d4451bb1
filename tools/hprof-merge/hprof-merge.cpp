//===- hprof-merge.cpp - Several dumps to one -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpPart.h"
#include "hprof/Tool/ToolMain.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Compression compression(ToolContext &C) {
  StringRef Kind = C.get(OPT_compress);
  if (Kind == "none")
    return Compression::None;
  if (Kind == "gzip")
    return Compression::Gzip;
  if (Kind == "zstd")
    return Compression::Zstd;
  return compressionForPath(C.get(OPT_output));
}

static Error run(ToolContext &C) {
  DumpMergeRequest Asked;
  if (C.has(OPT_to))
    Asked.Options.To = *parseFormat(C.get(OPT_to));
  if (C.has(OPT_id_size))
    Asked.Options.IdSize = C.get(OPT_id_size) == "4" ? 4 : 8;
  Asked.Options.OneHeap = C.has(OPT_one_heap);
  if (Asked.Options.OneHeap && Asked.Options.To == Format::HprofOld)
    return usageError("--one-heap needs segments, which 1.0.1 does not have");
  Asked.Options.MaxZeros = C.size(OPT_max_zeros);
  Asked.Options.TempDir = C.tempDir();
  Asked.Packing.Kind = compression(C);
  Asked.Packing.Threads = C.threads();
  Asked.Explain = C.has(OPT_explain) || C.has(OPT_explain_eq);
  Asked.AsJson = C.get(OPT_explain_eq) == "json";
  Asked.ToStdout = C.get(OPT_output, "-") != "-";
  return mergeDumpInputs(C, Asked);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-merge", "[options] [file|folder...]",
                   "Merges heap dumps, and parts of dumps, into one file",
                   InputRule::OrStdin, /*TextOutput=*/false},
                  toolOptions(), run);
}
