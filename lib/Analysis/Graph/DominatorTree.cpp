//===- DominatorTree.cpp - What each object keeps alive -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/DominatorTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace hprof {

/// Semi-NCA by Georgiadis and others ("Finding dominators in practice", 2006)
/// in preorder numbers: 0 is the root of all, 1 to Count are objects. Nothing
/// recurses.
template <class T> class DominatorBuilder {
public:
  DominatorBuilder(const HeapGraph &G, const DominatorOptions &Options)
      : G(G), Options(Options) {}
  Expected<DominatorTree> build();

private:
  using Entry = HeapGraph::Entry<T>;
  Error allocate();
  void search(Node Root);
  void visit(Node N, T From);
  T firstEntry(Node N) const;
  void addUnreachableRoots();
  Error findPredecessors();
  T evaluate(T V, T LastLinked);
  void findSemidominators();
  void findDominators();
  void sumRetained(DominatorTree &Tree);
  /// Calls F with the preorder numbers of what number \p I refers to.
  template <class Fn> void forEachTarget(T I, Fn &&F) const {
    G.forEachReference(
        Vertex[I], [&](Node To) { F(To, Number[To]); }, Options.Ignored);
  }

  const HeapGraph &G;
  const DominatorOptions &Options;
  NumberSet IsRoot;
  T Count = 0;
  uint64_t MadeRoots = 0;
  BigArray<T> Number;   ///< In preorder, of each node; 0 when not reached.
  BigArray<T> Vertex;   ///< The node of each number.
  BigArray<T> Ancestor; ///< Of each number: its parent, then higher up.
  BigArray<T> Idom;     ///< Its parent, then its immediate dominator.
  BigArray<T> Semi;     ///< During the search: the entry to go on with.
  BigArray<T> Label;    ///< The least semidominator on the way up.
  BigArray<T> PredBegin;
  BigArray<T> Preds;
  std::vector<T> Path;
};

template <class T> Error DominatorBuilder<T>::allocate() {
  for (auto [Array, Size] :
       {std::pair(&Number, G.size()), std::pair(&Vertex, G.size() + 1),
        std::pair(&Ancestor, G.size() + 1), std::pair(&Semi, G.size() + 1)}) {
    Expected<BigArray<T>> Made = BigArray<T>::make(Size);
    if (!Made)
      return Made.takeError();
    *Array = std::move(*Made);
  }
  Expected<NumberSet> Roots = NumberSet::make(G.size());
  if (!Roots)
    return Roots.takeError();
  IsRoot = std::move(*Roots);
  return Error::success();
}

template <class T> void DominatorBuilder<T>::visit(Node N, T From) {
  Number[N] = ++Count;
  Vertex[Count] = T(N);
  Ancestor[Count] = From;
}

/// Where the references of \p N begin, behind its class.
template <class T> T DominatorBuilder<T>::firstEntry(Node N) const {
  T Start = G.starts().as<T>()[N];
  if (Start == Entry::None)
    return Start;
  uint8_t Head = G.heads()[G.types().get(N)];
  if (!Head)
    return Start;
  T First = G.entries().as<T>()[Start];
  if (Head != HeapGraph::ArrayHead &&
      !Options.Ignored.contains(ReferenceKind(Head)) &&
      Entry::value(First) != Entry::Null)
    return Start;
  return Entry::isLast(First) ? Entry::None : Start + 1;
}

template <class T> void DominatorBuilder<T>::search(Node Root) {
  if (Number[Root])
    return;
  const T *Entries = G.entries().as<T>();
  visit(Root, 0);
  T At = Count;
  bool IsNew = true;
  while (At) {
    if (IsNew) {
      Node N = Vertex[At];
      Semi[At] = firstEntry(N);
      Node Class = G.classNodes()[G.types().get(N)];
      if (Class != NoNode && !Number[Class]) {
        visit(Class, At);
        At = Count;
        continue;
      }
      IsNew = false;
    }
    T Next = Semi[At];
    while (Next != Entry::None) {
      T E = Entries[Next];
      Next = Entry::isLast(E) ? Entry::None : Next + 1;
      Node To = Entry::value(E);
      if (Number[To])
        continue;
      Semi[At] = Next;
      visit(To, At);
      At = Count;
      IsNew = true;
      break;
    }
    if (!IsNew)
      At = Ancestor[At];
  }
}

/// Makes as few roots of what is left as reach all of it: one in each group of
/// objects that reach each other and that nothing outside refers to. Of a
/// group, a search in order finds one such object first, and starts there;
/// and all that it does not reach before, a later start does. So of the starts,
/// from the last to the first, those count that are not reached.
template <class T> void DominatorBuilder<T>::addUnreachableRoots() {
  T Reached = Count;
  std::vector<T> Starts;
  for (Node N = 0; N != G.size(); ++N)
    if (!Number[N]) {
      Starts.push_back(T(N));
      search(N);
    }
  for (T I = Reached; I != Count; ++I)
    Number[Vertex[I + 1]] = 0;
  Count = Reached;
  for (T N : reverse(Starts))
    if (!Number[N]) {
      IsRoot.insert(N);
      ++MadeRoots;
      search(N);
    }
}

/// Lists of what refers to each number, without the tree's own edges and
/// without those to roots, which no other object dominates.
template <class T> Error DominatorBuilder<T>::findPredecessors() {
  Expected<BigArray<T>> Begin = BigArray<T>::make(uint64_t(Count) + 2);
  if (!Begin)
    return Begin.takeError();
  PredBegin = std::move(*Begin);
  auto ForEachCross = [&](auto &&F) {
    for (T I = 1; I <= Count; ++I)
      forEachTarget(I, [&](Node To, T V) {
        if (Ancestor[V] != I && V != I && !IsRoot.contains(To))
          F(I, V);
      });
  };
  ForEachCross([&](T, T V) { ++PredBegin[V]; });
  uint64_t Sum = 0;
  for (T I = 0; I <= Count; ++I) {
    Sum += PredBegin[I];
    PredBegin[I] = T(Sum);
  }
  PredBegin[Count + 1] = T(Sum);
  Expected<BigArray<T>> List = BigArray<T>::make(Sum);
  if (!List)
    return List.takeError();
  Preds = std::move(*List);
  ForEachCross([&](T I, T V) { Preds[--PredBegin[V]] = I; });
  return Error::success();
}

/// The least semidominator on the way from \p V up to, but without, the first
/// number that is less than \p LastLinked; the way becomes shorter.
template <class T> T DominatorBuilder<T>::evaluate(T V, T LastLinked) {
  if (Ancestor[V] < LastLinked)
    return Label[V];
  do {
    Path.push_back(V);
    V = Ancestor[V];
  } while (Ancestor[V] >= LastLinked);
  T Above = V, Least = Label[V];
  do {
    V = Path.back();
    Path.pop_back();
    Ancestor[V] = Ancestor[Above];
    Least = Label[V] = std::min(Label[V], Least);
    Above = V;
  } while (!Path.empty());
  return Least;
}

template <class T> void DominatorBuilder<T>::findSemidominators() {
  for (T I = 0; I <= Count; ++I)
    Label[I] = I;
  for (T I = Count; I; --I) {
    T Least = Ancestor[I];
    if (IsRoot.contains(Vertex[I]))
      Least = 0;
    for (T P = PredBegin[I]; P != PredBegin[I + 1]; ++P)
      Least = std::min(Least, evaluate(Preds[P], I + 1));
    Semi[I] = Label[I] = Least;
  }
}

template <class T> void DominatorBuilder<T>::findDominators() {
  for (T I = 1; I <= Count; ++I) {
    T Candidate = Idom[I];
    while (Candidate > Semi[I])
      Candidate = Idom[Candidate];
    Idom[I] = Candidate;
  }
}

template <class T> void DominatorBuilder<T>::sumRetained(DominatorTree &Tree) {
  for (Node N = 0; N != G.size(); ++N) {
    uint64_t Bytes = G.shallow(N);
    if (!Number[N]) {
      Tree.Parents.set(N, Tree.unreachable());
      Tree.UnreachableBytes += Bytes;
      continue;
    }
    Tree.Retained[N] = Bytes;
    Tree.ReachableBytes += Bytes;
    T Parent = Idom[Number[N]];
    Tree.Parents.set(N, Parent ? uint64_t(Vertex[Parent]) : Tree.top());
  }
  for (T I = Count; I; --I)
    if (T Parent = Idom[I])
      Tree.Retained[Vertex[Parent]] += Tree.Retained[Vertex[I]];
  Tree.Reachable = Count;
  Tree.MadeRoots = MadeRoots;
}

template <class T> Expected<DominatorTree> DominatorBuilder<T>::build() {
  if (Error E = allocate())
    return E;
  for (Node N : G.rootNodes())
    IsRoot.insert(N);
  for (Node N : G.rootNodes())
    search(N);
  if (Options.KeepUnreachable)
    addUnreachableRoots();
  if (Error E = findPredecessors())
    return E;
  for (BigArray<T> *Array : {&Idom, &Label}) {
    Expected<BigArray<T>> Made = BigArray<T>::make(uint64_t(Count) + 1);
    if (!Made)
      return Made.takeError();
    *Array = std::move(*Made);
  }
  std::copy_n(Ancestor.data(), uint64_t(Count) + 1, Idom.data());
  findSemidominators();
  PredBegin = {};
  Preds = {};
  Ancestor = {};
  Label = {};
  findDominators();
  Semi = {};

  DominatorTree Tree;
  Expected<NumberArray> Parents = NumberArray::make(sizeof(T), G.size());
  if (!Parents)
    return Parents.takeError();
  Tree.Parents = std::move(*Parents);
  Expected<BigArray<uint64_t>> Retained = BigArray<uint64_t>::make(G.size());
  if (!Retained)
    return Retained.takeError();
  Tree.Retained = std::move(*Retained);
  sumRetained(Tree);
  return Tree;
}

} // namespace hprof

Expected<DominatorTree>
DominatorTree::compute(const HeapGraph &G, const DominatorOptions &Options) {
  return G.withWidth([&](auto Zero) {
    return DominatorBuilder<decltype(Zero)>(G, Options).build();
  });
}
