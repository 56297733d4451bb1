//===- GraphSession.cpp - What tools on graphs share ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/GraphSession.h"
#include "hprof/Format/Counted.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

/// What tools take whatever the limit: buffers of threads, classes, names.
static constexpr uint64_t LeastMemory = 32 << 20;

static void tellNeed(ToolContext &C, const MemoryBudget &Memory,
                     uint64_t Bytes) {
  std::string Need = formatv("about {0} MiB are needed", (Bytes >> 20) + 1);
  if (Bytes <= Memory.limit())
    return C.report().verbose(Need);
  C.report().note(formatv("{0}, {1} MiB may be used: the rest will be in "
                          "temporary files in '{2}'",
                          Need, Memory.limit() >> 20, Memory.directory()));
  if (Memory.limit() < LeastMemory)
    C.report().note(formatv("a limit below {0} MiB cannot be kept: buffers, "
                            "classes and names take about that much",
                            LeastMemory >> 20));
}

GraphSession::~GraphSession() = default;

GraphSession::GraphSession(ToolContext &C, StringRef Path)
    : C(C), Path(Path), Name(Path == "-" ? "<stdin>" : Path) {}

DamageHandler GraphSession::damageHandler() {
  // An index keeps these; a dump that has more is not worth one.
  constexpr size_t Most = 100000;
  return [this, Tell = C.report().damageHandler(Name)](const Damage &D) {
    if (Damages.size() < Most)
      Damages.push_back(D);
    Tell(D);
  };
}

Expected<std::unique_ptr<GraphSession>>
GraphSession::open(ToolContext &C, StringRef Path,
                   std::shared_ptr<HeapFile> File) {
  Expected<std::unique_ptr<HeapIndex>> Index = openIndex(C, Path);
  if (!Index)
    return Index.takeError();
  Expected<std::unique_ptr<GraphSession>> S =
      open(C, Path, std::move(*Index), std::move(File));
  if (S)
    (*S)->tellLayout();
  return S;
}

Expected<std::unique_ptr<GraphSession>>
GraphSession::open(ToolContext &C, StringRef Path,
                   std::shared_ptr<HeapIndex> Index,
                   std::shared_ptr<HeapFile> File) {
  std::unique_ptr<GraphSession> S(new GraphSession(C, Path));
  Expected<GraphOrigin> Wanted = wantedOrigin(C);
  if (!Wanted)
    return Wanted.takeError();
  S->Origin = std::move(*Wanted);
  S->Index = std::move(Index);
  S->File = std::move(File);
  if (!S->Index)
    if (Error E = S->build())
      return E;
  // Or a gate would pass because there is nothing to look at.
  if (!S->graph().counts().Dumps)
    return createFileError(S->name(),
                           createStringError("there is no heap dump in it"));
  if (!S->Index)
    return S;
  S->Index->setMemory(S->makeBudget());
  S->Origin.Dump = S->Index->origin().Dump;
  DamageHandler Tell = S->damageHandler();
  for (const Damage &D : S->Index->damages())
    Tell(D);
  S->tellDuplicates();
  return S;
}

Expected<std::unique_ptr<GraphSession>>
GraphSession::openWithoutIndex(ToolContext &C, StringRef Path) {
  return open(C, Path, nullptr, nullptr);
}

std::function<void(const char *, uint64_t, uint64_t)>
GraphSession::progress(bool InBytes) {
  if (!C.progress().enabled())
    return {};
  // Told from several threads. Phases in one step are short.
  return [this, InBytes](const char *Now, uint64_t Done, uint64_t All) {
    if (All < 2)
      return;
    {
      std::lock_guard<std::mutex> Lock(PhaseMutex);
      if (Phase != Now)
        C.progress().phase((Twine(Now) + " in " + Name).str(), All,
                           InBytes ? Progress::Unit::Bytes
                                   : Progress::Unit::Items);
      Phase = Now;
    }
    C.progress().reachedAtLeast(Done);
  };
}

void GraphSession::endProgress() {
  C.progress().finish();
  Phase = nullptr;
}

std::shared_ptr<MemoryBudget> GraphSession::makeBudget() const {
  return MemoryBudget::create(C.maxMemory().value_or(availableMemory() / 4 * 3),
                              C.tempDir());
}

/// What a user who trusts the numbers has to know.
void GraphSession::tellDuplicates() const {
  if (uint64_t N = graph().counts().Duplicates)
    C.report().warning("'" + Name + "': " +
                       counted(N, "object has an id", "objects have ids") +
                       " that came before: the first of each id counts");
}

/// All bytes that are told follow from it.
void GraphSession::tellLayout() const {
  const HeapGraph &G = graph();
  if (G.isLayoutCertain())
    return;
  StringRef Why = G.layoutEvidence();
  C.report().note("'" + Name + "': layout: " + G.layout().Text +
                  ", uncertain (" + Why + (Why.empty() ? "" : "; ") +
                  "--layout takes another)");
}

void hprof::layoutJson(json::OStream &J, const HeapGraph &G) {
  J.attribute("layout", G.layout().Name);
  J.attribute("layout_certain", G.isLayoutCertain());
  J.attribute("layout_evidence", G.layoutEvidence());
}

/// What is said of a dump that was cut off would else seem to be all there is.
void GraphSession::tellUnreachable(const DominatorTotals &Totals) {
  if (Damages.empty() || IsUnreachableTold || Origin.KeepUnreachable ||
      !Totals.UnreachableBytes)
    return;
  // No VM is without threads. With the classes of the system for roots, which
  // the graph adds where none are named, much can still be reached.
  bool LacksRoots = all_of(graph().roots(), [](const GraphRoot &R) {
    return R.Kind == RecordKind::RootStickyClass;
  });
  bool IsMost = Totals.UnreachableBytes > Totals.Bytes;
  if (!LacksRoots && !IsMost)
    return;
  IsUnreachableTold = true;
  double All = double(Totals.Bytes) + double(Totals.UnreachableBytes);
  C.report().note(formatv(
      "'{0}': {1}no root reaches {2:F1}% of what is there, as when a "
      "dump is cut off before its roots; {3}--keep-unreachable counts it",
      Name, LacksRoots ? "it has no roots but classes of the system; " : "",
      double(Totals.UnreachableBytes) / All * 100,
      C.knows("--keep-unreachable") ? "" : "hprof-dominators "));
}

/// The same when no tree is asked for: the groups have all that is reachable.
void GraphSession::tellUnreachable(const RetainedSets &Sets) {
  if (Damages.empty() || IsUnreachableTold)
    return;
  DominatorTotals Totals;
  for (const RetainedSet &S : Sets.sets())
    Totals.Bytes += S.Shallow;
  uint64_t All = 0;
  for (Node N = 0; N != graph().size(); ++N)
    All += graph().shallow(N);
  Totals.UnreachableBytes = All - std::min(All, Totals.Bytes);
  tellUnreachable(Totals);
}

Expected<HeapFile *> GraphSession::file() {
  if (File)
    return File.get();
  HeapFileOptions Opening = heapFileOptions(C, HeapAccess::Random);
  // What an index says of damage has been told.
  if (!Index)
    Opening.OnDamage = damageHandler();
  Expected<std::unique_ptr<HeapFile>> Opened = HeapFile::open(Path, Opening);
  if (!Opened)
    return Opened.takeError();
  File = std::move(*Opened);
  return File.get();
}

Error GraphSession::build() {
  Expected<HeapFile *> Input = file();
  if (!Input)
    return Input.takeError();
  GraphOptions Options;
  Options.Threads = C.threads();
  Options.Layout = Origin.Layout;
  Options.Dump = Origin.Number;
  Options.OnDamage = damageHandler();
  Options.Memory = makeBudget();
  Options.OnNeed = [&](uint64_t Bytes) { tellNeed(C, *Options.Memory, Bytes); };
  Options.OnProgress = progress(/*InBytes=*/true);
  Expected<HeapGraph> Made = HeapGraph::build(**Input, Options);
  endProgress();
  if (!Made)
    return Made.takeError();
  Built = std::make_unique<HeapGraph>(std::move(*Made));
  tellDuplicates();
  return Error::success();
}

bool GraphSession::hasIndexedTree() const {
  return Index && Index->origin().Ignored == Origin.Ignored &&
         Index->origin().KeepUnreachable == Origin.KeepUnreachable;
}

void GraphSession::ignoreByDefault(ReferenceKinds Kinds) {
  if (!C.hasNamed("--ignore-references="))
    Origin.Ignored = Kinds;
}

Expected<DominatorTree> GraphSession::computeTree(ReferenceKinds Ignored) {
  DominatorOptions Options;
  Options.Threads = C.threads();
  Options.Ignored = Ignored;
  Options.KeepUnreachable = Origin.KeepUnreachable;
  Options.OnProgress = progress(/*InBytes=*/false);
  Expected<DominatorTree> Made = DominatorTree::compute(graph(), Options);
  endProgress();
  return Made;
}

Expected<const DominatorTree *> GraphSession::dominators() {
  if (Tree)
    return &*Tree;
  if (hasIndexedTree()) {
    tellUnreachable(Index->dominators().totals());
    return &Index->dominators();
  }
  if (Index)
    C.report().verbose("the dominators in the index are of other options");
  Expected<DominatorTree> Made = computeTree(Origin.Ignored);
  if (!Made)
    return Made.takeError();
  Tree = std::move(*Made);
  if (JumpsAbout)
    Tree->expectRandomAccess();
  tellUnreachable(Tree->totals());
  return &*Tree;
}

Expected<const HeapContents *> GraphSession::contents() {
  if (Contents)
    return Contents.get();
  if (Index && !Index->contextRecords().empty()) {
    Expected<std::unique_ptr<HeapContents>> Opened = HeapContents::open(
        Index->contextRecords(), graph(), [this] { return file(); },
        [this](Error E) { C.report().error(std::move(E)); });
    if (!Opened)
      return Opened.takeError();
    Contents = std::move(*Opened);
    Contents->use(Index->labels());
    return Contents.get();
  }
  Expected<HeapFile *> Input = file();
  if (!Input)
    return Input.takeError();
  Expected<std::unique_ptr<HeapContents>> Opened =
      HeapContents::open(**Input, graph());
  if (!Opened)
    return Opened.takeError();
  Contents = std::move(*Opened);
  return Contents.get();
}

void GraphSession::expectRandomAccess() {
  JumpsAbout = true;
  if (Built)
    Built->expectRandomAccess();
  if (Tree)
    Tree->expectRandomAccess();
  if (Inbound)
    Inbound->expectRandomAccess();
}

Expected<const InboundReferences *> GraphSession::inbound() {
  if (Index)
    return &Index->inbound();
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

Expected<const ShortestPaths *>
GraphSession::shortestPaths(const EdgeFilter &Follow, ArrayRef<Node> Targets) {
  if (Index && Index->paths() && !Follow.hasExclusions() &&
      Follow.ignored() == weakReferences())
    return Index->paths();
  // Who refers to what costs nothing here: few objects are near to roots.
  constexpr size_t Few = 100;
  if (Index && Targets.size() <= Few) {
    Expected<std::optional<ShortestPaths>> Found = ShortestPaths::backwards(
        graph(), Index->inbound(), Follow, Targets, graph().size() / 64 + 1000);
    if (!Found)
      return Found.takeError();
    if (std::optional<ShortestPaths> Known = std::move(*Found)) {
      Paths = std::move(*Known);
      return &*Paths;
    }
  }
  Expected<ShortestPaths> Made =
      ShortestPaths::compute(graph(), Follow, Targets);
  if (!Made)
    return Made.takeError();
  Paths = std::move(*Made);
  return &*Paths;
}

const DominatorTree *GraphSession::fullTree() const {
  bool IsFull = Index && Index->origin().Ignored.empty() &&
                !Index->origin().KeepUnreachable;
  return IsFull ? &Index->dominators() : nullptr;
}

Expected<RetainedSets> GraphSession::retainedSets(const NodeGroups &Groups,
                                                  GroupBy By) {
  if (hasIndexedTree()) {
    Expected<std::optional<RetainedSets>> Kept =
        Index->retainedSets(Groups, By);
    if (!Kept)
      return Kept.takeError();
    if (std::optional<RetainedSets> Found = std::move(*Kept)) {
      tellUnreachable(*Found);
      return std::move(*Found);
    }
  }
  RetainedOptions Options;
  Options.Ignored = Origin.Ignored;
  Options.KeepUnreachable = Origin.KeepUnreachable;
  Options.OnProgress = progress(/*InBytes=*/false);
  Expected<RetainedSets> Sets = RetainedSets::compute(graph(), Groups, Options);
  endProgress();
  if (Sets && Sets->wasByBits())
    C.report().verbose("retained sets were computed 64 at a time");
  if (Sets)
    tellUnreachable(*Sets);
  return Sets;
}

Expected<DominatorClasses> GraphSession::dominatorClasses(ArrayRef<Node> Below,
                                                          unsigned MaxDepth) {
  if (hasIndexedTree() && Below.empty() &&
      MaxDepth == GraphParts::ClassTreeDepth) {
    Expected<std::optional<DominatorClasses>> Kept = Index->classTree();
    if (!Kept)
      return Kept.takeError();
    if (std::optional<DominatorClasses> Found = std::move(*Kept))
      return std::move(*Found);
  }
  Expected<const DominatorTree *> Tree = dominators();
  if (!Tree)
    return Tree.takeError();
  return DominatorClasses::of(graph(), **Tree, Below, MaxDepth);
}

Expected<const DominatorTree *>
GraphSession::suspectTree(ReferenceKinds Ignored) {
  SuspectTree.reset();
  if (Ignored == Origin.Ignored)
    return dominators();
  Expected<DominatorTree> Made = computeTree(Ignored);
  if (!Made)
    return Made.takeError();
  return &SuspectTree.emplace(std::move(*Made));
}

Expected<std::optional<LeakReport>> GraphSession::indexedSuspects() const {
  if (!Index || Index->origin().KeepUnreachable != Origin.KeepUnreachable)
    return std::nullopt;
  return Index->leakSuspects();
}

Expected<const DominatorTree *>
GraphSession::weighSuspects(LeakReport &Report, std::optional<LeakReport> Kept,
                            function_ref<uint64_t(uint64_t)> Least) {
  const DominatorTree *Of = nullptr;
  if (Kept) {
    Report.Totals = Kept->Totals;
    Report.ByIgnored = Kept->ByIgnored;
  } else {
    Expected<const DominatorTree *> Tree = suspectTree(Report.Ignored);
    if (!Tree)
      return Tree.takeError();
    Of = *Tree;
    Expected<IgnoredReach> Reach =
        IgnoredReach::of(graph(), *Of, Report.Ignored);
    if (!Reach)
      return Reach.takeError();
    Report.ByIgnored = *Reach;
    Report.Totals = Of->totals();
    Report.Totals.Objects += Reach->Objects;
    Report.Totals.Bytes += Reach->Bytes;
    Report.Totals.UnreachableBytes -= Reach->Bytes;
  }
  Report.Least = Least(Report.Totals.Bytes);
  bool IsAsked = C.hasNamed("--ignore-references=");
  if (!IsAsked && Report.ByIgnored.Bytes >= Report.Least) {
    Report.Ignored = {};
    Of = nullptr;
  }
  if (Of)
    return Of;
  return suspectTree(Report.Ignored);
}

Expected<LeakReport>
GraphSession::leakSuspects(function_ref<uint64_t(uint64_t)> Least) {
  bool IsAsked = C.hasNamed("--ignore-references=");
  LeakReport Report;
  Report.Ignored = IsAsked ? Origin.Ignored : weakReferences();
  Expected<std::optional<LeakReport>> InIndex = indexedSuspects();
  if (!InIndex)
    return InIndex.takeError();
  std::optional<LeakReport> Kept = std::move(*InIndex);
  if (Kept) {
    LeakReport &K = *Kept;
    if (IsAsked && Report.Ignored.empty())
      K.ByIgnored = {};
    // Whether it was made to leave out the same.
    bool IsSame =
        K.Ignored == Report.Ignored || (!IsAsked && K.followsIgnored());
    bool IsRight =
        IsAsked || K.followsIgnored() == (K.ByIgnored.Bytes >= K.Least);
    if (IsSame && IsRight && K.Least == Least(K.Totals.Bytes)) {
      SuspectsIgnored = K.Ignored;
      tellUnreachable(K.Totals);
      return std::move(K);
    }
    if (!IsSame)
      Kept.reset();
  }
  Expected<const HeapContents *> Contents = contents();
  if (!Contents)
    return Contents.takeError();
  Expected<const DominatorTree *> Of =
      weighSuspects(Report, std::move(Kept), Least);
  if (!Of)
    return Of.takeError();
  SuspectsIgnored = Report.Ignored;
  tellUnreachable(Report.Totals);
  SuspectOptions Options;
  Options.Least = Report.Least;
  Options.Ignored = Report.Ignored;
  Options.KeepUnreachable = Origin.KeepUnreachable;
  Options.Contents = *Contents;
  Expected<std::vector<LeakSuspect>> Suspects =
      findLeakSuspects(graph(), **Of, Options);
  if (!Suspects)
    return Suspects.takeError();
  Report.Suspects = std::move(*Suspects);
  return Report;
}

bool GraphSession::isHeld(Node N) const {
  // Then roots were made for all. The index's paths are from the others.
  if (Origin.KeepUnreachable)
    return true;
  if (SuspectTree)
    return SuspectTree->isReachable(N);
  if (Tree)
    return Tree->isReachable(N);
  if (SuspectsIgnored == weakReferences() && Index->paths())
    return Index->paths()->isReached(N);
  return Index->dominators().isReachable(N);
}
