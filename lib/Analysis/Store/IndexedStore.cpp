//===- IndexedStore.cpp - A store with an index ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedStore.h"
#include "hprof/Analysis/Columns/SharedProcess.h"
#include "hprof/Analysis/Dominators/TreeWithout.h"
#include "hprof/Analysis/Heap/HeapFile.h"

using namespace hprof;
using namespace llvm;

IndexedStore::IndexedStore(std::shared_ptr<HeapIndex> Index, StringRef Path,
                           const StoreOptions &Options,
                           const StoreEvents &Events,
                           std::shared_ptr<HeapFile> File)
    : OpenIndex{std::move(Index)},
      ComputingStore(Path, Options, Events, std::move(File)) {
  Origin.Dump = this->Index->origin().Dump;
}

Error IndexedStore::prepare() {
  if (Error E = checkHasDump())
    return E;
  Memory = makeBudget();
  Index->setMemory(Memory);
  if (isProcessShared())
    IndexPages.emplace(Memory.get(), Index->bytes());
  DamageHandler Remember = Tell.damageHandler();
  for (const Damage &D : Index->damages())
    Remember(D);
  Tell.duplicates(graph());
  return keepIfCut();
}

Expected<HeapFile *> IndexedStore::file() {
  // Damage recorded in the index has already been reported.
  Expected<HeapFile *> Input = openDump(DamageHandler());
  if (Input && !DumpPages && isProcessShared())
    DumpPages.emplace(Memory.get(), (*Input)->source().contents().value_or(
                                        ArrayRef<uint8_t>()));
  return Input;
}

Expected<const HeapContents *> IndexedStore::contents() {
  if (Contents)
    return Contents.get();
  if (Index->contextRecords().empty())
    return ComputingStore::contents();
  Expected<std::unique_ptr<HeapContents>> Opened = HeapContents::open(
      Index->contextRecords(), Index->stacks(), graph(),
      [this] { return file(); }, [this](Error E) { Tell.loss(std::move(E)); });
  if (!Opened)
    return Opened.takeError();
  Contents = std::move(*Opened);
  Contents->use(Index->labels());
  Contents->maskTexts(Options.Mask);
  return Contents.get();
}

Expected<const EntryLabels *> IndexedStore::labels() {
  if (const EntryLabels *Kept = Index->labels())
    return Kept;
  return ComputingStore::labels();
}

bool IndexedStore::hasRightTree() const {
  const GraphOrigin &Has = Index->origin();
  return Has.Ignored == Origin.Ignored &&
         Has.KeepUnreachable == Origin.KeepUnreachable;
}

Expected<const DominatorTree *> IndexedStore::dominators() {
  if (hasRightTree()) {
    tellUnreachable(Index->dominators().totals());
    return &Index->dominators();
  }
  if (!Changed && !hasTree()) {
    Tell.verbose(
        "the dominator tree in the index was computed with other options");
    if (Error E = changeTree())
      return E;
  }
  return Changed ? &*Changed : ComputingStore::dominators();
}

Error IndexedStore::changeTree() {
  const DominatorTree *Full = fullTree();
  const ShortestPaths *Paths = Index->paths();
  if (!Full || !Paths || Origin.KeepUnreachable)
    return Error::success();
  Expected<std::optional<DominatorTree>> Made =
      treeWithout({graph(), *Full, Index->inbound(),
                   [&](Node N) { return Paths->parent(N); },
                   [&](Node N) { return Paths->isReached(N); }},
                  Origin.Ignored);
  if (!Made)
    return Made.takeError();
  Changed = std::move(*Made);
  if (Changed)
    tellUnreachable(Changed->totals());
  return Error::success();
}

const DominatorTree *IndexedStore::fullTree() const {
  const GraphOrigin &Has = Index->origin();
  bool IsFull = Has.Ignored.empty() && !Has.KeepUnreachable;
  return IsFull ? &Index->dominators() : nullptr;
}

Expected<const InboundReferences *> IndexedStore::inbound() {
  return &Index->inbound();
}

Expected<const ShortestPaths *>
IndexedStore::shortestPaths(const EdgeFilter &Follow, ArrayRef<Node> Targets) {
  if (Index->paths() && !Follow.hasExclusions() &&
      Follow.ignored() == weakReferences())
    return Index->paths();
  // The index contains the inbound references, so a backward search from a few
  // targets is cheap.
  constexpr size_t Few = 100;
  if (Targets.size() <= Few) {
    Expected<std::optional<ShortestPaths>> Found = ShortestPaths::backwards(
        graph(), Index->inbound(), Follow, Targets, graph().size() / 64 + 1000);
    if (!Found)
      return Found.takeError();
    if (std::optional<ShortestPaths> Known = std::move(*Found))
      return keep(std::move(*Known));
  }
  return ComputingStore::shortestPaths(Follow, Targets);
}

const PathGroups *IndexedStore::pathGroups(const ShortestPaths *Paths) const {
  return Paths == Index->paths() ? Index->pathGroups() : nullptr;
}

Expected<RetainedSets> IndexedStore::retainedSets(const NodeGroups &Groups,
                                                  GroupBy By) {
  if (hasRightTree()) {
    Expected<std::optional<RetainedSets>> Kept =
        Index->retainedSets(Groups, By);
    if (!Kept)
      return Kept.takeError();
    if (std::optional<RetainedSets> Found = std::move(*Kept)) {
      tellUnreachable(*Found);
      return std::move(*Found);
    }
  }
  return ComputingStore::retainedSets(Groups, By);
}

Expected<DominatorClasses> IndexedStore::dominatorClasses(ArrayRef<Node> Below,
                                                          unsigned MaxDepth) {
  if (hasRightTree() && Below.empty() &&
      MaxDepth == GraphParts::ClassTreeDepth) {
    Expected<std::optional<DominatorClasses>> Kept = Index->classTree();
    if (!Kept)
      return Kept.takeError();
    if (std::optional<DominatorClasses> Found = std::move(*Kept))
      return std::move(*Found);
  }
  return ComputingStore::dominatorClasses(Below, MaxDepth);
}

Expected<std::optional<LeakReport>> IndexedStore::keptReport() {
  if (Index->origin().KeepUnreachable != Origin.KeepUnreachable)
    return std::nullopt;
  return Index->leakSuspects();
}

bool IndexedStore::isReached(Node N, ReferenceKinds Ignored) const {
  if (Ignored == weakReferences() && Index->paths())
    return Index->paths()->isReached(N);
  return Index->dominators().isReachable(N);
}
