//===- IndexedThreads.cpp - Threads from an index -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ThreadTool/IndexedThreads.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolContext.h"

using namespace hprof;
using namespace llvm;

Expected<std::optional<IndexedThreads>>
IndexedThreads::read(ToolContext &C, StringRef Path, bool Locals,
                     std::shared_ptr<HeapFile> File) {
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  // Threads need no index, so reasons for not using one are not reported.
  const StoreEvents All = storeEvents(C, Path);
  StoreEvents Events;
  Events.OnVerbose = All.OnVerbose;
  Events.OnCopy = All.OnCopy;
  Expected<std::unique_ptr<HeapIndex>> Fitting =
      findIndex(Path, *Options, Events);
  if (!Fitting)
    return Fitting.takeError();
  const std::shared_ptr<HeapIndex> Index = std::move(*Fitting);
  // If there is damage, a walk over the dump reports it.
  if (!Index || !Index->damages().empty() ||
      Index->graph().counts().Dumps != 1 || Index->contextRecords().empty())
    return std::nullopt;
  Error Lost = Error::success();
  Events.OnLoss = [&](Error E) {
    Lost = joinErrors(std::move(Lost), std::move(E));
  };
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(Path, *Options, Events, Index, std::move(File));
  if (!S)
    return joinErrors(std::move(Lost), S.takeError());
  Expected<const HeapContents *> Contents = (*S)->contents();
  if (!Contents)
    return joinErrors(std::move(Lost), Contents.takeError());
  Expected<std::optional<HeapThreads>> Found =
      readHeapThreads(**Contents, Locals);
  if (!Found)
    return joinErrors(std::move(Lost), Found.takeError());
  if (Lost)
    return Lost;
  if (!*Found)
    return std::nullopt;
  std::vector<Damage> Damages; // An index of a damaged dump is not used.
  Expected<std::optional<Histogram>> Counts = Index->histogram(Damages);
  if (!Counts)
    return Counts.takeError();
  uint64_t Virtual = 0;
  if (*Counts)
    for (const HistogramRow &R : (*Counts)->rows())
      if (R.Name == "java.lang.VirtualThread")
        Virtual += R.Instances;
  (*Found)->Of.countVirtual(Virtual);
  return IndexedThreads{std::move(**Found), Index};
}
