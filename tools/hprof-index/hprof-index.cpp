//===- hprof-index.cpp - Makes answers about a dump immediate -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexJob.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_force, OptionRule::Excludes, {OPT_verify}},
};

/// Memory Analyzer has its own sizes, and its own idea of what is reachable.
static Error checkForMat(ToolContext &C) {
  if (C.has(OPT_verify))
    return usageError("--verify checks indexes of these tools, not of Memory "
                      "Analyzer");
  for (unsigned Option :
       {OPT_layout, OPT_keep_unreachable, OPT_ignore_references})
    if (C.has(Option))
      return usageError("--to=mat follows Memory Analyzer's rules: --layout, "
                        "--keep-unreachable and --ignore-references do not "
                        "apply");
  StringRef Output = C.get(OPT_output, ".index");
  if (!Output.ends_with(".index"))
    return usageError("'" + Output +
                      "': the name of Memory Analyzer's master index ends in "
                      "'.index'");
  return Error::success();
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().empty())
    return usageError("no input; name a file");
  if (C.has(OPT_output) && C.inputs().size() > 1)
    return usageError("--output names one index, there are " +
                      Twine(C.inputs().size()) + " inputs");
  if (is_contained(C.inputs(), "-"))
    return usageError("standard input cannot have an index: it is found "
                      "next to a file");
  const bool IsForMat = C.get(OPT_to) == "mat";
  if (IsForMat)
    if (Error E = checkForMat(C))
      return E;
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  const bool Verifies = C.has(OPT_verify);
  if (!Verifies)
    Options->From = IndexUse::None;
  // One bad input does not keep the others from being indexed.
  Error All = Error::success();
  for (const std::string &Path : C.inputs()) {
    const IndexJob J{C,
                     Path,
                     C.get(OPT_output).str(),
                     C.has(OPT_force),
                     C.has(OPT_dump_number),
                     *Options};
    All = joinErrors(std::move(All), IsForMat   ? J.writeForMat()
                                     : Verifies ? J.verify()
                                                : J.write());
  }
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-index", "[options] file...",
                   "Writes an index next to a heap dump, from which the other "
                   "tools answer at once",
                   InputRule::AnyNumber, /*TextOutput=*/false, Rules},
                  toolOptions(), run);
}
