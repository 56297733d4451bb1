//===- HeapStore.cpp - Analyses of a heap dump ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/HeapStore.h"
#include "IndexedStore.h"
#include "Opening.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Convert/KnownInput.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

Expected<std::unique_ptr<HeapStore>>
HeapStore::open(KnownInput In, const StoreOptions &Options,
                const StoreEvents &Events) {
  if (In.Path != "-" && sys::fs::is_regular_file(In.Path))
    return open(In.Path, Options, Events);
  HeapFileOptions Opening = openingFor(Options, Events, HeapAccess::Random);
  Opening.OnDamage = Events.OnDamage;
  Expected<std::unique_ptr<HeapFile>> File =
      HeapFile::open(std::move(In.From), Opening);
  if (!File)
    return File.takeError();
  return open(In.Path, Options, Events,
              std::shared_ptr<HeapFile>(std::move(*File)));
}

Expected<std::unique_ptr<HeapStore>>
HeapStore::open(StringRef Path, const StoreOptions &Options,
                const StoreEvents &Events, std::shared_ptr<HeapFile> File) {
  Expected<std::unique_ptr<HeapIndex>> Index = findIndex(Path, Options, Events);
  if (!Index)
    return Index.takeError();
  return open(Path, Options, Events, std::move(*Index), std::move(File));
}

Expected<std::unique_ptr<HeapStore>>
HeapStore::open(StringRef Path, const StoreOptions &Options,
                const StoreEvents &Events, std::shared_ptr<HeapIndex> Index,
                std::shared_ptr<HeapFile> File) {
  if (!Options.Dump)
    return createStringError("heap dumps of a file are numbered from 1");
  std::unique_ptr<ComputingStore> Store;
  if (Index)
    Store = std::make_unique<IndexedStore>(std::move(Index), Path, Options,
                                           Events, std::move(File));
  else
    Store = std::make_unique<ComputingStore>(Path, Options, Events,
                                             std::move(File));
  if (Error E = Store->prepare())
    return E;
  return Store;
}

std::string hprof::otherDumps(const HeapGraph &G) {
  const unsigned Dumps = G.counts().Dumps;
  return Dumps < 2
             ? ""
             : ("only the first of " + Twine(Dumps) + " heap dumps is used")
                   .str();
}
