//===- SuspectEvidence.cpp - Evidence for leak suspects -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectEvidence.h"
#include "hprof/Analysis/Contents/FrameNames.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <unordered_map>

using namespace hprof;
using namespace llvm;

/// Calls \p Add for all references to the objects \p Of, because a sample of
/// the first references would be biased.
void SuspectEvidence::forEachReferrer(const InboundReferences &Inbound,
                                      ArrayRef<Node> Of, AddFn Add) const {
  // Threads and classes may hold any number of objects through as many local
  // variables and static fields, which are read once for all these objects.
  DenseMap<Node, DenseSet<Node>> HeldBy;
  for (Node N : Of) {
    // References of one object are adjacent.
    Node Last = NoNode;
    uint64_t References = 0;
    auto Count = [&] {
      if (Last == NoNode || !Store.isHeld(Last))
        return;
      if (const char *Label = commonLabel(Last, N, References))
        return Add(Last, Label, References);
      if (G.asClass(Last) != NoClass || Contents.threadOf(Last)) {
        HeldBy[Last].insert(N);
        return;
      }
      forEachLabel(
          Last, [&](Node To) { return To == N; },
          [&](std::string Label) { Add(Last, std::move(Label), 1); });
    };
    Inbound.forEach(N, [&](Node From) {
      if (From != Last) {
        Count();
        Last = From;
        References = 0;
      }
      ++References;
      return true;
    });
    Count();
  }
  for (const auto &Item : HeldBy) {
    const DenseSet<Node> &Held = Item.second;
    forEachLabel(
        Item.first, [&](Node To) { return Held.contains(To); },
        [&](std::string Label) { Add(Item.first, std::move(Label), 1); });
  }
}

/// Returns the label of all \p References from \p From to \p To if it can be
/// determined without reading the references; null otherwise.
const char *SuspectEvidence::commonLabel(Node From, Node To,
                                         uint64_t References) const {
  uint64_t Type = G.types().get(From);
  bool IsOfClass = G.classNodes()[Type] == To;
  // The index of an element is irrelevant.
  if (G.heads()[Type] == HeapGraph::ArrayHead)
    return IsOfClass ? " <class>" : "[*]";
  // There may be millions of instances, which need not be read.
  return IsOfClass && References == 1 ? " <class>" : nullptr;
}

/// Calls \p F with the label, ".next" or " <local>", of each reference from \p
/// From to an object for which \p IsWanted returns true.
void SuspectEvidence::forEachLabel(Node From, function_ref<bool(Node)> IsWanted,
                                   function_ref<void(std::string)> F) const {
  Contents.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
    bool IsIgnored = L.Strength != ReferenceKind::Strong &&
                     Report.Ignored.contains(L.Strength);
    if (!IsIgnored && IsWanted(N))
      F(L.Kind == LabelKind::Field    ? "." + Contents.name(L)
        : L.Kind == LabelKind::Static ? " " + Contents.spell(L)
                                      : " " + Contents.name(L));
    return true;
  });
}

/// Adds the classes and fields that refer to \p Of most often.
Error SuspectEvidence::addReferrers(const Prose &Title, ArrayRef<Node> Of) {
  Expected<const InboundReferences *> Inbound = Store.inbound();
  if (!Inbound)
    return Inbound.takeError();
  std::map<std::pair<uint64_t, std::string>, uint64_t> Times; // By type.
  forEachReferrer(**Inbound, Of.take_front(MostReferred),
                  [&](Node From, std::string Label, uint64_t Occurs) {
                    Times[{G.types().get(From), std::move(Label)}] += Occurs;
                  });
  StringMap<uint64_t> Joined; // Sums with loaders and lambda classes merged.
  for (const auto &[Key, Count] : Times)
    Joined[stableClassName(typeName(G, Key.first)) + Key.second] += Count;
  std::vector<std::pair<uint64_t, StringRef>> Rows;
  for (const auto &Row : Joined)
    Rows.push_back({Row.getValue(), Row.getKey()});
  if (Rows.empty())
    return Error::success();
  sort(Rows, [](const auto &A, const auto &B) {
    return std::tie(B.first, A.second) < std::tie(A.first, B.second);
  });
  constexpr size_t MostRows = 5;
  Lines.push_back(Prose("   ").prose(Title));
  for (const auto &[Count, What] : ArrayRef(Rows).take_front(MostRows))
    Lines.push_back((Prose("     ").numberCell(Count, 12) << "  ").name(What));
  uint64_t Others = 0;
  for (const auto &Row :
       ArrayRef(Rows).drop_front(std::min(MostRows, Rows.size())))
    Others += Row.first;
  if (Others)
    Lines.push_back(Prose("     ").numberCell(Others, 12) << "  others");
  return Error::success();
}

/// Adds the referrers of objects without a common dominator.
Error SuspectEvidence::addReferrers(const LeakSuspect &S) {
  if (S.Kind == SuspectKind::Group) {
    Prose Title = "Referenced by";
    if (S.Points.size() > MostReferred)
      (Title << " (first ").number(MostReferred) << " members)";
    return addReferrers(Title << ":", S.Points);
  }
  // Every class is referenced by its loader and its instances.
  if (rootKinds(G, S.Way[0]).empty() && G.asClass(S.Way[0]) == NoClass &&
      IsReferrerShown.insert(S.Way[0]).second)
    if (Error E = addReferrers(
            Prose("References to ").prose(Words.object(S.Way[0])) << ":",
            S.Way[0]))
      return E;
  if (S.Nested || S.Children.empty())
    return Error::success();
  const Node Example = S.Children[0].Example;
  if (S.Points.size() > 1 || !Words.label(S.Points[0], Example).empty())
    return Error::success();
  return addReferrers(Prose("References to ").prose(Words.object(Example))
                          << ", directly below:",
                      Example);
}

Expected<std::vector<Prose>> SuspectEvidence::of(const LeakSuspect &S) {
  Lines.clear();
  if (Error E = addReferrers(S))
    return E;
  if (S.Kind == SuspectKind::Group)
    if (Error E = addPaths(S))
      return E;
  return std::move(Lines);
}

std::optional<SharedStack> hprof::sharedStack(const HeapContents &Contents,
                                              const LeakSuspect &S) {
  if (S.Kind != SuspectKind::Group ||
      none_of(S.Points, [&](Node N) { return Contents.threadOf(N); }))
    return std::nullopt;
  constexpr size_t MostFrames = 100;
  std::vector<std::pair<uint64_t, Node>> Order;
  for (auto [N, Bytes] : zip(S.Points, S.PointBytes))
    Order.emplace_back(Bytes, N);
  sort(Order, [](const auto &A, const auto &B) {
    return std::pair(B.first, A.second) < std::pair(A.first, B.second);
  });
  FrameNames Names(Contents.context());
  // By a hash of the frames: there may be a million virtual threads.
  std::unordered_map<uint64_t, SharedStack, IdHash> ByFrames;
  SharedStack Found;
  uint64_t Compared = 0;
  std::vector<uint64_t> Frames;
  for (auto [Bytes, N] : Order) {
    const ThreadInfo *T = Contents.threadOf(N);
    if (!T || Contents.stack(*T).empty())
      continue;
    ++Compared;
    Frames.clear();
    for (uint64_t Id : Contents.stack(*T)) {
      Frames.push_back(Names.firstAlike(Id));
      if (Frames.size() == MostFrames)
        break;
    }
    SharedStack &Of = ByFrames[xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(Frames.data()),
                 Frames.size() * sizeof(uint64_t)))];
    if (!Of.Threads++)
      Of.Thread = T;
    Of.Bytes += Bytes;
    if (Of.Bytes > Found.Bytes)
      Found = Of;
  }
  if (!Found.Thread)
    return std::nullopt;
  Found.Compared = Compared;
  return Found;
}
