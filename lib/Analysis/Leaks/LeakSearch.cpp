//===- LeakSearch.cpp - Searches a heap for leak suspects -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/LeakSearch.h"
#include "hprof/Analysis/Contents/HeapContents.h"

using namespace hprof;
using namespace llvm;

Expected<const DominatorTree *>
LeakSearch::tree(ReferenceKinds Ignored, LeakHeap::ReachedFn OnReached) {
  // Free the memory of the previous tree first.
  Followed = nullptr;
  Own.reset();
  if (Ignored == Heap.leftOut())
    return Heap.dominators();
  Expected<DominatorTree> Made =
      Heap.computeTree(Ignored, std::move(OnReached));
  if (!Made)
    return Made.takeError();
  return &Own.emplace(std::move(*Made));
}

/// Returns \p Kept if it has the requested parameters. A report that ignored
/// different references is discarded.
std::optional<LeakReport>
LeakSearch::takeKept(std::optional<LeakReport> &Kept,
                     function_ref<uint64_t(uint64_t)> Least) const {
  if (!Kept)
    return std::nullopt;
  LeakReport &K = *Kept;
  if (Chosen && Chosen->empty())
    K.ByIgnored = {};
  // Whether the report ignored the requested references.
  bool IsSame = K.Ignored == wanted() || (!Chosen && K.followsIgnored());
  bool IsRight = Chosen || K.followsIgnored() == (K.ByIgnored.Bytes >= K.Least);
  if (IsSame && IsRight && K.Least == Least(K.Totals.Bytes))
    return std::move(Kept);
  if (!IsSame)
    Kept.reset();
  return std::nullopt;
}

/// Measures the objects reached only through ignored references. Returns
/// whether they are so large that these references will be followed, so that
/// the tree without these references is not needed.
Expected<bool> LeakSearch::leavesTooMuch(LeakReport &Report,
                                         function_ref<uint64_t(uint64_t)> Least,
                                         uint64_t Reached,
                                         function_ref<bool(Node)> IsReached) {
  const HeapGraph &G = Heap.graph();
  Expected<IgnoredReach> Reach =
      IgnoredReach::of(G, Reached, IsReached, Report.Ignored);
  if (!Reach)
    return Reach.takeError();
  Report.ByIgnored = *Reach;
  // Minimum size of an object, which mostly shows that the bytes are few.
  constexpr uint64_t Smallest = 8;
  uint64_t Bytes = Reach->Bytes;
  if (Bytes < Least(Bytes + Reached * Smallest))
    return false;
  for (Node N = 0; N != G.size(); ++N)
    if (IsReached(N))
      Bytes += G.shallow(N);
  return Reach->Bytes >= Least(Bytes);
}

Expected<const DominatorTree *>
LeakSearch::followAll(LeakReport &Report,
                      function_ref<uint64_t(uint64_t)> Least) {
  Report.Ignored = {};
  Expected<const DominatorTree *> Tree = tree({});
  if (!Tree)
    return Tree.takeError();
  Report.Totals = (*Tree)->totals();
  Report.Least = Least(Report.Totals.Bytes);
  return Tree;
}

/// Sets all members except the suspects.
Expected<const DominatorTree *>
LeakSearch::weigh(LeakReport &Report, std::optional<LeakReport> Kept,
                  function_ref<uint64_t(uint64_t)> Least) {
  const DominatorTree *Of = nullptr;
  if (Kept) {
    Report.Totals = Kept->Totals;
    Report.ByIgnored = Kept->ByIgnored;
  } else {
    bool IsTooMuch = false;
    LeakHeap::ReachedFn OnReached;
    if (!Chosen)
      OnReached = [&](uint64_t Reached,
                      function_ref<bool(Node)> IsReached) -> Expected<bool> {
        Expected<bool> Leaves =
            leavesTooMuch(Report, Least, Reached, IsReached);
        if (!Leaves)
          return Leaves.takeError();
        IsTooMuch = *Leaves;
        return !IsTooMuch;
      };
    Expected<const DominatorTree *> Tree =
        tree(Report.Ignored, std::move(OnReached));
    if (!Tree)
      return Tree.takeError();
    if (IsTooMuch)
      return followAll(Report, Least);
    Of = *Tree;
    Expected<IgnoredReach> Reach =
        IgnoredReach::of(Heap.graph(), *Of, Report.Ignored);
    if (!Reach)
      return Reach.takeError();
    Report.ByIgnored = *Reach;
    Report.Totals = Of->totals();
    Report.Totals.Objects += Reach->Objects;
    Report.Totals.Bytes += Reach->Bytes;
    Report.Totals.UnreachableBytes -= Reach->Bytes;
  }
  Report.Least = Least(Report.Totals.Bytes);
  if (!Chosen && Report.ByIgnored.Bytes >= Report.Least) {
    Report.Ignored = {};
    Of = nullptr;
  }
  if (Of)
    return Of;
  return tree(Report.Ignored);
}

Expected<LeakReport> LeakSearch::find(function_ref<uint64_t(uint64_t)> Least) {
  return find(Least, nullptr);
}

Expected<LeakReport>
LeakSearch::findToCompare(function_ref<uint64_t(uint64_t)> Least,
                          NeedsSmaller Needs) {
  return find(Least, &Needs);
}

/// \p Needs is null except in reports for a comparison.
Expected<LeakReport> LeakSearch::find(function_ref<uint64_t(uint64_t)> Least,
                                      const NeedsSmaller *Needs) {
  Expected<std::optional<LeakReport>> Earlier = Heap.keptReport();
  if (!Earlier)
    return Earlier.takeError();
  std::optional<LeakReport> Kept = std::move(*Earlier);
  std::optional<LeakReport> Same = takeKept(Kept, Least);
  if (Same && (Program || Needs)) {
    Kept = std::move(Same);
  } else if (Same) {
    Followed = nullptr;
    Ignored = Same->Ignored;
    Heap.onTotals(Same->Totals);
    return std::move(*Same);
  }
  Expected<const HeapContents *> Contents = Heap.contents();
  if (!Contents)
    return Contents.takeError();
  LeakReport Report;
  Report.Ignored = wanted();
  Expected<const DominatorTree *> Of = weigh(Report, std::move(Kept), Least);
  if (!Of)
    return Of.takeError();
  Followed = *Of;
  Ignored = Report.Ignored;
  Heap.onTotals(Report.Totals);
  SuspectOptions Options;
  Options.Least = Report.Least;
  Options.Ignored = Report.Ignored;
  Options.Contents = *Contents;
  Options.Program = Program;
  Options.Inbound = [&] { return Heap.inbound(); };
  if (Needs) {
    Expected<ComparedSuspects> Found =
        findComparedSuspects(Heap.graph(), **Of, Options, *Needs);
    if (!Found)
      return Found.takeError();
    Report.Suspects = std::move(Found->Suspects);
    Report.Smaller = std::move(Found->Smaller);
    return Report;
  }
  Expected<std::vector<LeakSuspect>> Suspects =
      findLeakSuspects(Heap.graph(), **Of, Options);
  if (!Suspects)
    return Suspects.takeError();
  Report.Suspects = std::move(*Suspects);
  return Report;
}

bool LeakSearch::isHeld(Node N) const {
  // Roots were added for all objects, but perhaps not in a stored report.
  if (KeepUnreachable)
    return true;
  return Followed ? Followed->isReachable(N) : Heap.isReached(N, Ignored);
}
