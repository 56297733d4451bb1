//===- DominatorTree.cpp - Dominators and retained sizes ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "EdgeLists.h"
#include "InstanceLists.h"
#include "UnreachableRoots.h"
#include "hprof/Format/Parallel/RunThreads.h"
#include "hprof/Format/Parallel/Thread.h"
#include <atomic>

using namespace hprof;
using namespace llvm;

/// Prefetches `Base[Index]`. The index may be out of range.
template <bool IsForWrite = true, class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE static void fetchAhead(const T *Base,
                                                    uint64_t Index) {
  uintptr_t At = uintptr_t(Base) + Index * sizeof(T);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): as a pointer it might overflow.
  LLVM_PREFETCH(reinterpret_cast<const void *>(At), IsForWrite, 3);
}

namespace hprof {

/// Semi-NCA by Georgiadis and others ("Finding dominators in practice", 2006)
/// in preorder numbers: 0 is the virtual root, 1 to Count are objects. Edges to
/// roots are skipped: only the virtual root dominates them. Not recursive.
template <class T> class DominatorBuilder {
public:
  DominatorBuilder(const HeapGraph &G, const NumberArray &Starts,
                   const DominatorOptions &Options)
      : G(G), Options(Options), Entries(G.entries().as<T>()),
        Starts(Starts.as<T>()), IsShort(G.memory() && G.memory()->isSpilling()),
        Log(T(G.size() + 1), G.memory()) {}
  Expected<DominatorTree> build();

private:
  using Entry = HeapGraph::Entry<T>;
  /// Plan for searching objects of a type.
  struct TypePlan {
    T Class;          ///< Number of the class object; None to skip it.
    bool IsHeadApart; ///< The first entry is not a reference, or is ignored.
    bool IsReferent;  ///< The first entry is a referent, maybe null.
    bool IsVaried;    ///< The shallow size varies between objects.
    T Edges;          ///< Number of instance-to-class edges not logged.
    uint64_t Bytes;   ///< Shallow size if it is the same for all objects.
    std::optional<BasicType> Element;
  };
  static constexpr T None = T(-1);
  static constexpr T RootMark = T(-1);
  static constexpr T Ahead = 16;

  /// A node on the current search path.
  struct Frame {
    T Next; ///< The entry to continue with.
    T At;   ///< Preorder number.
  };

  Error searchAll();
  /// Does not log edges if \p IsTrial.
  template <bool IsTrial = false> void search(Node Root);
  void visit(Node N, T From);
  template <bool IsTrial> void note(Node To, T Reached, T From, T First);
  Error listInstances();
  T firstEntry(Node N, const TypePlan &Plan) const;
  void fetchTargets(T At) const;
  void addUnreachableRoots();
  Error takeNumbers();
  T evaluate(T V, T LastLinked);
  T leastOf(T Least, ArrayRef<T> Froms, T LastLinked);
  Error findSemidominators();
  void findDominators();
  T walkUp(T Candidate, T Limit) const;
  void addJump(T I);
  void finish(DominatorTree::Columns &Tree);
  void setParents(DominatorTree::Columns &Tree);
  void setShallow(DominatorTree::Columns &Tree);
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
  /// Reports progress after every million steps of a phase.
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

  /// A node of the forest of linked numbers, later reused for shortcuts.
  struct Link {
    T Ancestor; ///< The search parent, later a higher ancestor.
    T Label;    ///< The lowest semidominator on the path to Ancestor.
  };
  struct Jump {
    T To;    ///< A higher dominator.
    T Depth; ///< Total number of dominators.
  };

  const HeapGraph &G;
  const DominatorOptions &Options;
  const T *const Entries;
  const T *const Starts;
  /// Memory is short, so allocate arrays only when they are needed.
  const bool IsShort;
  std::vector<TypePlan> Plans;
  const char *Phase = "";
  uint64_t All = 0; ///< Steps in this phase.
  T Count = 0;
  uint64_t MadeRoots = 0;
  EdgeLog<T> Log;     ///< Edges outside the search tree.
  BigArray<T> Number; ///< Preorder number by node; 0 if not reached.
  BigArray<Frame> Stack;
  BigArray<T> Vertex;     ///< Node by preorder number.
  ParentSteps<T> Parents; ///< Parents in the search tree, by number.
  InstanceLists<T> Instances;
  BigArray<T> Doms; ///< Semidominators, later dominators; Number's memory.
  BigArray<Link> Links;
  BigArray<Jump> Jumps;  ///< Only for long walks. Reuses Links' memory.
  BigArray<T> OfNodes;   ///< Dominator of each node.
  uint64_t NumFound = 0; ///< Entries of OfNodes with pages.
};

template <class T> void DominatorBuilder<T>::planTypes() {
  for (uint64_t Type = 0; Type != G.classNodes().size(); ++Type) {
    TypePlan P{};
    Node Class = G.classNodes()[Type];
    P.Class = Class == NoNode || Number[Class] == RootMark ? None : T(Class);
    if (uint8_t Head = G.heads()[Type]) {
      P.IsReferent = !HeapGraph::isLength(Head) &&
                     !Options.Ignored.contains(ReferenceKind(Head));
      P.IsHeadApart = !P.IsReferent;
    }
    if (Type < G.classes().size()) {
      P.Bytes = G.classes()[Type].InstanceBytes;
      P.IsVaried = G.classes()[Type].HasStacks || G.classes()[Type].FlatElement;
      if (!P.IsVaried)
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
  Parents.push(Count, From);
}

/// Returns the index of the first reference of \p N that follows its class.
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

/// Prefetches data for the first few entries of a list.
template <class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
DominatorBuilder<T>::fetchTargets(T At) const {
  for (T End = At + 6; At != End; ++At) {
    Node To = Entry::value(Entries[At]);
    fetchAhead(Number.data(), To);
    fetchAhead<false>(Starts, To);
    if (Entry::isLast(Entries[At]))
      break;
  }
}

/// Logs an edge between two numbered objects if it can affect the result. The
/// current root has number \p First. An object reached from an earlier root,
/// and now from this one, has no dominator and is treated like a root.
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
  // Byte stores may alias any member.
  const T *const Entries = this->Entries;
  T *const Number = this->Number.data();
  Frame *const Stack = this->Stack.data();
  for (;;) {
    // The class of a new object is visited first, as in its references.
    Node N = Vertex[At];
    TypePlan &Plan = Plans[Types.get(N)];
    T Next = firstEntry(N, Plan);
    if (Next != None)
      fetchTargets(Next);
    if (Plan.Class != None) {
      T V = Number[Plan.Class];
      if (!V) {
        Stack[Depth++] = {Next, At};
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
        if (!Depth)
          return;
        --Depth;
        Next = Stack[Depth].Next;
        At = Stack[Depth].At;
        continue;
      }
      T E = Entries[Next];
      if (LLVM_LIKELY(uint64_t(Next) + Ahead < NumEntries))
        fetchAhead(Number, Entry::value(Entries[Next + Ahead]));
      Next = Entry::isLast(E) ? None : Next + 1;
      Node To = Entry::value(E);
      T V = Number[To];
      if (!V) {
        Stack[Depth++] = {Next, At};
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
        for (; Count != Reached; --Count) {
          Number[Vertex[Count]] = 0;
          Parents.pop(Count);
        }
      },
      [&](Node N) {
        ++MadeRoots;
        search(N);
      });
}

template <class T> Error DominatorBuilder<T>::searchAll() {
  if (Error E = make(Number, G.size() + 1, MemoryAccess::Random))
    return E;
  if (Error E = make(Stack, G.size()))
    return E;
  if (Error E = make(Vertex, G.size() + 1))
    return E;
  auto Made = ParentSteps<T>::make(G.size() + 1, G.memory());
  if (!Made)
    return Made.takeError();
  Parents = std::move(*Made);
  // Numbers are written in random order.
  unsigned Threads = std::clamp(Options.Threads, 1U, 2U);
  runThreads(Threads, [&](unsigned Part) {
    uint64_t Size = G.size() / Threads + 1;
    Number.populate(Part * Size, Size);
  });
  for (Node N : G.rootNodes())
    Number[N] = RootMark;
  planTypes();
  // Another thread populates memory ahead of the search.
  std::atomic<bool> IsSearched{false};
  Thread Helper;
  if (Options.Threads > 1 && !IsShort) {
    if (Error E = make(OfNodes, G.size()))
      return E;
    (void)Helper.start([&] { // The helper thread is optional.
      constexpr uint64_t Step = uint64_t(1) << 19;
      for (uint64_t I = 0; I < G.size() && !IsSearched; I += Step) {
        Vertex.populate(I, Step);
        Parents.populate(I, Step);
      }
      for (; NumFound < G.size() && !IsSearched; NumFound += Step)
        OfNodes.populate(NumFound, Step);
      Log.supply();
    });
  }
  for (Node N : G.rootNodes())
    search(N);
  if (Options.KeepUnreachable)
    addUnreachableRoots();
  IsSearched = true;
  Log.close();
  Helper.join();
  Stack = {};
  return joinErrors(Log.takeError(), Options.checkEnd());
}

/// Lists the instance-to-class edges, which were only counted so far.
template <class T> Error DominatorBuilder<T>::listInstances() {
  for (auto [Type, Plan] : enumerate(Plans))
    if (Plan.Edges && Number[Plan.Class] != RootMark)
      Instances.add(Number[Plan.Class], Type, Plan.Edges);
  return Instances.find(G.types(), Vertex.ref(), Count,
                        IsShort ? 1 : std::clamp(Options.Threads, 1U, 2U),
                        G.memory());
}

/// Reuses the memory of preorder numbers for dominators, or frees it first.
template <class T> Error DominatorBuilder<T>::takeNumbers() {
  if (!IsShort) {
    Doms = std::move(Number);
    return make(Links, G.size() + 1, MemoryAccess::Random);
  }
  // The links need the most memory.
  Number = {};
  if (Error E = make(Links, G.size() + 1, MemoryAccess::Random))
    return E;
  return make(Doms, G.size() + 1, MemoryAccess::Random);
}

/// Returns the lowest semidominator on the path from \p V up to, but excluding,
/// the first number less than \p LastLinked. Compresses the path. On the way
/// up, ancestor links are reversed, so that the path can be followed back down.
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

/// Returns the minimum of \p Least and of evaluate() for all \p Froms. A few
/// entries past the end may be read.
template <class T>
LLVM_ATTRIBUTE_ALWAYS_INLINE T DominatorBuilder<T>::leastOf(T Least,
                                                            ArrayRef<T> Froms,
                                                            T LastLinked) {
  for (const T &From : Froms) {
    fetchAhead(Links.data(), (&From)[Ahead]);
    Least =
        std::min(Least, From < LastLinked ? From : evaluate(From, LastLinked));
  }
  return Least;
}

template <class T> Error DominatorBuilder<T>::findSemidominators() {
  constexpr size_t BlockSize = EdgeLog<T>::BlockSize;
  static_assert(EdgeLists<T>::Slack >= Ahead);
  EdgeListReader<T> Reader(
      Log, G.memory(), Options.Threads > 1,
      [&](size_t Block) { Links.populate(Block * BlockSize, BlockSize); });
  typename ParentSteps<T>::Descent Above(Parents);
  for (size_t Block = Log.blocks(); Block--;) {
    Expected<const EdgeLists<T> *> Edges = Reader.next();
    if (!Edges)
      return Edges.takeError();
    const T *Next = (*Edges)->Froms.data(), *Froms = Next;
    const T *Ends = (*Edges)->Ends.data();
    T First = T(Block * BlockSize);
    for (T I = std::min(First + T(BlockSize - 1), Count); I && I >= First;
         --I) {
      const T *End = Froms + Ends[I - First];
      T Parent = Above.next(I);
      T Least = leastOf(Parent, {Next, End}, I + 1);
      Next = End;
      if (LLVM_UNLIKELY(Instances.isLast(I)))
        Instances.template takeLast<Ahead>(
            [&](ArrayRef<T> Froms) { Least = leastOf(Least, Froms, I + 1); });
      Doms[I] = Least;
      Links[I] = {Parent, Least};
      step(Count - I);
    }
  }
  return Options.checkEnd();
}

/// Adds a shortcut from \p I, whose dominator is known. The number of
/// dominators that it skips follows the skew binary numbers: with one shortcut
/// per number, any walk up takes logarithmic time. (E. W. Myers: "An
/// applicative random-access stack", 1983.)
template <class T> void DominatorBuilder<T>::addJump(T I) {
  T P = Doms[I], Q = Jumps[P].To;
  bool AreEqual = Jumps[P].Depth - Jumps[Q].Depth ==
                  Jumps[Q].Depth - Jumps[Jumps[Q].To].Depth;
  Jumps[I] = {AreEqual ? Jumps[Q].To : P, Jumps[P].Depth + 1};
}

/// Returns the first of \p Candidate and its dominators that is <= \p Limit.
template <class T> T DominatorBuilder<T>::walkUp(T Candidate, T Limit) const {
  while (Candidate > Limit)
    Candidate =
        Jumps[Candidate].To > Limit ? Jumps[Candidate].To : Doms[Candidate];
  return Candidate;
}

template <class T> void DominatorBuilder<T>::findDominators() {
  // Walks without shortcuts are usually faster, but for some graphs their total
  // length is quadratic.
  uint64_t StepsLeft = Options.StepsPerNode * Count;
  typename ParentSteps<T>::Ascent Above(Parents);
  T I = 1, Candidate = 0;
  for (; I <= Count; ++I) {
    Candidate = Above.next(I);
    for (; Candidate > Doms[I] && StepsLeft; --StepsLeft)
      Candidate = Doms[Candidate];
    if (LLVM_UNLIKELY(Candidate > Doms[I]))
      break;
    Doms[I] = Candidate;
    step(I);
  }
  if (LLVM_LIKELY(I > Count))
    return;
  Jumps = BigArray<Jump>::reuse(std::move(Links), G.size() + 1);
  Jumps[0] = {0, 0};
  for (T Known = 1; Known != I; ++Known)
    addJump(Known);
  for (;;) {
    Doms[I] = walkUp(Candidate, Doms[I]);
    addJump(I);
    step(I);
    if (I++ == Count)
      break;
    Candidate = Above.next(I);
  }
  Links = BigArray<Link>::reuse(std::move(Jumps), G.size() + 1);
}

template <class T>
void DominatorBuilder<T>::setParents(DominatorTree::Columns &Tree) {
  T *Parents = Tree.Parents.template as<T>();
  if (IsShort) // finish() sets them during its scan.
    return;
  for (T I = 1; I <= Count; ++I) {
    if (LLVM_LIKELY(I + Ahead <= Count))
      fetchAhead(Parents, Vertex[I + Ahead]);
    Parents[Vertex[I]] = Doms[I] ? Vertex[Doms[I]] : T(Tree.top());
  }
}

template <class T>
void DominatorBuilder<T>::setShallow(DominatorTree::Columns &Tree) {
  uint64_t *Retained = Tree.Retained.plain().data();
  const Node Flattened = G.counts().Flattened;
  std::fill_n(Retained, Flattened, 0);
  for (Node N = Flattened; N != G.size(); ++N) {
    const TypePlan &P = Plans[G.types().get(N)];
    if (P.Element)
      Retained[N] = G.layout().arrayBytes(*P.Element, G.arrayLength(N));
    else
      Retained[N] = P.IsVaried ? G.shallow(N) : P.Bytes;
  }
}

template <class T>
void DominatorBuilder<T>::finish(DominatorTree::Columns &Tree) {
  Tree.Retained = BigArray<uint64_t>::reuse(std::move(Links), G.size());
  unsigned Threads = IsShort ? 1 : std::min(Options.Threads, 2U);
  runThreads(Threads, [&](unsigned I) {
    uint64_t Begin = G.size() / Threads * I;
    uint64_t End = I + 1 == Threads ? G.size() : G.size() / Threads;
    std::fill_n(Tree.Parents.template as<T>() + Begin, End - Begin,
                T(Tree.unreachable()));
  });
  runThreads(Threads, [&](unsigned I) {
    if (I == 0)
      setParents(Tree);
    if (I + 1 == Threads)
      setShallow(Tree);
  });
  uint64_t *Retained = Tree.Retained.plain().data();
  T *Parents = Tree.Parents.template as<T>();
  for (T I = Count; I; --I) {
    if (LLVM_LIKELY(I > Ahead))
      fetchAhead(Retained, Vertex[I - Ahead]);
    T N = Vertex[I], Above = Doms[I] ? Vertex[Doms[I]] : T(Tree.top());
    if (Doms[I])
      Retained[Above] += Retained[N];
    else
      Tree.Totals.Bytes += Retained[N];
    if (IsShort)
      Parents[N] = Above;
  }
  if (Count != G.size())
    for (Node N = 0; N != G.size(); ++N)
      if (Parents[N] == T(Tree.unreachable()))
        Tree.Totals.UnreachableBytes += std::exchange(Retained[N], 0);
  Tree.Totals.Objects = Count;
  Tree.Totals.MadeRoots = MadeRoots;
}

template <class T> Expected<DominatorTree> DominatorBuilder<T>::build() {
  // Arrays are freed or reused early. With 32-bit numbers, the peak is 17 to 21
  // bytes per object, besides the graph and the rest of the log.
  begin("following all paths", G.size());
  if (Error E = searchAll())
    return E;
  if (Options.OnReached) {
    Expected<bool> IsWanted =
        Options.OnReached(Count, [&](Node N) { return Number[N] != 0; });
    if (!IsWanted)
      return IsWanted.takeError();
    if (!*IsWanted)
      return DominatorTree::fromColumns({});
  }
  // If the log is large, the array of dominators is freed and made again later.
  constexpr uint64_t LargeLog = 2; // Bytes per object.
  if (Log.bytes() > LargeLog * Count) {
    OfNodes = {};
    NumFound = 0;
  }
  begin("listing instances", 1);
  if (Error E = listInstances())
    return E;
  begin("finding semidominators", Count);
  if (Error E = takeNumbers())
    return E;
  if (Error E = findSemidominators())
    return E;
  Instances = InstanceLists<T>();
  if (IsShort)
    Links.discard();
  begin("finding dominators", Count);
  if (OfNodes.empty())
    if (Error E = make(OfNodes, G.size(), MemoryAccess::Random))
      return E;
  unsigned Threads = std::clamp(Options.Threads, 1U, 2U);
  runThreads(Threads, [&](unsigned I) {
    if (I == 0)
      findDominators();
    if (I + 1 == Threads)
      OfNodes.populate(NumFound, G.size());
  });
  Parents = {};
  begin("summing sizes", 1);
  DominatorTree::Columns Tree;
  Tree.Parents = NumberArray::reuse(std::move(OfNodes), G.size());
  finish(Tree);
  return DominatorTree::fromColumns(std::move(Tree));
}

} // namespace hprof

Expected<DominatorTree>
DominatorTree::compute(const HeapGraph &G, const DominatorOptions &Options) {
  Expected<NumberArray> Starts = G.starts().plain(G.memory());
  auto Build = [&](auto Zero) {
    return DominatorBuilder<decltype(Zero)>(G, *Starts, Options).build();
  };
  return Starts ? G.withWidth(Build) : Starts.takeError();
}
