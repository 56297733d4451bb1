//===- HeapCount.cpp - Counts the objects of a file -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapCount.h"
#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapStore.h"

using namespace hprof;
using namespace llvm;

Expected<HeapCount> HeapCount::read(StringRef Path,
                                    const HistogramRequest &Request,
                                    const StoreOptions &Options,
                                    const StoreEvents &Events, bool OneDump) {
  HistogramUse Use;
  Use.NameLoaders = Request.By == GroupBy::Loader;
  Use.IsForStore = Request.Retained || Request.Unreachable;
  Use.OneDump = OneDump || Use.IsForStore;
  Expected<HeapHistogram> H = HeapHistogram::read(Path, Options, Events, Use);
  if (!H)
    return H.takeError();
  return HeapCount(Path, Request, Options, OneDump, std::move(*H));
}

Error HeapCount::addGraph(const StoreEvents &Events) {
  const uint64_t Dumps = Read.Data.dumps();
  if (Dumps > 1 && !IsOneDump && Events.OnNote)
    Events.OnNote("'" + Read.Name +
                  "': " + (Request.Retained ? "--retained" : "--unreachable") +
                  " counts only the first of " + Twine(Dumps) +
                  " heap dumps; --dump selects another");
  Expected<std::unique_ptr<HeapStore>> S =
      HeapStore::open(Path, Options, Events, Read.Index, std::move(Read.File));
  if (!S)
    return S.takeError();
  if (Request.Retained) {
    Expected<RetainedRows> Sizes = RetainedRows::compute(**S, Request.By);
    if (!Sizes)
      return Sizes.takeError();
    Counted.Reachable = Sizes->reachable();
    Counted.RetainedOf =
        [Of = std::make_shared<RetainedRows>(std::move(*Sizes))](
            const HistogramRow &Row) { return Of->of(Row); };
    return Error::success();
  }
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  Counted.Objects = Read.Data.objects();
  Counted.Bytes = Read.Data.bytes();
  Read.Data = countObjects(Read.Data, (*S)->graph(),
                           [&](Node N) { return !(*Tree)->isReachable(N); });
  return Error::success();
}

CountedFile HeapCount::take() && {
  Counted.Name = std::move(Read.Name);
  Counted.Dump = Read.Dump;
  Counted.Data = std::move(Read.Data);
  Counted.Owner = std::move(Read.Index);
  return std::move(Counted);
}
