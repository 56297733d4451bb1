//===- HeapGraph.h - Objects, references and roots of a dump ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The object graph for computing dominators, paths and other analyses:
///
///     Expected<HeapGraph> G = HeapGraph::build(*File, Options);
///     Node N = G->find(0x7ff8);
///     G->forEachReference(N, [&](Node To) { ... });
///
/// A node is an object: an instance, an array, or a class object. Nodes are
/// numbered by ascending id; synthetic objects (GraphOptions::MakeUp) are last.
/// References are those in the dump; where it can be interpreted in several
/// ways, as in Eclipse Memory Analyzer:
/// - an object refers to its class object, then to the contents of its fields
///   or elements, in the order of the dump;
/// - a class object refers to its superclass, loader, signers, protection
///   domain, and the contents of its constant pool and static fields; with the
///   layout "mat", references to signers, domain and pool are omitted, because
///   Memory Analyzer does not read them by default;
/// - a thread object refers to the thread's local variables (JNI LOCAL, JAVA
///   FRAME, NATIVE STACK, THREAD BLOCK), which are roots only if the dump does
///   not contain the thread object as an instance of java.lang.Thread.
/// References to objects missing from the dump are counted and omitted.
///
/// The graph does not contain the contents of objects: HeapContents reads them
/// on demand.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_HEAPGRAPH_H
#define HPROF_ANALYSIS_GRAPH_HEAPGRAPH_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "hprof/Analysis/Graph/NodeIds.h"
#include "hprof/Analysis/Graph/RecordLocator.h"
#include "hprof/Analysis/Graph/ReferenceKinds.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Layout/ObjectLayout.h"
#include <functional>
#include <string>
#include <vector>

namespace hprof {

class HeapFile;
struct Damage;

/// Index of a class in HeapGraph::classes().
using ClassNumber = uint32_t;
constexpr ClassNumber NoClass = UINT32_MAX;
/// Type of an object in HeapGraph::types(): its class number; for class
/// objects, the number of classes plus the number of the class it represents.
using TypeNumber = uint64_t;

struct GraphClass {
  uint64_t Id = 0;      ///< 0 for synthetic classes of primitive arrays.
  std::string Name;     ///< As in Java source.
  Node Object = NoNode; ///< The class object; NoNode if it is not in the dump.
  ClassNumber Super = NoClass;
  uint64_t Loader = 0; ///< Id of the class loader; 0 for the bootstrap loader.
  bool IsDumped = false; ///< There is a CLASS DUMP; else it is synthetic.
  /// Element type, for an array class.
  std::optional<BasicType> Element;
  /// Kind of the referent, for a subclass of java.lang.ref.Reference.
  ReferenceKind Kind = ReferenceKind::Strong;
  uint64_t InstanceBytes = 0; ///< Shallow size of an instance (not for arrays).
  /// Size of an element if the arrays contain flattened values, else 0.
  uint32_t FlatElement = 0;
  /// Whether each instance also contains a stack of varying length; see
  /// stackChunkBytes() (StackChunks.h).
  bool HasStacks = false;
  uint64_t MirrorBytes = 0; ///< Shallow size of Object.

  /// Returns the index of the superclass in classes().
  std::optional<size_t> superclass() const {
    return Super == NoClass ? std::nullopt : std::optional<size_t>(Super);
  }
  bool isArray() const { return Element.has_value(); }
  /// Whether the first entry of each instance is the length of an array or of a
  /// stack.
  bool hasLengths() const { return isArray() || HasStacks; }
};

/// A root in the dump. A node can have several roots.
struct GraphRoot {
  Node Object = NoNode;
  RecordKind Kind = RecordKind::RootUnknown;
  uint32_t ThreadSerial = 0; ///< 0 if there is none.
  int32_t Frame = -1;        ///< Index into the thread's trace; -1 for none.
  uint32_t TraceSerial = 0;  ///< Stack trace of a thread object.
  Node Thread = NoNode; ///< Thread object, if the root is attached to a thread.
};

struct GraphOptions {
  unsigned Threads = 1;
  /// One of layoutNames().
  std::string Layout = "auto";
  /// Number of the heap dump, from 1, if the file has several.
  unsigned Dump = 1;
  /// Overrides the maximum number of reference offsets in lists (see
  /// ReferenceOffsets.h). Does not affect the result.
  std::optional<size_t> MostOffsets;
  /// Add the objects that Memory Analyzer synthesizes where a dump lacks them:
  /// one for the bootstrap loader, with id 0, to which its classes refer, and
  /// one for each class without a class object. Only for the layout "mat".
  bool MakeUp = false;
  /// Use 8-byte entries, as in huge graphs, even for few nodes. Does not
  /// otherwise affect the result.
  bool IsWide = false;
  std::function<void(const Damage &)> OnDamage;
  /// Called with the current phase, the steps completed in it, and their total
  /// number.
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
      OnProgress;
  /// Called after each segment and between phases, by any thread, possibly by
  /// several threads at the same time. When it returns true, building fails
  /// with std::errc::operation_canceled.
  std::function<bool()> ShouldEnd;
  /// Budget for the graph and for results computed from it; null for no limit.
  std::shared_ptr<MemoryBudget> Memory;
  /// Called with the estimated memory of the graph and its dominators.
  std::function<void(uint64_t Bytes)> OnNeed;
};

/// Counts collected while the graph is built, for messages and tests.
struct GraphCounts {
  uint64_t References = 0;  ///< References, except to class objects.
  uint64_t Dangling = 0;    ///< References to objects missing from the dump.
  uint64_t LostRoots = 0;   ///< Roots whose object is missing from the dump.
  uint64_t NullRoots = 0;   ///< Roots with a null object.
  uint64_t Duplicates = 0;  ///< Objects omitted because of a duplicate id.
  uint64_t Unexplained = 0; ///< Instances with an incomplete class chain.
  uint64_t WrongSizes = 0;  ///< Instances whose size contradicts their class.
  uint64_t Flattened = 0;   ///< Nodes that are flattened values.
  unsigned Dumps = 0;       ///< Heap dumps in the file.
};

class HeapGraph {
public:
  /// Builds the graph of \p File, which must be opened for random access.
  static llvm::Expected<HeapGraph> build(HeapFile &File,
                                         const GraphOptions &Options);

  uint64_t size() const { return Data.Ids.size() + Data.MadeUp.size(); }
  uint64_t id(Node N) const {
    return LLVM_LIKELY(N < Data.Ids.size()) ? Data.Ids.id(N)
                                            : Data.MadeUp[N - Data.Ids.size()];
  }
  /// Returns the object in the dump with \p Id, or NoNode. Does not find
  /// synthetic objects.
  Node find(uint64_t Id) const { return Data.Ids.find(Id); }

  llvm::ArrayRef<GraphClass> classes() const { return Data.Classes; }
  /// Returns the roots, sorted by node, then in file order.
  llvm::ArrayRef<GraphRoot> roots() const { return Data.Roots; }
  /// Returns the nodes that are roots: each once, ascending.
  llvm::ArrayRef<Node> rootNodes() const { return Data.RootNodes; }
  const ObjectLayout &layout() const { return Data.Layout; }
  /// Returns the number of objects in the dump; synthetic ones follow.
  uint64_t dumpedSize() const { return Data.Ids.size(); }
  /// Whether the dump determines layout(); if not, it is a default.
  bool isLayoutCertain() const { return Data.IsLayoutCertain; }
  /// Returns the reason for choosing this layout, for messages.
  const std::string &layoutEvidence() const { return Data.LayoutWhy; }
  const GraphCounts &counts() const { return Data.Counts; }
  const FileHeader &header() const { return Data.Header; }
  /// Returns the budget for arrays with an entry per object; may be null.
  MemoryBudget *memory() const { return Memory.get(); }
  /// Returns the locations of objects, for HeapContents.
  const RecordLocator &places() const { return Data.Places; }

  /// Returns the class of \p N; java.lang.Class for class objects.
  ClassNumber classNumber(Node N) const {
    uint64_t T = Data.Types.get(N);
    return T < Data.Classes.size() ? ClassNumber(T) : Data.ClassClass;
  }
  /// Returns the class whose class object is \p N, or NoClass.
  ClassNumber asClass(Node N) const {
    uint64_t T = Data.Types.get(N);
    return T < Data.Classes.size() ? NoClass
                                   : ClassNumber(T - Data.Classes.size());
  }
  const GraphClass &classOf(Node N) const {
    return Data.Classes[classNumber(N)];
  }
  /// Returns the number of java.lang.Class; NoClass if the dump lacks it.
  ClassNumber classClass() const { return Data.ClassClass; }
  /// Whether \p N is a flattened value in its holder, without bytes of its own
  /// (FlattenedValues.h). Flattened values come before all other nodes.
  bool isFlattened(Node N) const { return N < Data.Counts.Flattened; }
  /// Returns the number of elements of an array; 0 for other objects.
  uint64_t arrayLength(Node N) const;
  /// Returns the number of machine words of a virtual thread's stack chunk; 0
  /// for other objects.
  uint64_t stackLength(Node N) const;
  /// Returns the shallow size in bytes.
  uint64_t shallow(Node N) const {
    if (LLVM_UNLIKELY(isFlattened(N)))
      return 0;
    uint64_t Fixed = FixedBytes[Data.Types.get(N)];
    return LLVM_LIKELY(Fixed != 0) ? Fixed : shallowByLength(N);
  }
  /// Returns "java.lang.Thread" or "class java.lang.System", for example.
  std::string describe(Node N) const;

  /// Calls \p F with every node that \p N refers to, the class of \p N first. A
  /// node is repeated if \p N has several references to it. Referents of the
  /// kinds \p Without are skipped.
  template <class Fn>
  void forEachReference(Node N, Fn &&F, ReferenceKinds Without = {}) const {
    withWidth([&](auto Zero) {
      using T = decltype(Zero);
      uint64_t Type = Data.Types.get(N);
      if (Node C = ClassNodes[Type]; C != NoNode)
        F(C);
      T First = firstEntry<T>(N, Type, Without);
      if (First == Entry<T>::None)
        return;
      for (ColumnCursor<T> At = Data.Entries.from<T>(First);; ++At) {
        T E = *At;
        F(Node(Entry<T>::value(E)));
        if (Entry<T>::isLast(E))
          return;
      }
    });
  }

  /// Same as above, but skips the first \p Skip references, which must exist,
  /// and stops when \p F returns false. Used for walks that pause inside long
  /// arrays.
  template <class Fn>
  void forEachReferenceAfter(Node N, uint64_t Skip, Fn &&F) const {
    withWidth([&](auto Zero) {
      using T = decltype(Zero);
      const uint64_t Type = Data.Types.get(N);
      if (Node C = ClassNodes[Type]; C != NoNode) {
        if (Skip)
          --Skip;
        else if (!F(C))
          return;
      }
      const T First = firstEntry<T>(N, Type, {});
      if (First == Entry<T>::None ||
          (Skip &&
           Entry<T>::isLast(*Data.Entries.from<T>(First + T(Skip - 1)))))
        return;
      for (ColumnCursor<T> At = Data.Entries.from<T>(First + T(Skip));; ++At) {
        const T E = *At;
        if (!F(Node(Entry<T>::value(E))) || Entry<T>::isLast(E))
          return;
      }
    });
  }

  /// Prepares for random access; see NumberArray::expectRandomAccess().
  void expectRandomAccess() {
    for (NumberArray *A : {&Data.Types, &Data.Starts, &Data.Entries})
      A->expectRandomAccess();
  }

  // Columns, for algorithms over all nodes. T is the type of an entry: uint32_t
  // or uint64_t; see withWidth().

  /// A reference: a node number, and whether this is the last reference of its
  /// object.
  template <class T> struct Entry {
    static constexpr T Last = T(1) << (8 * sizeof(T) - 1);
    static constexpr T Null = Last - 1; ///< A null referent.
    static constexpr T None = T(-1); ///< In starts(): the node has no entries.
    static T value(T E) { return E & ~Last; }
    static bool isLast(T E) { return E & Last; }
  };
  /// Returns the index in entries() of the first reference of \p N after its
  /// class, or Entry<T>::None if there is none; Entry<T>::Last marks the last
  /// reference. Used by traversals that pause and resume and therefore cannot
  /// use forEachReference().
  template <class T> T firstEntry(Node N, ReferenceKinds Without) const {
    return firstEntry<T>(N, Data.Types.get(N), Without);
  }
  /// Calls \p F with a zero whose type is that of an entry.
  template <class Fn> decltype(auto) withWidth(Fn &&F) const {
    if (Data.Entries.width() == 4)
      return F(uint32_t(0));
    return F(uint64_t(0));
  }
  /// Returns the index of each node's first entry in entries(), or None.
  const NumberArray &starts() const { return Data.Starts; }
  const NumberArray &entries() const { return Data.Entries; }
  /// Returns the type of each node: its class number, or for a class object
  /// classes().size() plus the number of the class it represents.
  const NumberArray &types() const { return Data.Types; }
  /// Returns the class object for nodes of each type, or NoNode.
  llvm::ArrayRef<Node> classNodes() const { return ClassNodes; }
  /// Returns the meaning of the first entry of a node, by type: 0 for an
  /// ordinary reference, ArrayHead for an array's length, StackHead for a
  /// stack's length; any other value is the ReferenceKind of a referent.
  llvm::ArrayRef<uint8_t> heads() const { return Heads; }
  static constexpr uint8_t ArrayHead = 0xff;
  static constexpr uint8_t StackHead = 0xfe;
  static constexpr bool isLength(uint8_t Head) { return Head >= StackHead; }

  /// The data of a graph, for code that builds or stores graphs. The arrays may
  /// be views.
  struct Columns {
    FileHeader Header;
    NodeIds Ids;
    std::vector<uint64_t> MadeUp; ///< Ids of synthetic objects.
    RecordLocator Places;
    std::vector<GraphClass> Classes;
    ClassNumber ClassClass = NoClass; ///< Always set.
    std::vector<GraphRoot> Roots;
    std::vector<Node> RootNodes;
    ObjectLayout Layout;
    bool IsLayoutCertain = false;
    std::string LayoutWhy;
    GraphCounts Counts;
    NumberArray Types;
    NumberArray Starts;
    NumberArray Entries;
    /// Lengths that do not fit into an entry, by node.
    llvm::DenseMap<Node, uint64_t> LongArrays;
  };
  const Columns &columns() const { return Data; }
  static HeapGraph fromColumns(Columns C,
                               std::shared_ptr<MemoryBudget> Memory = nullptr);
  /// Sets the budget for results computed from the graph.
  void setMemory(std::shared_ptr<MemoryBudget> New) { Memory = std::move(New); }

  HeapGraph(HeapGraph &&) = default;
  HeapGraph &operator=(HeapGraph &&) = default;

private:
  HeapGraph() = default;
  /// Computes members that depend on the classes.
  void deriveTypes();
  uint64_t shallowByLength(Node N) const;
  template <class T>
  T firstEntry(Node N, uint64_t Type, ReferenceKinds Without) const {
    T Start = T(Data.Starts.get(N));
    if (Start == Entry<T>::None)
      return Start;
    uint8_t Head = Heads[Type];
    if (!Head)
      return Start;
    T First = *Data.Entries.from<T>(Start);
    if (!isLength(Head) && !Without.contains(ReferenceKind(Head)) &&
        Entry<T>::value(First) != Entry<T>::Null)
      return Start;
    return Entry<T>::isLast(First) ? Entry<T>::None : Start + 1;
  }

  Columns Data;
  std::vector<Node> ClassNodes;
  std::vector<uint8_t> Heads;
  /// Shallow size of a node, by type; 0 if it varies.
  std::vector<uint64_t> FixedBytes;
  std::shared_ptr<MemoryBudget> Memory;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_HEAPGRAPH_H
