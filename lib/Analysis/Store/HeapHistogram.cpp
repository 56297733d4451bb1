//===- HeapHistogram.cpp - Histogram of a heap dump -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapHistogram.h"
#include "Opening.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Convert/KnownInput.h"
#include <atomic>
#include <mutex>

using namespace hprof;
using namespace llvm;

/// Returns a handler that serializes calls to \p Events, for a file that one
/// thread converts while others read it.
static DamageHandler oneAtATime(const StoreEvents &Events) {
  if (!Events.OnDamage)
    return {};
  auto Mutex = std::make_shared<std::mutex>();
  return [Mutex, Tell = Events.OnDamage](const Damage &D) {
    std::lock_guard<std::mutex> Lock(*Mutex);
    Tell(D);
  };
}

/// Returns the requested histogram in \p Index; nullopt if it is missing.
static Expected<std::optional<Histogram>> takeKept(const HeapIndex &Index,
                                                   const StoreOptions &Options,
                                                   const StoreEvents &Events,
                                                   bool OneDump) {
  // A layout that was chosen by the user is not reported as detected.
  if (Index.origin().Layout != Options.Layout)
    return std::nullopt;
  std::vector<Damage> Damages;
  Expected<std::optional<Histogram>> H = Index.histogram(Damages);
  // An index stores the histogram of all heap dumps in the file.
  if (H && *H && OneDump && (*H)->dumps() != 1)
    return std::nullopt;
  if (H && *H && Events.OnDamage)
    for (const Damage &D : Damages)
      Events.OnDamage(D);
  return H;
}

static Expected<Histogram> walk(HeapFile &File, const HistogramUse &Use,
                                const DamageHandler &OnDamage,
                                const StoreOptions &Options,
                                const StoreEvents &Events) {
  HistogramOptions Counting;
  Counting.Threads = threadsOf(Options);
  Counting.Layout = Options.Layout;
  Counting.OnDamage = OnDamage;
  Counting.NameLoaders = Use.NameLoaders;
  Counting.Dump = Use.OneDump ? Options.Dump : 0;
  const uint64_t All = File.source().size().value_or(0);
  std::atomic<uint64_t> Done = 0;
  std::atomic<bool> IsEnded = false;
  Counting.Cancel = &IsEnded;
  if (Events.OnProgress || Events.ShouldEnd) {
    Counting.OnBytes = [&](uint64_t N) {
      if (Events.OnProgress)
        Events.OnProgress({"reading", Done += N, All, /*IsInBytes=*/true});
      if (Events.ShouldEnd && Events.ShouldEnd())
        IsEnded = true;
    };
    Counting.OnBytes(0);
  }
  Expected<Histogram> H = Histogram::read(File, Counting);
  if (Events.OnProgressEnd)
    Events.OnProgressEnd();
  return H;
}

/// Counts the objects of a file.
static Expected<HeapHistogram>
walked(HeapFile &File, const HistogramUse &Use, const DamageHandler &OnDamage,
       const StoreOptions &Options, const StoreEvents &Events, StringRef Path) {
  std::string Name = File.name();
  Expected<Histogram> H = walk(File, Use, OnDamage, Options, Events);
  if (!H)
    return createFileError(Name, H.takeError());
  if (!H->dumps())
    return createFileError(Name, createStringError("it contains no heap dump" +
                                                   otherContents(Path)));
  if (std::string Note = H->stacksNote(); !Note.empty() && Events.OnNote)
    Events.OnNote("'" + Name + "': " + Note);
  return HeapHistogram{std::move(Name), std::move(*H),
                       Use.OneDump ? Options.Dump : 0, nullptr, nullptr};
}

Expected<HeapHistogram> HeapHistogram::of(HeapStore &Store,
                                          const StoreOptions &Options,
                                          const StoreEvents &Events,
                                          HistogramUse Use) {
  if (std::shared_ptr<HeapIndex> Index = Store.index()) {
    Expected<std::optional<Histogram>> Kept =
        takeKept(*Index, Options, {}, Use.OneDump);
    if (!Kept)
      return Kept.takeError();
    if (std::optional<Histogram> H = std::move(*Kept))
      return HeapHistogram{Store.name(), std::move(*H),
                           Use.OneDump ? Options.Dump : 0, Index, nullptr};
  }
  Expected<HeapFile *> File = Store.file();
  return File ? walked(**File, Use, {}, Options, Events, Store.path())
              : File.takeError();
}

Expected<HeapHistogram> HeapHistogram::read(StringRef Path,
                                            const StoreOptions &Options,
                                            const StoreEvents &Events,
                                            HistogramUse Use,
                                            std::unique_ptr<Source> In) {
  const unsigned Dump = Use.OneDump ? Options.Dump : 0;
  Expected<std::unique_ptr<HeapIndex>> Found = findIndex(Path, Options, Events);
  if (!Found)
    return Found.takeError();
  std::shared_ptr<HeapIndex> Index = std::move(*Found);
  if (Index) {
    Expected<std::optional<Histogram>> Kept =
        takeKept(*Index, Options, Events, Use.OneDump);
    if (!Kept)
      return Kept.takeError();
    if (std::optional<Histogram> H = std::move(*Kept))
      return HeapHistogram{Path.str(), std::move(*H), Dump, Index, nullptr};
  }
  HeapFileOptions Opening = openingFor(Options, Events,
                                       Use.IsForStore    ? HeapAccess::Random
                                       : Use.NameLoaders ? HeapAccess::Again
                                                         : HeapAccess::Once);
  Opening.OnDamage = oneAtATime(Events);
  Expected<std::unique_ptr<HeapFile>> File =
      In ? HeapFile::open(std::move(In), Opening)
         : HeapFile::open(Path, Opening);
  if (!File)
    return File.takeError();
  Expected<HeapHistogram> Is =
      walked(**File, Use, Opening.OnDamage, Options, Events, Path);
  if (!Is)
    return Is.takeError();
  Is->Index = Index;
  Is->File = std::move(*File);
  return Is;
}
