//===- ComputingStore.cpp - A store that computes results -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputingStore.h"
#include "Opening.h"
#include "hprof/Analysis/Columns/SharedProcess.h"
#include "hprof/Analysis/Dominators/RootReach.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Analysis/Heap/MissingBytes.h"
#include "hprof/Analysis/Store/IndexFit.h"
#include "hprof/Convert/KnownInput.h"

using namespace hprof;
using namespace llvm;

ComputingStore::ComputingStore(StringRef Path, const StoreOptions &Options,
                               const StoreEvents &Events,
                               std::shared_ptr<HeapFile> File)
    : Tell(Path == "-" ? "<stdin>" : Path, Events),
      Origin(wantedOrigin(Options)), Options(Options), Path(Path),
      Threads(threadsOf(Options)), File(std::move(File)),
      Leaks(*this, Options.Ignored, Options.KeepUnreachable,
            this->Options.Program.get()) {}

std::shared_ptr<MemoryBudget> ComputingStore::makeBudget() const {
  return MemoryBudget::create(
      Options.MaxMemory.value_or(availableMemory() / 4 * 3), Options.TempDir);
}

/// Fails if there is no dump. Otherwise, a check would pass because the input
/// is empty.
Error ComputingStore::checkHasDump() const {
  if (graph().counts().Dumps)
    return Error::success();
  return createFileError(name(), createStringError("it contains no heap dump" +
                                                   otherContents(Path)));
}

Error ComputingStore::prepare() {
  Expected<HeapFile *> Input = file();
  if (!Input)
    return Input.takeError();
  GraphOptions Building;
  Building.Threads = Threads;
  Building.Layout = Origin.Layout;
  Building.Dump = Origin.Number;
  Building.MakeUp = Options.MakeUp;
  Building.OnDamage = Tell.damageHandler();
  Building.Memory = makeBudget();
  Building.OnNeed = [&](uint64_t Bytes) { Tell.need(*Building.Memory, Bytes); };
  Building.OnProgress = Tell.progress(/*InBytes=*/true);
  Building.ShouldEnd = Tell.events().ShouldEnd;
  Expected<HeapGraph> Made = HeapGraph::build(**Input, Building);
  Tell.endProgress();
  if (!Made)
    return Made.takeError();
  Built = std::make_unique<HeapGraph>(std::move(*Made));
  Tell.duplicates(*Built);
  if (Error E = checkHasDump())
    return E;
  return keepIfCut();
}

/// Determines whether data is missing from the store's own heap dump.
Error ComputingStore::findCut() {
  IsCut = Tell.isCut();
  if (!IsCut || graph().counts().Dumps < 2)
    return Error::success();
  Expected<HeapFile *> Input = file();
  if (!Input)
    return Input.takeError();
  // In other formats, the offsets of damage refer to the input.
  if ((*Input)->isConverted()) {
    IsCut = Origin.Number >= graph().counts().Dumps;
    return Error::success();
  }
  Expected<MutableArrayRef<HeapSegments>> All = (*Input)->dumps();
  if (!All)
    return createFileError(name(), All.takeError());
  if (Origin.Number <= All->size()) {
    auto [Begin, End] = damageRange(*All, Origin.Number);
    IsCut = Tell.isCut(Begin, End);
  }
  return Error::success();
}

Error ComputingStore::keepIfCut() {
  if (Error E = findCut())
    return E;
  if (!Options.KeepIfCut || Origin.KeepUnreachable || !isCut())
    return Error::success();
  Expected<RootReach> Reach = RootReach::of(graph());
  if (!Reach)
    return Reach.takeError();
  if (Reach->Bytes >= Reach->UnreachableBytes)
    return Error::success();
  Origin.KeepUnreachable = true;
  Leaks.keepUnreachable();
  return Error::success();
}

Expected<uint64_t> ComputingStore::missingBytes() {
  if (!isCut())
    return 0;
  Expected<HeapFile *> Input = file();
  if (!Input)
    return Input.takeError();
  // The converter has already completed the converted file.
  if ((*Input)->isConverted())
    return 0;
  Expected<uint64_t> Missing = hprof::missingBytes(**Input);
  if (!Missing)
    return createFileError(name(), Missing.takeError());
  return Missing;
}

Expected<HeapFile *> ComputingStore::openDump(DamageHandler OnDamage) {
  if (File)
    return File.get();
  HeapFileOptions Opening =
      openingFor(Options, Tell.events(), HeapAccess::Random);
  Opening.OnDamage = std::move(OnDamage);
  Expected<std::unique_ptr<HeapFile>> Opened = HeapFile::open(Path, Opening);
  if (!Opened)
    return Opened.takeError();
  File = std::move(*Opened);
  return File.get();
}

Expected<HeapFile *> ComputingStore::file() {
  return openDump(Tell.damageHandler());
}

void ComputingStore::expectRandomAccess() {
  JumpsAbout = true;
  if (Built)
    Built->expectRandomAccess();
  if (Tree)
    Tree->expectRandomAccess();
  if (Inbound)
    Inbound->expectRandomAccess();
}

Expected<const HeapContents *> ComputingStore::contents() {
  if (Contents)
    return Contents.get();
  Expected<HeapFile *> Input = file();
  if (!Input)
    return Input.takeError();
  Expected<std::unique_ptr<HeapContents>> Opened =
      HeapContents::open(**Input, graph());
  if (!Opened)
    return Opened.takeError();
  Contents = std::move(*Opened);
  Contents->maskTexts(Options.Mask);
  if (isProcessShared())
    Pages.emplace(graph().memory(),
                  (*Input)->source().contents().value_or(ArrayRef<uint8_t>()));
  return Contents.get();
}

Expected<const EntryLabels *> ComputingStore::labels() {
  if (Labels)
    return &*Labels;
  Expected<const HeapContents *> Of = contents();
  if (!Of)
    return Of.takeError();
  Expected<EntryLabels> Made =
      EntryLabels::compute(**Of, Origin.Number, Threads);
  if (!Made)
    return Made.takeError();
  Labels = std::move(*Made);
  if (Contents)
    Contents->use(&*Labels);
  return &*Labels;
}

Expected<DominatorTree> ComputingStore::computeTree(ReferenceKinds Ignored,
                                                    ReachedFn OnReached) {
  DominatorOptions Computing;
  Computing.Threads = Threads;
  Computing.Ignored = Ignored;
  Computing.KeepUnreachable = Origin.KeepUnreachable;
  Computing.OnReached = std::move(OnReached);
  Computing.OnProgress = Tell.progress(/*InBytes=*/false);
  Computing.ShouldEnd = Tell.events().ShouldEnd;
  Expected<DominatorTree> Made = DominatorTree::compute(graph(), Computing);
  Tell.endProgress();
  return Made;
}

Expected<const DominatorTree *> ComputingStore::dominators() {
  if (Tree)
    return &*Tree;
  Expected<DominatorTree> Made = computeTree(Origin.Ignored, {});
  if (!Made)
    return Made.takeError();
  Tree = std::move(*Made);
  if (JumpsAbout)
    Tree->expectRandomAccess();
  tellUnreachable(Tree->totals());
  return &*Tree;
}

Expected<const InboundReferences *> ComputingStore::inbound() {
  if (Inbound)
    return &*Inbound;
  Expected<InboundReferences> Made = InboundReferences::compute(graph());
  if (!Made)
    return Made.takeError();
  Inbound = std::move(*Made);
  if (JumpsAbout)
    Inbound->expectRandomAccess();
  return &*Inbound;
}

const ShortestPaths *ComputingStore::keep(ShortestPaths Made) {
  Paths = std::move(Made);
  return &*Paths;
}

Expected<const ShortestPaths *>
ComputingStore::shortestPaths(const EdgeFilter &Follow,
                              ArrayRef<Node> Targets) {
  const std::function<bool()> &Ends = Tell.events().ShouldEnd;
  Expected<ShortestPaths> Made = ShortestPaths::compute(
      graph(), Follow, Targets, Ends ? function_ref<bool()>(Ends) : nullptr);
  if (!Made)
    return Made.takeError();
  return keep(std::move(*Made));
}

RetainedOptions ComputingStore::retainedOptions() const {
  RetainedOptions Computing;
  Computing.Ignored = Origin.Ignored;
  Computing.KeepUnreachable = Origin.KeepUnreachable;
  Computing.OnProgress = Tell.progress(/*InBytes=*/false);
  Computing.ShouldEnd = Tell.events().ShouldEnd;
  return Computing;
}

Expected<RetainedSets> ComputingStore::retainedSets(const NodeGroups &Groups,
                                                    GroupBy) {
  Expected<RetainedSets> Sets =
      RetainedSets::compute(graph(), Groups, retainedOptions());
  Tell.endProgress();
  if (!Sets)
    return Sets;
  if (Sets->wasByBits())
    Tell.verbose("retained sets were computed 64 at a time");
  tellUnreachable(*Sets);
  return Sets;
}

Expected<std::vector<RetainedSets>>
ComputingStore::computeRetainedSets(ArrayRef<GroupBy> Ways) {
  std::vector<NodeGroups> Groups;
  for (GroupBy By : Ways)
    Groups.push_back(NodeGroups::of(graph(), By));
  Expected<std::vector<RetainedSets>> All =
      RetainedSets::computeAll(graph(), Groups, retainedOptions());
  Tell.endProgress();
  if (All)
    for (const RetainedSets &Sets : *All)
      tellUnreachable(Sets);
  return All;
}

Expected<DominatorClasses>
ComputingStore::dominatorClasses(ArrayRef<Node> Below, unsigned MaxDepth) {
  Expected<const DominatorTree *> Tree = dominators();
  if (!Tree)
    return Tree.takeError();
  return DominatorClasses::of(graph(), **Tree, Below, MaxDepth);
}

Expected<LeakReport>
ComputingStore::leakSuspects(function_ref<uint64_t(uint64_t)> Least) {
  return Leaks.find(Least);
}

Expected<LeakReport>
ComputingStore::comparedSuspects(function_ref<uint64_t(uint64_t)> Least,
                                 NeedsSmaller Needs) {
  return Leaks.findToCompare(Least, Needs);
}

Expected<std::optional<LeakReport>> ComputingStore::keptReport() {
  return std::nullopt;
}

bool ComputingStore::isReached(Node, ReferenceKinds) const {
  llvm_unreachable("no report was kept");
}

void ComputingStore::onTotals(const DominatorTotals &Totals) {
  tellUnreachable(Totals);
}

void ComputingStore::tellUnreachable(const DominatorTotals &Totals) {
  if (!Origin.KeepUnreachable)
    Tell.unreachable(graph(), Totals);
}

void ComputingStore::tellUnreachable(const RetainedSets &Sets) {
  if (!Origin.KeepUnreachable)
    Tell.unreachable(graph(), Sets);
}
