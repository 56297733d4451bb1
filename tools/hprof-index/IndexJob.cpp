//===- IndexJob.cpp - A dump and its index --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexJob.h"
#include "hprof/Analysis/Store/IndexBuild.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IndexPath.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace hprof;
using namespace llvm;

static std::string placeOf(const IndexJob &J) {
  return J.Output.empty() ? indexPathOf(J.Dump) : J.Output;
}

/// Reports the damage of the dump that the index \p Of records.
static void tellDamage(const IndexJob &J, const HeapIndex &Of) {
  for (const Damage &D : Of.damages())
    J.C.report().damageHandler(J.Dump)(D);
}

static std::string sizeText(const Twine &What, uint64_t Objects,
                            uint64_t Bytes) {
  return (What + ": " + counted(Objects, "object") + ", " +
          counted(Bytes, "byte"))
      .str();
}

void IndexJob::tellDumps(StringRef Name, size_t Dumps) const {
  if (Dumps > 1 && !HasNumber)
    C.report().note("'" + Name + "': only the first of " + Twine(Dumps) +
                    " heap dumps is indexed; --dump selects another");
}

Error IndexJob::verify() const {
  const std::string Index = placeOf(*this);
  Expected<std::unique_ptr<HeapIndex>> File = verifyIndex(Index, Dump, Options);
  if (!File)
    return File.takeError();
  tellDamage(*this, **File);
  C.report().verbose(sizeText("'" + Index + "' matches",
                              (*File)->graph().size(), (*File)->size()));
  return Error::success();
}

/// Reports why the index cannot be created, and an alternative location.
static Error tellNoOutput(const IndexJob &J, Error E) {
  const std::string Index = placeOf(J);
  StringRef Folder = sys::path::parent_path(Index);
  const bool IsWritable = !sys::fs::access(Folder.empty() ? "." : Folder,
                                           sys::fs::AccessMode::Write);
  if (!J.Output.empty() || IsWritable)
    return E;
  J.C.report().error(std::move(E));
  J.C.report().note("the dump's directory is not writable; write the index "
                    "elsewhere with -o, and pass it to other tools with "
                    "--index");
  return Error::success();
}

Error IndexJob::write() const {
  const std::string Index = placeOf(*this);
  Progress::Task Working(C.progress(), "indexing " + inputName(Dump));
  Expected<DumpIdentity> Identity = DumpIdentity::of(Dump);
  if (!Identity)
    return Identity.takeError();
  if (Error E = C.checkOutput(Index))
    return E;
  if (Error E = checkIndexPlace(Index))
    return E;
  const bool IsIndex = HeapIndex::isHeapIndex(Index);
  if (IsIndex && !Force)
    if (auto Good = indexUpToDate(Index, Dump, Options)) {
      tellDamage(*this, *Good);
      C.report().note("'" + Index + "' is up to date");
      return Error::success();
    }
  Expected<std::unique_ptr<OutputFile>> Out =
      OutputFile::create(Index, OutputFile::Content::Binary, IsIndex || Force);
  if (!Out)
    return tellNoOutput(*this, Out.takeError());
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(Dump, Options, storeEvents(C, Dump));
  if (!S)
    return S.takeError();
  // The histogram includes all dumps.
  tellDumps((*S)->name(), (*S)->graph().counts().Dumps);
  if (Error E = buildIndex(**S, *Identity, Options, (*Out)->os()))
    return E;
  uint64_t Bytes = (*Out)->os().tell();
  if (C.strict() && C.report().failed())
    return Error::success();
  // Formatted early, as there may be no memory left when the output is
  // complete.
  const std::string Done =
      sizeText("wrote '" + Index + "'", (*S)->graph().size(), Bytes);
  if (Error E = (*Out)->keep()) {
    // Another process may have completed the index first.
    if (!indexUpToDate(Index, Dump, Options))
      return E;
    consumeError(std::move(E));
    C.report().note("'" + Index + "' was written by another process");
    return Error::success();
  }
  C.report().verbose(Done);
  return Error::success();
}
