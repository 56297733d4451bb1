//===- hprof-index.cpp - Builds indexes of dumps --------------------------===//
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

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_to,
    OPT_output,
    OPT_force,
    OPT_verify,
};

/// Memory Analyzer computes sizes and reachability itself.
static Error checkForMat(ToolContext &C) {
  if (C.has(OPT_verify))
    return usageError("--verify does not apply to --to=mat");
  for (unsigned Option :
       {OPT_layout, OPT_keep_unreachable, OPT_ignore_references})
    if (C.has(Option))
      return usageError("--layout, --keep-unreachable and --ignore-references "
                        "do not apply to --to=mat");
  StringRef Output = C.get(OPT_output, ".index");
  if (!Output.ends_with(".index"))
    return usageError("'" + Output +
                      "': expected a name that ends in '.index' for Memory "
                      "Analyzer's master index");
  return Error::success();
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().empty())
    return usageError("no input; specify a file");
  if (C.has(OPT_output) && C.inputs().size() > 1)
    return usageError("--output applies to a single input, found " +
                      Twine(C.inputs().size()));
  if (is_contained(C.inputs(), "-"))
    return usageError("cannot index standard input; use a file");
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
  // A bad input must not prevent indexing of the others.
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
                   "Indexes heap dumps for faster analysis by the other tools",
                   InputRule::AnyNumber, /*TextOutput=*/false, Rules,
                   /*PrintsValues=*/false, HelpOrder},
                  toolOptions(), run);
}
