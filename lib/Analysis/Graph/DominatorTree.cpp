//===- DominatorTree.cpp - What each object keeps alive -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/DominatorTree.h"
#include "EdgeLog.h"
#include "UnreachableRoots.h"
#include "hprof/Format/Hprof/ParallelWalk.h"
#include <atomic>
#include <thread>

using namespace hprof;
using namespace llvm;

uint64_t DominatorTree::StepsPerNode = 8;

/// Brings `Base[Index]` nearer. The index may be any number: what is ahead in a
/// list need not be an element's.
template <bool IsForWrite = true, class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE static void fetchAhead(const T *Base,
                                                    uint64_t Index) {
  uintptr_t At = uintptr_t(Base) + Index * sizeof(T);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): as a pointer it might overflow.
  LLVM_PREFETCH(reinterpret_cast<const void *>(At), IsForWrite, 3);
}

namespace hprof {

/// Semi-NCA by Georgiadis and others ("Finding dominators in practice", 2006)
/// in preorder numbers: 0 is the root of all, 1 to Count are objects. Edges to
/// roots are passed over: nothing but the root of all dominates those. Nothing
/// recurses.
template <class T> class DominatorBuilder {
public:
  DominatorBuilder(const HeapGraph &G, const DominatorOptions &Options)
      : G(G), Options(Options), Entries(G.entries().as<T>()),
        Starts(G.starts().as<T>()),
        IsShort(G.memory() && G.memory()->isSpilling()), Log(G.memory()) {}
  Expected<DominatorTree> build();

private:
  using Entry = HeapGraph::Entry<T>;
  using Edge = typename EdgeLog<T>::Edge;
  /// How objects of a type are searched.
  struct TypePlan {
    T Class;          ///< Number of the class's object; None to pass over it.
    bool IsHeadApart; ///< The first entry is no reference, or to be ignored.
    bool IsReferent;  ///< It is one that may be null.
    T Edges;          ///< From instances to the class that are not logged.
    T Next;           ///< Behind where the next of those will be listed.
    uint64_t Bytes;   ///< Shallow size, if the same for all.
    std::optional<BasicType> Element;
  };
  static constexpr T None = T(-1);
  static constexpr T RootMark = T(-1);
  static constexpr T Ahead = 16;

  Error searchAll();
  /// With \p IsTrial without log.
  template <bool IsTrial = false> void search(Node Root);
  void visit(Node N, T From);
  template <bool IsTrial> void note(Node To, T Reached, T From, T First);
  void listInstances();
  T firstEntry(Node N, const TypePlan &Plan) const;
  void fetchTargets(T At) const;
  void addUnreachableRoots();
  Error listPredecessors();
  T evaluate(T V, T LastLinked);
  void findSemidominators();
  void findDominators();
  T walkUp(T Candidate, T Limit) const;
  void addJump(T I);
  void finish(DominatorTree &Tree);
  void setParents(DominatorTree &Tree);
  void setShallow(DominatorTree &Tree);
  void planTypes();
  void begin(const char *NewPhase, uint64_t Steps) {
    Phase = NewPhase;
    All = Steps;
    tell(0);
  }
  void tell(uint64_t Done) const {
    if (Options.OnProgress)
      Options.OnProgress(Phase, Done, All);
  }
  /// Tells of every millionth of the steps of a phase.
  void step(T Done) const {
    constexpr T Every = 1 << 20;
    if (LLVM_UNLIKELY(Done % Every == 0))
      tell(Done);
  }
  template <class U>
  Error make(BigArray<U> &Array, uint64_t Size,
             MemoryAccess Access = MemoryAccess::InOrder) {
    Expected<BigArray<U>> Made = BigArray<U>::make(Size, G.memory(), Access);
    if (!Made)
      return Made.takeError();
    Array = std::move(*Made);
    return Error::success();
  }

  /// The forest of what was linked so far; later, shortcuts.
  struct Link {
    T Ancestor; ///< The parent in the search, then higher up.
    T Label;    ///< The least semidominator on the way to Ancestor.
  };
  struct Jump {
    T To;    ///< A dominator some way up.
    T Depth; ///< Dominators in all.
  };

  const HeapGraph &G;
  const DominatorOptions &Options;
  const T *const Entries;
  const T *const Starts;
  /// Memory does not suffice: one thing after the other is asked for.
  const bool IsShort;
  std::vector<TypePlan> Plans;
  const char *Phase = "";
  uint64_t All = 0; ///< Steps of the phase.
  T Count = 0;
  uint64_t MadeRoots = 0;
  EdgeLog<T> Log;       ///< Edges other than those of the search's tree.
  T *Number = nullptr;  ///< In preorder, of each node; 0 when not reached.
  T *Cursor = nullptr;  ///< Of the way to where the search is: what is next.
  BigArray<Link> Links; ///< During the search the memory of those two.
  BigArray<T> Vertex;   ///< The node of each number.
  BigArray<T> Parent;   ///< Of each number; later its immediate dominator.
  BigArray<T> Preds;    ///< What refers to each number, but Parent.
  BigArray<T> Semi;     ///< How many those are; where they begin; then the
                        ///< semidominator.
  BigArray<Jump> Jumps; ///< When walks turned out long: memory of Links.
};

template <class T> void DominatorBuilder<T>::planTypes() {
  for (uint64_t Type = 0; Type != G.classNodes().size(); ++Type) {
    TypePlan P{};
    Node Class = G.classNodes()[Type];
    P.Class = Class == NoNode || Number[Class] == RootMark ? None : T(Class);
    if (uint8_t Head = G.heads()[Type]) {
      P.IsReferent = Head != HeapGraph::ArrayHead &&
                     !Options.Ignored.contains(ReferenceKind(Head));
      P.IsHeadApart = !P.IsReferent;
    }
    if (Type < G.classes().size()) {
      P.Bytes = G.classes()[Type].InstanceBytes;
      P.Element = G.classes()[Type].Element;
    } else {
      P.Bytes = G.classes()[Type - G.classes().size()].MirrorBytes;
    }
    Plans.push_back(P);
  }
}

template <class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE void DominatorBuilder<T>::visit(Node N, T From) {
  ++Count;
  step(Count);
  Vertex[Count] = T(N);
  Parent[Count] = From;
}

/// Where the references of \p N begin, behind its class.
template <class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE T
DominatorBuilder<T>::firstEntry(Node N, const TypePlan &Plan) const {
  T Start = Starts[N];
  if (Start == None)
    return None;
  if (Plan.IsHeadApart ||
      (Plan.IsReferent && Entry::value(Entries[Start]) == Entry::Null))
    return Entry::isLast(Entries[Start]) ? None : Start + 1;
  return Start;
}

/// Brings nearer what the search will ask of the first few of a list.
template <class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
DominatorBuilder<T>::fetchTargets(T At) const {
  for (T End = At + 6; At != End; ++At) {
    Node To = Entry::value(Entries[At]);
    fetchAhead(Number, To);
    fetchAhead<false>(Starts, To);
    if (Entry::isLast(Entries[At]))
      break;
  }
}

/// Logs an edge between objects that are both numbered, when it can matter.
/// What was reached from a root before the one with number \p First, and is now
/// from that, has no dominator: it is as good as a root, once an edge says so.
template <class T>
template <bool IsTrial>
LLVM_ATTRIBUTE_ALWAYS_INLINE void DominatorBuilder<T>::note(Node To, T Reached,
                                                            T From, T First) {
  if (IsTrial || Reached == RootMark || Reached == From)
    return;
  Log.add(From, Reached);
  if (Reached < First)
    Number[To] = RootMark;
}

template <class T>
template <bool IsTrial>
void DominatorBuilder<T>::search(Node Root) {
  Number[Root] = RootMark;
  visit(Root, 0);
  T At = Count, Depth = 0;
  const T First = Count;
  const NumberArray &Types = G.types();
  const uint64_t NumEntries = G.entries().size();
  for (;;) {
    // A new object: first its class, as its references do.
    Node N = Vertex[At];
    TypePlan &Plan = Plans[Types.get(N)];
    T Next = firstEntry(N, Plan);
    if (Next != None)
      fetchTargets(Next);
    if (Plan.Class != None) {
      T V = Number[Plan.Class];
      if (!V) {
        Cursor[Depth++] = Next;
        visit(Plan.Class, At);
        Number[Plan.Class] = At = Count;
        continue;
      }
      if (V < First)
        note<IsTrial>(Plan.Class, V, At, First);
      else if (!IsTrial && V != RootMark && V != At)
        ++Plan.Edges;
    }
    for (;;) {
      if (Next == None) {
        At = Parent[At];
        if (!At)
          return;
        Next = Cursor[--Depth];
        continue;
      }
      T E = Entries[Next];
      if (LLVM_LIKELY(uint64_t(Next) + Ahead < NumEntries))
        fetchAhead(Number, Entry::value(Entries[Next + Ahead]));
      Next = Entry::isLast(E) ? None : Next + 1;
      Node To = Entry::value(E);
      T V = Number[To];
      if (!V) {
        Cursor[Depth++] = Next;
        visit(To, At);
        Number[To] = At = Count;
        break;
      }
      note<IsTrial>(To, V, At, First);
    }
  }
}

template <class T> void DominatorBuilder<T>::addUnreachableRoots() {
  T Reached = Count;
  makeUnreachableRoots<T>(
      G, [&](Node N) { return Number[N] != 0; },
      [&](Node N) { search</*IsTrial=*/true>(N); },
      [&] {
        for (; Count != Reached; --Count)
          Number[Vertex[Count]] = 0;
      },
      [&](Node N) {
        ++MadeRoots;
        search(N);
      });
}

template <class T> Error DominatorBuilder<T>::searchAll() {
  static_assert(sizeof(Link) == 2 * sizeof(T), "links hold two numbers");
  if (Error E = make(Links, G.size() + 1, MemoryAccess::Random))
    return E;
  Number = reinterpret_cast<T *>(Links.data());
  Cursor = Number + G.size();
  for (BigArray<T> *Array : {&Vertex, &Parent})
    if (Error E = make(*Array, G.size() + 1))
      return E;
  if (!IsShort)
    if (Error E = make(Semi, G.size() + 2))
      return E;
  // Numbers, the first half of Links, are written in no order.
  if (Options.Threads > 1)
    detail::runThreads(2, [&](unsigned Half) {
      uint64_t Size = G.size() / 2 + 1;
      Links.populate(Half * Size / 2, Size / 2);
    });
  for (Node N : G.rootNodes())
    Number[N] = RootMark;
  planTypes();
  // Meanwhile another thread has memory found before the search gets there, and
  // counts the edges that are passed over.
  auto CountEdge = [&](const Edge &E) { ++Semi[E.To]; };
  std::atomic<bool> IsSearched{false};
  auto Populate = [&](std::initializer_list<BigArray<T> *> Arrays) {
    constexpr uint64_t Step = uint64_t(1) << 19;
    for (uint64_t I = 0; I < G.size() && !IsSearched; I += Step)
      for (BigArray<T> *Array : Arrays)
        Array->populate(I, Step);
  };
  std::thread Helper;
  if (Options.Threads > 1 && !IsShort)
    Helper = std::thread([&] {
      Populate({&Vertex, &Parent});
      Populate({&Semi});
      Log.follow(CountEdge);
    });
  for (Node N : G.rootNodes())
    search(N);
  if (Options.KeepUnreachable)
    addUnreachableRoots();
  IsSearched = true;
  Log.close();
  if (Helper.joinable()) {
    Helper.join();
    return Log.takeError();
  }
  if (Error E = Log.takeError())
    return E;
  // The search had the memory for its numbers.
  if (IsShort)
    if (Error E = make(Semi, G.size() + 2, MemoryAccess::Random))
      return E;
  Log.forEach(CountEdge);
  return Error::success();
}

/// Puts the instances of classes into the lists of what refers to those: for
/// them types say as much as a log.
template <class T> void DominatorBuilder<T>::listInstances() {
  if (none_of(Plans, [](const TypePlan &P) { return P.Edges != 0; }))
    return;
  const NumberArray &Types = G.types();
  for (T I = 1; I <= Count; ++I) {
    TypePlan &Plan = Plans[Types.get(Vertex[I])];
    if (!Plan.Edges)
      continue;
    T Class = Number[Plan.Class];
    if (Class != I && Parent[Class] != I)
      Preds[--Plan.Next] = I;
  }
}

/// Turns the log into lists of what refers to each number.
template <class T> Error DominatorBuilder<T>::listPredecessors() {
  for (TypePlan &Plan : Plans) {
    if (Plan.Edges && Number[Plan.Class] == RootMark)
      Plan.Edges = 0;
    if (Plan.Edges)
      Semi[Number[Plan.Class]] += Plan.Edges;
  }
  uint64_t Sum = 0;
  for (T I = 0; I <= Count; ++I)
    Semi[I] = T(Sum += Semi[I]);
  Semi[Count + 1] = T(Sum);
  if (Error E = make(Preds, Sum))
    return E;
  // Each list is filled from its end.
  for (TypePlan &Plan : Plans)
    if (Plan.Edges) {
      T &End = Semi[Number[Plan.Class]];
      Plan.Next = End;
      End -= Plan.Edges;
    }
  unsigned Threads = std::min(Options.Threads, 2U);
  detail::runThreads(Threads, [&](unsigned I) {
    if (I == 0)
      Log.drain([&](const Edge &E) { Preds[--Semi[E.To]] = E.From; },
                [&](const Edge &E) { fetchAhead(Semi.data(), E.To); });
    if (I + 1 == Threads)
      listInstances();
  });
  return Error::success();
}

/// The least semidominator on the way from \p V up to, but without, the first
/// number that is less than \p LastLinked; the way becomes shorter. On the way
/// up, ancestors are turned round to find back.
template <class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE T DominatorBuilder<T>::evaluate(T V,
                                                             T LastLinked) {
  if (Links[V].Ancestor < LastLinked)
    return Links[V].Label;
  T Below = 0;
  while (Links[V].Ancestor >= LastLinked)
    Below = std::exchange(V, std::exchange(Links[V].Ancestor, Below));
  T Top = Links[V].Ancestor, Least = Links[V].Label;
  while (Below) {
    Link &L = Links[Below];
    Below = std::exchange(L.Ancestor, Top);
    Least = L.Label = std::min(L.Label, Least);
  }
  return Least;
}

template <class T> void DominatorBuilder<T>::findSemidominators() {
  for (T I = 0; I <= Count; ++I)
    Links[I] = {Parent[I], I};
  T End = Semi[Count + 1];
  for (T I = Count; I; --I) {
    T Least = Parent[I], Begin = Semi[I];
    for (T P = End; P != Begin;) {
      --P;
      if (P >= Ahead)
        fetchAhead(Links.data(), Preds[P - Ahead]);
      Least = std::min(Least, evaluate(Preds[P], I + 1));
    }
    End = Begin;
    Semi[I] = Links[I].Label = Least;
    step(Count - I);
  }
}

/// A shortcut from \p I, whose dominator is known, over a number of dominators
/// that follows the skew binary numbers: with one per number, any way up takes
/// logarithmic time. (E. W. Myers: "An applicative random-access stack", 1983.)
template <class T> void DominatorBuilder<T>::addJump(T I) {
  T P = Parent[I], Q = Jumps[P].To;
  bool AreEqual = Jumps[P].Depth - Jumps[Q].Depth ==
                  Jumps[Q].Depth - Jumps[Jumps[Q].To].Depth;
  Jumps[I] = {AreEqual ? Jumps[Q].To : P, Jumps[P].Depth + 1};
}

/// The first of \p Candidate and its dominators that is at most \p Limit.
template <class T> T DominatorBuilder<T>::walkUp(T Candidate, T Limit) const {
  while (Candidate > Limit)
    Candidate =
        Jumps[Candidate].To > Limit ? Jumps[Candidate].To : Parent[Candidate];
  return Candidate;
}

template <class T> void DominatorBuilder<T>::findDominators() {
  // Plain walks are shorter than any detour, but there are graphs in which
  // their sum grows with the square.
  uint64_t StepsLeft = DominatorTree::StepsPerNode * Count;
  T I = 1;
  for (; I <= Count; ++I) {
    T Candidate = Parent[I];
    for (; Candidate > Semi[I] && StepsLeft; --StepsLeft)
      Candidate = Parent[Candidate];
    if (LLVM_UNLIKELY(Candidate > Semi[I]))
      break;
    Parent[I] = Candidate;
    step(I);
  }
  if (LLVM_LIKELY(I > Count))
    return;
  Jumps = BigArray<Jump>::reuse(std::move(Links), G.size() + 1);
  Jumps[0] = {0, 0};
  for (T Known = 1; Known != I; ++Known)
    addJump(Known);
  for (; I <= Count; ++I) {
    Parent[I] = walkUp(Parent[I], Semi[I]);
    addJump(I);
    step(I);
  }
  Links = BigArray<Link>::reuse(std::move(Jumps), G.size() + 1);
}

template <class T> void DominatorBuilder<T>::setParents(DominatorTree &Tree) {
  T *Parents = Tree.Parents.template as<T>();
  std::fill_n(Parents, G.size(), T(Tree.unreachable()));
  if (IsShort) // finish() sets them on its way, which reads the same.
    return;
  for (T I = 1; I <= Count; ++I) {
    if (LLVM_LIKELY(I + Ahead <= Count))
      fetchAhead(Parents, Vertex[I + Ahead]);
    Parents[Vertex[I]] = Parent[I] ? Vertex[Parent[I]] : T(Tree.top());
  }
}

template <class T> void DominatorBuilder<T>::setShallow(DominatorTree &Tree) {
  for (Node N = 0; N != G.size(); ++N) {
    const TypePlan &P = Plans[G.types().get(N)];
    Tree.Retained[N] = P.Element
                           ? G.layout().arrayBytes(*P.Element, G.arrayLength(N))
                           : P.Bytes;
  }
}

template <class T> void DominatorBuilder<T>::finish(DominatorTree &Tree) {
  Tree.Parents = NumberArray::reuse(std::move(Semi), G.size());
  Tree.Retained = BigArray<uint64_t>::reuse(std::move(Links), G.size());
  unsigned Threads = IsShort ? 1 : std::min(Options.Threads, 2U);
  detail::runThreads(Threads, [&](unsigned I) {
    if (I == 0)
      setParents(Tree);
    if (I + 1 == Threads)
      setShallow(Tree);
  });
  uint64_t *Retained = Tree.Retained.data();
  T *Parents = Tree.Parents.template as<T>();
  for (T I = Count; I; --I) {
    if (LLVM_LIKELY(I > Ahead))
      fetchAhead(Retained, Vertex[I - Ahead]);
    T N = Vertex[I], Above = Parent[I] ? Vertex[Parent[I]] : T(Tree.top());
    if (Parent[I])
      Retained[Above] += Retained[N];
    else
      Tree.ReachableBytes += Retained[N];
    if (IsShort)
      Parents[N] = Above;
  }
  if (Count != G.size())
    for (Node N = 0; N != G.size(); ++N)
      if (!Tree.isReachable(N))
        Tree.UnreachableBytes += std::exchange(Tree.Retained[N], 0);
  Tree.Reachable = Count;
  Tree.MadeRoots = MadeRoots;
}

template <class T> Expected<DominatorTree> DominatorBuilder<T>::build() {
  // Arrays go, or are used for something else, as soon as they have done their
  // part. At the peak there are 16 bytes per object besides the graph, and 8
  // per edge of the log (with numbers of 32 bits).
  begin("following all paths", G.size());
  if (Error E = searchAll())
    return E;
  begin("listing predecessors", 1);
  if (Error E = listPredecessors())
    return E;
  begin("finding semidominators", Count);
  findSemidominators();
  Preds = {};
  if (IsShort)
    Links.discard();
  begin("finding dominators", Count);
  findDominators();
  begin("summing sizes", 1);
  DominatorTree Tree;
  finish(Tree);
  return Tree;
}

} // namespace hprof

Expected<DominatorTree>
DominatorTree::compute(const HeapGraph &G, const DominatorOptions &Options) {
  return G.withWidth([&](auto Zero) {
    return DominatorBuilder<decltype(Zero)>(G, Options).build();
  });
}
