//===- EntryWalk.cpp - Walks over the entries of collections --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryWalk.h"
#include "FieldsOfNode.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

bool EntryWalk::add(Node Key, Node Value) {
  if (Out->Entries.size() < Most)
    Out->Entries.push_back({Key, Value});
  ++Count;
  // Counts the rest, unless the collection has a size.
  return Out->Entries.size() < Most || !Declared;
}

void EntryWalk::setSize(int64_t Size) {
  if (Size >= 0)
    Declared = uint64_t(Size);
}

void EntryWalk::forEachElement(Node Array,
                               function_ref<bool(uint64_t, Node)> F) {
  std::optional<FoundObject> O;
  if (Array != NoNode)
    O = C.object(Array);
  if (!O || O->Kind != RecordKind::ObjectArrayDump)
    return;
  ObjectView View(C.context(), *O);
  for (uint64_t I = 0; I != View.numElements(); ++I) {
    uint64_t Id = View.element(I).Bits;
    if (!F(I, Id ? C.find(Id) : NoNode))
      return;
  }
}

/// The first elements of an array, up to the field "size" or similar; without
/// such a field, all.
void EntryWalk::elements(Node N, Names Array) {
  FieldsOfNode Of(C, N);
  Node Elements = Of.reference(Array);
  uint64_t Size = length(Elements);
  for (StringRef Name : {"size", "elementCount"})
    if (Of.has(Name)) {
      uint64_t Said = uint64_t(std::max<int64_t>(Of.number(Name), 0));
      Size = Elements == NoNode ? Said : std::min(Size, Said);
    }
  setSize(int64_t(Size));
  forEachElement(
      Elements, [&](uint64_t I, Node E) { return I < Size && add(NoNode, E); });
}

/// ArrayDeque: from head to tail, wrapping around.
void EntryWalk::ring(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<Node> All;
  forEachElement(Of.reference({"elements"}), [&](uint64_t, Node E) {
    All.push_back(E);
    return true;
  });
  uint64_t Head = uint64_t(Of.number("head")),
           Tail = uint64_t(Of.number("tail"));
  if (Head >= All.size() || Tail >= All.size())
    return;
  setSize(int64_t((Tail + All.size() - Head) % All.size()));
  for (uint64_t I = Head; I != Tail; I = (I + 1) % All.size())
    if (!add(NoNode, All[I]))
      return;
}

/// ArrayBlockingQueue: count elements, starting at takeIndex.
void EntryWalk::boundedRing(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<Node> All;
  forEachElement(Of.reference({"items"}), [&](uint64_t, Node E) {
    All.push_back(E);
    return true;
  });
  uint64_t Head = uint64_t(Of.number("takeIndex"));
  uint64_t Size = std::min<uint64_t>(uint64_t(Of.number("count")), All.size());
  if (Head >= All.size())
    return;
  setSize(int64_t(Size));
  for (uint64_t I = 0; I != Size; ++I)
    if (!add(NoNode, All[(Head + I) % All.size()]))
      return;
}

/// Alternating keys and values. Sets of the same shape have no values.
void EntryWalk::pairs(Node N, Names Array) {
  FieldsOfNode Of(C, N);
  if (Of.has("size"))
    setSize(Of.number("size"));
  Node Key = NoNode;
  forEachElement(Of.reference(Array), [&](uint64_t I, Node E) {
    if (I % 2 == 0)
      Key = E;
    return I % 2 == 0 || Key == NoNode || add(Key, E);
  });
}

/// One entry in fields of the object itself.
void EntryWalk::fields(Node N, Names Keys, Names Values) {
  FieldsOfNode Of(C, N);
  if (!Keys.empty()) {
    add(Of.reference(Keys), Of.reference(Values));
    return;
  }
  for (StringRef Name : Values)
    if (Node E = Of.reference(Name); E != NoNode && !isEmptyMark(E))
      add(NoNode, E);
}

/// The placeholder of List12 and Set12 for a missing second element: an Object
/// in ImmutableCollections.EMPTY.
bool EntryWalk::isEmptyMark(Node E) const {
  const HeapGraph &G = C.graph();
  if (G.describe(E) != "java.lang.Object")
    return false;
  for (const GraphClass &Class : G.classes())
    if (Class.Name == "java.util.ImmutableCollections" &&
        Class.Object != NoNode) {
      std::optional<ReferenceLabel> L = C.labelOf(Class.Object, E);
      return L && L->Kind == LabelKind::Static && C.name(*L) == "EMPTY";
    }
  return false;
}

void EntryWalk::chain(Node First, Names Next, Names Key, Names Value) {
  for (Node At = First; At != NoNode && step();) {
    FieldsOfNode Of(C, At);
    bool IsMap = !Key.empty();
    Node K = IsMap ? Of.reference(Key) : NoNode;
    Node V = Of.reference(Value);
    // Heads and marks are empty.
    bool IsMark = IsMap ? K == NoNode && V == NoNode : V == NoNode;
    if (!IsMark && !add(K, V))
      return;
    At = Of.reference(Next);
  }
}

void EntryWalk::table(Node Table) {
  forEachElement(Table, [&](uint64_t, Node Bin) {
    if (Bin == NoNode)
      return true;
    // A tree of ConcurrentHashMap.
    FieldsOfNode Of(C, Bin);
    if (Of.has("root") && Of.has("first"))
      Bin = Of.reference({"first"});
    chain(Bin, {"next"}, {"key", "referent"}, {"value", "val"});
    return StepsLeft && (Out->Entries.size() < Most || !Declared);
  });
}

void EntryWalk::hash(Node N) {
  FieldsOfNode Of(C, N);
  for (StringRef Name : {"size", "count"})
    if (Of.has(Name))
      setSize(Of.number(Name));
  // LinkedHashMap has an order of its own.
  if (Node Head = Of.reference({"head"}); Head != NoNode)
    return chain(Head, {"after"}, {"key"}, {"value"});
  table(Of.reference({"table"}));
}

/// ConcurrentHashMap of JDK 5 to 7.
void EntryWalk::segments(Node N) {
  forEachElement(FieldsOfNode(C, N).reference({"segments"}),
                 [&](uint64_t, Node Segment) {
                   if (Segment != NoNode)
                     table(FieldsOfNode(C, Segment).reference({"table"}));
                   return true;
                 });
}

/// TreeMap, in key order.
void EntryWalk::tree(Node N) {
  FieldsOfNode Of(C, N);
  if (Of.has("size"))
    setSize(Of.number("size"));
  std::vector<Node> Above;
  Node At = Of.reference({"root"});
  for (;;) {
    for (; At != NoNode && step(); At = FieldsOfNode(C, At).reference({"left"}))
      Above.push_back(At);
    if (Above.empty() || !StepsLeft)
      return;
    FieldsOfNode Entry(C, Above.back());
    Above.pop_back();
    if (!add(Entry.reference({"key"}), Entry.reference({"value"})))
      return;
    At = Entry.reference({"right"});
  }
}

void EntryWalk::enumMap(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<Node> Keys;
  forEachElement(Of.reference({"keyUniverse"}), [&](uint64_t, Node Key) {
    Keys.push_back(Key);
    return true;
  });
  // Null means no entry; a special object represents a null value.
  forEachElement(Of.reference({"vals"}), [&](uint64_t I, Node V) {
    return V == NoNode || add(I < Keys.size() ? Keys[I] : NoNode, V);
  });
}

/// SetN has null in free slots.
void EntryWalk::setN(Node N) {
  FieldsOfNode Of(C, N);
  setSize(Of.number("size"));
  forEachElement(Of.reference({"elements"}), [&](uint64_t, Node E) {
    return E == NoNode || add(NoNode, E);
  });
}

/// Up to JDK 6, a ring with a separate head.
void EntryWalk::linkedList(Node N) {
  FieldsOfNode Of(C, N);
  if (Of.has("size"))
    setSize(Of.number("size"));
  Node Head = Of.reference({"header", "voidLink"});
  Node At = Head == NoNode ? Of.reference({"first"})
                           : FieldsOfNode(C, Head).reference({"next"});
  for (; At != NoNode && At != Head && step();) {
    FieldsOfNode Link(C, At);
    if (!add(NoNode, Link.reference({"item", "element", "data"})))
      return;
    At = Link.reference({"next"});
  }
}

void EntryWalk::concurrentHash(Node N) {
  FieldsOfNode Of(C, N);
  if (Of.has("segments") && Of.reference({"table"}) == NoNode)
    return segments(N);
  table(Of.reference({"table"}));
}

Node EntryWalk::start(Node N) const {
  return FieldsOfNode(C, N).reference({"head", "first"});
}

/// The lowest level of ConcurrentSkipListMap. Markers of removals have no key.
void EntryWalk::skipList(Node N) {
  Node Head = FieldsOfNode(C, N).reference({"head"});
  // Descend to the lowest index, which is before the first node.
  for (;;) {
    FieldsOfNode Index(C, Head);
    Node Down = Index.reference({"down"});
    if (Down == NoNode || !step())
      break;
    Head = Down;
  }
  Node At = FieldsOfNode(C, Head).reference({"node"});
  for (; At != NoNode && step();) {
    FieldsOfNode Of(C, At);
    Node Key = Of.reference({"key"}), V = Of.reference({"val", "value"});
    if (Key != NoNode && V != NoNode && V != At && !add(Key, V))
      return;
    At = Of.reference({"next"});
  }
}

/// How to read the instances of a class and its subclasses.
struct EntryWalk::Row {
  const char *Class;
  Kind What;
  void (*Read)(EntryWalk &W, Node N); ///< Null if only Inner is read.
  const char *Inner; ///< The field with the wrapped collection.
};

ArrayRef<EntryWalk::Row> EntryWalk::rows() {
#define HPROF_WALK(CALL) [](EntryWalk &W, Node N) { W.CALL; }, nullptr
#define HPROF_WRAPS(FIELD) nullptr, FIELD
  static constexpr Row Rows[] = {
      {"java.util.ArrayList", Kind::List,
       HPROF_WALK(elements(N, {"elementData", "array"}))},
      {"java.util.Vector", Kind::List,
       HPROF_WALK(elements(N, {"elementData"}))},
      {"java.util.PriorityQueue", Kind::List,
       HPROF_WALK(elements(N, {"queue"}))},
      {"java.util.concurrent.PriorityBlockingQueue", Kind::List,
       HPROF_WALK(elements(N, {"queue"}))},
      {"java.util.ArrayDeque", Kind::List, HPROF_WALK(ring(N))},
      {"java.util.concurrent.ArrayBlockingQueue", Kind::List,
       HPROF_WALK(boundedRing(N))},
      {"java.util.concurrent.CopyOnWriteArrayList", Kind::List,
       HPROF_WALK(elements(N, {"array"}))},
      {"java.util.Arrays$ArrayList", Kind::List,
       HPROF_WALK(elements(N, {"a"}))},
      {"java.util.ImmutableCollections$ListN", Kind::List,
       HPROF_WALK(elements(N, {"elements"}))},
      {"java.util.ImmutableCollections$List12", Kind::List,
       HPROF_WALK(fields(N, {}, {"e0", "e1"}))},
      {"java.util.ImmutableCollections$Set12", Kind::Set,
       HPROF_WALK(fields(N, {}, {"e0", "e1"}))},
      {"java.util.ImmutableCollections$SetN", Kind::Set, HPROF_WALK(setN(N))},
      {"java.util.ImmutableCollections$Map1", Kind::Map,
       HPROF_WALK(fields(N, {"k0"}, {"v0"}))},
      {"java.util.ImmutableCollections$MapN", Kind::Map,
       HPROF_WALK(pairs(N, {"table"}))},
      {"java.util.Collections$SingletonList", Kind::List,
       HPROF_WALK(fields(N, {}, {"element"}))},
      {"java.util.Collections$SingletonSet", Kind::Set,
       HPROF_WALK(fields(N, {}, {"element"}))},
      {"java.util.Collections$SingletonMap", Kind::Map,
       HPROF_WALK(fields(N, {"k"}, {"v"}))},
      {"java.util.LinkedList", Kind::List, HPROF_WALK(linkedList(N))},
      {"java.util.concurrent.ConcurrentLinkedQueue", Kind::List,
       HPROF_WALK(chain(W.start(N), {"next"}, {}, {"item"}))},
      {"java.util.concurrent.ConcurrentLinkedDeque", Kind::List,
       HPROF_WALK(chain(W.start(N), {"next"}, {}, {"item"}))},
      {"java.util.concurrent.LinkedBlockingQueue", Kind::List,
       HPROF_WALK(chain(W.start(N), {"next"}, {}, {"item"}))},
      {"java.util.concurrent.LinkedBlockingDeque", Kind::List,
       HPROF_WALK(chain(W.start(N), {"next"}, {}, {"item"}))},
      {"java.util.HashMap", Kind::Map, HPROF_WALK(hash(N))},
      {"java.util.Hashtable", Kind::Map, HPROF_WALK(hash(N))},
      {"java.util.WeakHashMap", Kind::Map, HPROF_WALK(hash(N))},
      {"java.util.concurrent.ConcurrentHashMap", Kind::Map,
       HPROF_WALK(concurrentHash(N))},
      {"java.lang.ThreadLocal$ThreadLocalMap", Kind::Map, HPROF_WALK(hash(N))},
      {"java.util.IdentityHashMap", Kind::Map, HPROF_WALK(pairs(N, {"table"}))},
      {"java.util.EnumMap", Kind::Map, HPROF_WALK(enumMap(N))},
      {"java.util.TreeMap", Kind::Map, HPROF_WALK(tree(N))},
      {"java.util.concurrent.ConcurrentSkipListMap", Kind::Map,
       HPROF_WALK(skipList(N))},
      {"java.util.Properties", Kind::Map, HPROF_WRAPS("map")},
      {"java.util.HashSet", Kind::Set, HPROF_WRAPS("map")},
      {"java.util.TreeSet", Kind::Set, HPROF_WRAPS("m")},
      {"java.util.concurrent.ConcurrentSkipListSet", Kind::Set,
       HPROF_WRAPS("m")},
      {"java.util.concurrent.ConcurrentHashMap$KeySetView", Kind::Set,
       HPROF_WRAPS("map")},
      {"java.util.concurrent.CopyOnWriteArraySet", Kind::Set,
       HPROF_WRAPS("al")},
      {"java.util.Collections$UnmodifiableSet", Kind::Set, HPROF_WRAPS("c")},
      {"java.util.Collections$SynchronizedSet", Kind::Set, HPROF_WRAPS("c")},
      {"java.util.Collections$UnmodifiableCollection", Kind::List,
       HPROF_WRAPS("c")},
      {"java.util.Collections$SynchronizedCollection", Kind::List,
       HPROF_WRAPS("c")},
      {"java.util.Collections$SetFromMap", Kind::Set, HPROF_WRAPS("m")},
      {"java.util.Collections$UnmodifiableMap", Kind::Map, HPROF_WRAPS("m")},
      {"java.util.Collections$SynchronizedMap", Kind::Map, HPROF_WRAPS("m")},
  };
#undef HPROF_WALK
#undef HPROF_WRAPS
  return Rows;
}

/// Whether the dump has the fields of the object. Dumps of IBM's VMs lack them,
/// so entries are unknown.
static bool hasNamedFields(const HeapContents &C, Node N) {
  static constexpr StringRef Backing[] = {
      "elementData", "array",  "queue",    "elements", "items", "a",
      "e0",          "k0",     "table",    "element",  "k",     "head",
      "first",       "header", "voidLink", "segments", "vals",  "root",
      "map",         "m",      "al",       "c"};
  FieldsOfNode Of(C, N);
  return any_of(Backing, [&](StringRef Name) { return Of.has(Name); });
}

bool EntryWalk::knows(StringRef Class) {
  return any_of(rows(), [&](const Row &R) { return Class == R.Class; });
}

bool EntryWalk::read(Node N, ObjectContents &Into, unsigned Depth) {
  constexpr unsigned MostWrappers = 8;
  const HeapGraph &G = C.graph();
  if (N == NoNode || G.asClass(N) != NoClass || Depth == MostWrappers)
    return false;
  const Row *Found = nullptr;
  ClassNumber Class = G.classNumber(N);
  for (size_t I = 0; Class != NoClass && !Found && I != G.classes().size();
       ++I) {
    const GraphClass &At = G.classes()[Class];
    Found = find_if(rows(), [&](const Row &R) {
      return At.Name == R.Class &&
             (!R.Inner || FieldsOfNode(C, N).has(R.Inner));
    });
    if (Found == rows().end())
      Found = nullptr;
    Class = At.Super;
  }
  if (!Found || !hasNamedFields(C, N))
    return false;
  Out = &Into;
  if (!Found->Read) {
    if (!read(FieldsOfNode(C, N).reference({Found->Inner}), Into, Depth + 1))
      return false;
    // A set backed by the keys of a map.
    if (Found->What == Kind::Set && Into.What == Kind::Map)
      for (ContentEntry &E : Into.Entries)
        E = {NoNode, E.Key};
    Into.What = Found->What;
    return true;
  }
  Into.What = Found->What;
  Found->Read(*this, N);
  // What holds its entries is not in the dump, which may be cut.
  if (Declared.value_or(0) && !Count)
    return false;
  Into.Size = std::max<uint64_t>(Declared.value_or(Count), Into.Entries.size());
  return true;
}
