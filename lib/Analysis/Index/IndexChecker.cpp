//===- IndexChecker.cpp - Checks every number of an index -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexRows.h"
#include "hprof/Analysis/Columns/PackedNumbers.h"
#include "hprof/Analysis/Index/HeapIndex.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace hprof::indexrows;
using namespace llvm;

/// After these checks, no computation on the columns accesses memory outside
/// them or runs forever. Two properties cannot be checked here, so users of the
/// columns must check them: whether offsets (Blocks, ClassDumps, RootRuns) are
/// within the dump, whose size in HPROF binary is not in the index, and whether
/// sums are correct.
class HeapIndex::Checker {
public:
  explicit Checker(const HeapIndex &F)
      : F(F), G(F.graph()), T(F.dominators()) {}

  Error checkSums() const;
  Error checkIds() const;
  template <class E> Error checkReferences() const;
  Error checkDerived() const;
  Error checkTree() const;
  Error checkRetained() const;
  Error checkInbound() const;
  Error checkPaths() const;
  Error checkPathGroups() const;

private:
  template <class Fn> Error checkEnds(Fn &&ParentOf, const char *Else) const;

  const HeapIndex &F;
  const HeapGraph &G;
  const DominatorTree &T;
};

Error HeapIndex::Checker::checkSums() const {
  for (const SectionInfo &S : F.Sections) {
    Checksum Sum;
    Sum.add(F.Bytes.slice(S.Offset, S.Bytes));
    if (Sum.finish() != S.Checksum)
      return F.fail("wrong checksum of section " + Twine(sectionName(S.Kind)));
  }
  return Error::success();
}

Error HeapIndex::Checker::checkIds() const {
  const NodeIds::Columns &Ids = G.columns().Ids.columns();
  if (Ids.IsSorted) {
    for (uint64_t I = 1; I < Ids.Count; ++I)
      if (Ids.Sorted[I] <= Ids.Sorted[I - 1])
        return F.fail("ids are not ascending");
    return Error::success();
  }
  uint64_t Sum = 0;
  for (uint64_t C = 0; C != Ids.Keys.size(); ++C) {
    bool IsFirst = C == 0;
    uint64_t Slot = Ids.Keys[C] - Ids.FirstChunk;
    if ((!IsFirst && Ids.Keys[C] <= Ids.Keys[C - 1]) ||
        Slot >= Ids.Directory.size() || Ids.Directory[Slot] != C)
      return F.fail("id chunks are not in order");
    uint64_t Before = Sum;
    for (uint64_t I = 0; I != NodeIds::ChunkCells; ++I) {
      const NodeIds::Cell &Cell = Ids.Cells[C * NodeIds::ChunkCells + I];
      if (Cell.Before != Sum)
        return F.fail("wrong id counts");
      Sum += uint64_t(llvm::popcount(Cell.Word));
    }
    if (Sum == Before)
      return F.fail("empty id chunk");
  }
  if (Sum != Ids.Count)
    return F.fail("has " + Twine(Ids.Count) + " objects and " + Twine(Sum) +
                  " ids");
  return Error::success();
}

template <class E> Error HeapIndex::Checker::checkReferences() const {
  using Entry = HeapGraph::Entry<E>;
  uint64_t Size = G.size(), All = G.entries().size();
  const E *Entries = G.entries().as<E>();
  if (All && !Entry::isLast(Entries[All - 1]))
    return F.fail("last reference is not marked");
  auto Refuse = [&](Node N, const Twine &What) {
    return F.fail("object " + Twine(N) + " " + What);
  };
  uint64_t Next = 0;
  for (Node N = 0; N != Size; ++N) {
    uint64_t Type = G.types().get(N);
    if (Type >= G.heads().size())
      return Refuse(N, "has unknown type " + Twine(Type));
    uint8_t Head = G.heads()[Type];
    E Start = E(G.starts().get(N));
    if (Start == Entry::None) {
      if (HeapGraph::isLength(Head))
        return Refuse(N, "is an array or a stack without a length");
      continue;
    }
    if (Start != Next)
      return Refuse(N, "has references that do not follow the previous ones");
    bool IsHead = Head != 0;
    for (bool AtEnd = false; !AtEnd; IsHead = false, ++Next) {
      if (Next == All)
        return Refuse(N, "has references past the end of the section");
      E To = Entry::value(Entries[Next]);
      AtEnd = Entry::isLast(Entries[Next]);
      bool IsNumber = IsHead && (HeapGraph::isLength(Head) ||
                                 uint64_t(To) == uint64_t(Entry::Null));
      if (!IsNumber && To >= Size)
        return Refuse(N, "refers to object " + Twine(uint64_t(To)) + " of " +
                             Twine(Size));
    }
  }
  if (Next != All)
    return F.fail("references that belong to no object");
  return Error::success();
}

/// After this check succeeds, all numbers of derived columns can be read.
Error HeapIndex::Checker::checkDerived() const {
  for (const auto *Numbers : {&F.DerivedParents, &F.DerivedPaths})
    if (*Numbers && !(*Numbers)->isValid())
      return F.fail("wrong counts of " + Twine(Numbers == &F.DerivedParents
                                                   ? "dominators"
                                                   : "paths"));
  return Error::success();
}

Error HeapIndex::Checker::checkTree() const {
  const DominatorTree::Columns &C = T.columns();
  uint64_t Size = G.size(), Reachable = 0;
  for (Node N = 0; N != Size; ++N) {
    uint64_t P = C.Parents.get(N);
    if (P >= Size && P != C.top() && P != C.unreachable())
      return F.fail("object " + Twine(N) + " is dominated by object " +
                    Twine(P) + " of " + Twine(Size));
    if (P < Size && !T.isReachable(P))
      return F.fail("object " + Twine(N) + " is dominated by object " +
                    Twine(P) + ", which is unreachable");
    Reachable += T.isReachable(N);
  }
  if (Reachable != T.reachable())
    return F.fail("has " + Twine(Reachable) + " reachable objects, expected " +
                  Twine(T.reachable()));
  return checkEnds([&](Node N) { return T.parent(N); }, "dominates itself");
}

/// Large sizes are looked up by position, so positions must be ascending.
Error HeapIndex::Checker::checkRetained() const {
  const SizeColumn &Sizes = T.columns().Retained;
  ArrayRef<SizeColumn::Large> Larges = Sizes.larges();
  for (size_t I = 0; I != Larges.size(); ++I)
    if (Larges[I].Position >= G.size() ||
        (I && Larges[I].Position <= Larges[I - 1].Position))
      return F.fail("large retained sizes are not in order");
  return Error::success();
}

/// Checks that every walk up ends, or reaches a path known to end.
template <class Fn>
Error HeapIndex::Checker::checkEnds(Fn &&ParentOf, const char *Else) const {
  uint64_t Size = G.size();
  Expected<NumberSet> Good = NumberSet::make(Size);
  if (!Good)
    return Good.takeError();
  std::vector<Node> Way;
  for (Node N = 0; N != Size; ++N) {
    for (Node At = N; At != NoNode && !Good->contains(At); At = ParentOf(At)) {
      if (Way.size() > Size)
        return F.fail("object " + Twine(N) + " " + Else);
      Way.push_back(At);
    }
    for (Node At : Way)
      Good->insert(At);
    Way.clear();
  }
  return Error::success();
}

Error HeapIndex::Checker::checkPaths() const {
  const ShortestPaths *P = F.paths();
  if (!P)
    return Error::success();
  for (Node N = 0; N != G.size(); ++N) {
    Node Parent = P->parent(N);
    if (Parent == NoNode) {
      if (P->isReached(N) !=
          std::binary_search(G.rootNodes().begin(), G.rootNodes().end(), N))
        return F.fail("object " + Twine(N) +
                      " begins a path but is not a root, or vice versa");
      continue;
    }
    if (Parent >= G.size() || !P->isReached(Parent))
      return F.fail("object " + Twine(N) + " is reached from object " +
                    Twine(Parent) + ", which is not reached");
  }
  return checkEnds([&](Node N) { return P->parent(N); },
                   "precedes itself on its path");
}

Error HeapIndex::Checker::checkInbound() const {
  Expected<InboundReferences> Right = InboundReferences::compute(G);
  if (!Right)
    return Right.takeError();
  const InboundReferences::Columns &In = F.inbound().columns();
  const InboundReferences::Columns &Wanted = Right->columns();
  auto Refuse = [&](Node To) {
    return F.fail("object " + Twine(To) + " has wrong incoming references");
  };
  if (In.Lists.size() != Wanted.Lists.size())
    return F.fail("has " + Twine(In.Lists.size()) +
                  " entries in lists of incoming references, expected " +
                  Twine(Wanted.Lists.size()));
  uint64_t Begin = 0;
  for (Node N = 0; N != G.size(); ++N) {
    uint64_t First = Wanted.Firsts.get(N);
    if (In.Firsts.get(N) != First)
      return Refuse(N);
    if (First == Wanted.none() || First < Wanted.listed())
      continue;
    for (bool AtEnd = false; !AtEnd; ++Begin) {
      uint64_t From = Wanted.Lists.get(Begin);
      if (In.Lists.get(Begin) != From)
        return Refuse(N);
      AtEnd = From & Wanted.listed();
    }
  }
  ArrayRef<RecordBlock> Blocks = G.places().blocks();
  for (size_t I = 1; I < Blocks.size(); ++I)
    if (Blocks[I].Lowest < Blocks[I - 1].Lowest)
      return F.fail("object blocks are not in order");
  return Error::success();
}

/// Whether an object may be in \p Group if its predecessor is in \p Above: the
/// group is directly below \p Above or, in a cycle, the same or above it.
static bool mayFollow(const PathGroups &Groups, uint32_t Above,
                      uint32_t Group) {
  if (Groups.parent(Group) == Above)
    return true;
  for (size_t I = 0; I != PathGroups::MostSteps && Above < Groups.size();
       ++I, Above = Groups.parent(Above))
    if (Group == Above)
      return true;
  return false;
}

/// Checks that each object's group may follow the group of its predecessor.
Error HeapIndex::Checker::checkPathGroups() const {
  const PathGroups *Groups = F.pathGroups();
  if (!Groups)
    return Error::success();
  const ShortestPaths &Paths = *F.paths();
  for (uint64_t I = 0; I != Groups->size(); ++I)
    if (uint32_t P = Groups->parent(uint32_t(I));
        P >= I && P != PathGroup::None)
      return F.fail("path group " + Twine(I) + " is below path group " +
                    Twine(P));
  for (Node N = 0; N != G.size(); ++N) {
    uint32_t Group = Groups->of(N);
    if (!Paths.isReached(N) && Group == PathGroup::None)
      continue;
    Node From = Paths.parent(N);
    uint32_t Above = From == NoNode ? PathGroup::None : Groups->of(From);
    if (Group >= Groups->size() || !Paths.isReached(N) ||
        !mayFollow(*Groups, Above, Group))
      return F.fail("object " + Twine(N) + " is in the wrong path group");
  }
  return Error::success();
}

Error HeapIndex::verify() const {
  Checker C(*this);
  if (Error E = C.checkSums())
    return E;
  if (Error E = C.checkIds())
    return E;
  if (Error E = graph().withWidth(
          [&](auto Zero) { return C.checkReferences<decltype(Zero)>(); }))
    return E;
  // Dominators and paths are derived from the inbound references.
  if (Error E = C.checkInbound())
    return E;
  if (Error E = C.checkDerived())
    return E;
  if (Error E = C.checkTree())
    return E;
  if (Error E = C.checkRetained())
    return E;
  if (Error E = C.checkPaths())
    return E;
  return C.checkPathGroups();
}
