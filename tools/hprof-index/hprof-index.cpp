//===- hprof-index.cpp - Makes answers about a dump immediate -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/IndexBuild.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IndexPath.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_force, OptionRule::Excludes, {OPT_verify}},
};

namespace {

/// A dump and its index.
struct Job {
  ToolContext &C;
  StringRef Dump;
  std::string Index;
  StoreOptions Options;

  /// Says what \p Of kept of the damage in the dump.
  void tellDamage(const HeapIndex &Of) const {
    for (const Damage &D : Of.damages())
      C.report().damageHandler(Dump)(D);
  }
  void tellSize(const Twine &What, uint64_t Objects, uint64_t Bytes) const {
    C.report().verbose(What + ": " + counted(Objects, "object") + ", " +
                       counted(Bytes, "byte"));
  }
};

} // namespace

static Error verify(const Job &J) {
  Expected<std::unique_ptr<HeapIndex>> File =
      verifyIndex(J.Index, J.Dump, J.Options);
  if (!File)
    return File.takeError();
  J.tellDamage(**File);
  J.tellSize("'" + J.Index + "' fits", (*File)->graph().size(),
             (*File)->size());
  return Error::success();
}

/// Reports why the index cannot be created, and where it can be.
static Error tellNoOutput(const Job &J, Error E) {
  StringRef Folder = sys::path::parent_path(J.Index);
  const bool IsWritable = !sys::fs::access(Folder.empty() ? "." : Folder,
                                           sys::fs::AccessMode::Write);
  if (J.C.has(OPT_output) || IsWritable)
    return E;
  J.C.report().error(std::move(E));
  J.C.report().note("the folder of the dump is read-only: -o writes the index "
                    "elsewhere, where --index of the other tools finds it");
  return Error::success();
}

static Error write(const Job &J) {
  Progress::Task Working(J.C.progress(), "indexing " + inputName(J.Dump));
  Expected<DumpIdentity> Dump = DumpIdentity::of(J.Dump);
  if (!Dump)
    return Dump.takeError();
  if (sys::fs::equivalent(J.Dump, J.Index))
    return usageError("'" + J.Index + "' is an input; name another output");
  if (Error E = checkIndexPlace(J.Index))
    return E;
  const bool IsIndex = HeapIndex::isHeapIndex(J.Index);
  if (IsIndex && !J.C.has(OPT_force))
    if (auto Good = indexUpToDate(J.Index, J.Dump, J.Options)) {
      J.tellDamage(*Good);
      J.C.report().note("'" + J.Index + "' is up to date");
      return Error::success();
    }
  Expected<std::unique_ptr<OutputFile>> Out = OutputFile::create(
      J.Index, OutputFile::Content::Binary, IsIndex || J.C.has(OPT_force));
  if (!Out)
    return tellNoOutput(J, Out.takeError());
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(J.Dump, J.Options, storeEvents(J.C, J.Dump));
  if (!S)
    return S.takeError();
  const unsigned Dumps = (*S)->graph().counts().Dumps;
  if (Dumps > 1 && !J.C.has(OPT_dump_number)) // The histogram is of all.
    J.C.report().note("'" + (*S)->name() + "': only the first of its " +
                      Twine(Dumps) +
                      " heap dumps is indexed; --dump takes another");
  if (Error E = buildIndex(**S, *Dump, J.Options, (*Out)->os()))
    return E;
  uint64_t Bytes = (*Out)->os().tell();
  if (J.C.strict() && J.C.report().failed())
    return Error::success();
  if (Error E = (*Out)->keep()) {
    // Another process may have been faster.
    if (!indexUpToDate(J.Index, J.Dump, J.Options))
      return E;
    consumeError(std::move(E));
    J.C.report().note("'" + J.Index + "' was written by another run meanwhile");
    return Error::success();
  }
  J.tellSize("wrote '" + J.Index + "'", (*S)->graph().size(), Bytes);
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
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  if (!C.has(OPT_verify))
    Options->From = IndexUse::None;
  // One bad input does not keep the others from being indexed.
  Error All = Error::success();
  for (const std::string &Path : C.inputs()) {
    Job J{C, Path, C.get(OPT_output, indexPathOf(Path)).str(), *Options};
    All = joinErrors(std::move(All), C.has(OPT_verify) ? verify(J) : write(J));
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
