//===- IndexBuild.cpp - Computes the contents of an index -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/IndexBuild.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

/// Adds the histogram of the whole file, the same as from hprof-histo.
static Error addHistogram(HeapStore &S, const StoreOptions &Asked,
                          GraphParts &Parts) {
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  HistogramOptions Options;
  Options.Threads = Asked.Threads;
  Options.Layout = Asked.Layout;
  Options.NameLoaders = true;
  // An index stores this damage; a dump with more damage is not worth an index.
  constexpr size_t Most = 100000;
  Options.OnDamage = [&](const Damage &D) {
    if (Parts.HistoDamages.size() < Most)
      Parts.HistoDamages.push_back(D);
  };
  HeapFile &File = (*Contents)->file();
  if (File.isConverted())
    File.tellDamage(Options.OnDamage);
  Expected<Histogram> H = Histogram::read(File, Options);
  if (!H)
    return H.takeError();
  Parts.Histo = std::move(*H);
  return Error::success();
}

/// Maximum number of path groups, which may use a quarter of the limit.
static uint64_t mostGroups(const HeapGraph &G) {
  uint64_t Most = std::max<uint64_t>(1 << 20, G.size() / 16);
  if (G.memory() && G.memory()->limit())
    Most = std::min(Most, G.memory()->limit() / 4 / PathGroups::BytesPerGroup);
  return Most;
}

/// Adds the names of objects and references, and the paths to them.
static Error addNames(HeapStore &S, GraphParts &Parts) {
  Expected<HeapFile *> In = S.file();
  if (!In)
    return In.takeError();
  Expected<std::optional<ContextRecords>> Context =
      ContextRecords::of(**In, S.graph());
  if (!Context)
    return Context.takeError();
  Parts.Context = std::move(*Context);
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  if (Parts.Context)
    Parts.Stacks = (*Contents)->context().stacks().columns();
  // The labels are needed to find groups without the dump.
  Expected<const EntryLabels *> Labels = S.labels();
  if (!Labels)
    return Labels.takeError();
  Parts.Labels = EntryLabels::fromColumn(
      BigArray<uint8_t>::view((*Labels)->column().ref()));
  Expected<EdgeFilter> Strong = EdgeFilter::create(S.graph(), weakReferences());
  if (!Strong)
    return Strong.takeError();
  Expected<ShortestPaths> Paths = ShortestPaths::compute(S.graph(), *Strong);
  if (!Paths)
    return Paths.takeError();
  Parts.Paths = std::move(*Paths);
  Expected<std::optional<PathGroups>> Groups = PathGroups::compute(
      **Contents, *Parts.Paths, *Strong, mostGroups(S.graph()));
  if (!Groups)
    return Groups.takeError();
  Parts.Groups = std::move(*Groups);
  return Error::success();
}

/// Adds results that are slow to compute on request.
static Error addAnswers(HeapStore &S, GraphParts &Parts) {
  const GroupBy Ways[] = {GroupBy::Class, GroupBy::Name, GroupBy::Package,
                          GroupBy::Loader};
  Expected<std::vector<RetainedSets>> Sets = S.computeRetainedSets(Ways);
  if (!Sets)
    return Sets.takeError();
  for (auto [By, Of] : zip(Ways, *Sets))
    Parts.Retained.emplace_back(By, std::move(Of));
  Expected<DominatorClasses> Classes =
      S.dominatorClasses({}, GraphParts::ClassTreeDepth);
  if (!Classes)
    return Classes.takeError();
  Parts.Classes = std::move(*Classes);
  Expected<LeakReport> Suspects = S.leakSuspects([](uint64_t Reachable) {
    return shareOf(Reachable, DefaultSuspectPercent);
  });
  if (!Suspects)
    return Suspects.takeError();
  Parts.Suspects = std::move(*Suspects);
  return Error::success();
}

Error hprof::buildIndex(HeapStore &S, const DumpIdentity &Dump,
                        const StoreOptions &Options, raw_ostream &OS) {
  Expected<const DominatorTree *> Tree = S.dominators();
  if (!Tree)
    return Tree.takeError();
  Expected<const InboundReferences *> Inbound = S.inbound();
  if (!Inbound)
    return Inbound.takeError();
  GraphOrigin Origin = S.origin();
  Origin.Dump = Dump;
  GraphParts Parts(S.graph(), **Tree, **Inbound);
  if (Error E = addHistogram(S, Options, Parts))
    return createFileError(S.name(), std::move(E));
  if (Error E = addNames(S, Parts))
    return E;
  if (Error E = addAnswers(S, Parts))
    return E;
  return HeapIndex::write(OS, Origin, Parts, S.damages());
}

Error hprof::checkIndexPlace(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) &&
      Status.type() == sys::fs::file_type::fifo_file)
    return createFileError(
        Path,
        createStringError("it is a pipe; an index must be a regular file"));
  return Error::success();
}

Expected<std::unique_ptr<HeapIndex>>
hprof::verifyIndex(StringRef Path, StringRef Dump,
                   const StoreOptions &Options) {
  Expected<std::unique_ptr<HeapIndex>> File =
      HeapIndex::open(Path, indexWriters(Options));
  if (!File)
    return File.takeError();
  if (Error E = checkWholeIndex(**File, Dump, wantedOrigin(Options)))
    return E;
  if (Error E = (*File)->verify())
    return E;
  return File;
}

std::unique_ptr<HeapIndex> hprof::indexUpToDate(StringRef Path, StringRef Dump,
                                                const StoreOptions &Options) {
  Expected<std::unique_ptr<HeapIndex>> File =
      HeapIndex::open(Path, indexWriters(Options));
  if (!File) {
    consumeError(File.takeError());
    return nullptr;
  }
  if (Error E = checkWholeIndex(**File, Dump, wantedOrigin(Options))) {
    consumeError(std::move(E));
    return nullptr;
  }
  return (*File)->isComplete() ? std::move(*File) : nullptr;
}
