//===- EntryWalk.cpp - Walks over the entries of collections --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryWalk.h"
#include "FieldsOfNode.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace llvm;

bool EntryWalk::add(ContentObject Key, ContentObject Value) {
  ++Count;
  if (Skip) {
    --Skip;
    return true;
  }
  auto Unmasked = [&](ContentObject O) {
    return Mark && O.Id == Mark ? ContentObject() : O;
  };
  if (Out->Entries.size() < Most)
    Out->Entries.push_back({Unmasked(Key), Unmasked(Value)});
  // Counts the rest, unless the collection has a size.
  return Out->Entries.size() < Most || !Declared;
}

void EntryWalk::setSize(int64_t Size) {
  if (Size >= 0)
    Declared = uint64_t(Size);
}

void EntryWalk::forEachElement(Node Array,
                               function_ref<bool(uint64_t, ContentObject)> F) {
  std::optional<FoundObject> O;
  if (Array != NoNode)
    O = C.object(Array);
  if (!O || O->Kind != RecordKind::ObjectArrayDump)
    return;
  ObjectView View(C.context(), *O);
  for (uint64_t I = 0; I != View.numElements(); ++I) {
    uint64_t Id = View.element(I).Bits;
    if (!F(I, contentObject(C, Id)))
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
  forEachElement(Elements, [&](uint64_t I, ContentObject E) {
    return I < Size && add({}, E);
  });
}

/// ArrayDeque: from head to tail, wrapping around.
void EntryWalk::ring(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<ContentObject> All;
  forEachElement(Of.reference({"elements"}), [&](uint64_t, ContentObject E) {
    All.push_back(E);
    return true;
  });
  uint64_t Head = uint64_t(Of.number("head")),
           Tail = uint64_t(Of.number("tail"));
  if (Head >= All.size() || Tail >= All.size())
    return;
  setSize(int64_t((Tail + All.size() - Head) % All.size()));
  for (uint64_t I = Head; I != Tail; I = (I + 1) % All.size())
    if (!add({}, All[I]))
      return;
}

/// ArrayBlockingQueue: count elements, starting at takeIndex.
void EntryWalk::boundedRing(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<ContentObject> All;
  forEachElement(Of.reference({"items"}), [&](uint64_t, ContentObject E) {
    All.push_back(E);
    return true;
  });
  uint64_t Head = uint64_t(Of.number("takeIndex"));
  uint64_t Size = std::min<uint64_t>(uint64_t(Of.number("count")), All.size());
  if (Head >= All.size())
    return;
  setSize(int64_t(Size));
  for (uint64_t I = 0; I != Size; ++I)
    if (!add({}, All[(Head + I) % All.size()]))
      return;
}

/// Alternating keys and values. Sets of the same shape have no values.
void EntryWalk::pairs(Node N, Names Array) {
  FieldsOfNode Of(C, N);
  if (Of.has("size"))
    setSize(Of.number("size"));
  ContentObject Key;
  forEachElement(Of.reference(Array), [&](uint64_t I, ContentObject E) {
    if (I % 2 == 0)
      Key = E;
    return I % 2 == 0 || Key.isNull() || add(Key, E);
  });
}

/// One entry in fields of the object itself.
void EntryWalk::entry(Node N, Names Key, Names Value) {
  FieldsOfNode Of(C, N);
  add(Of.object(Key), Of.object(Value));
}

/// List12 and Set12. The placeholder for a missing second element is an Object
/// in ImmutableCollections.EMPTY; up to JDK 14 it is null.
void EntryWalk::upToTwo(Node N, Names Elements) {
  uint64_t Empty = staticObject("java.util.ImmutableCollections", "EMPTY");
  for (StringRef Name : Elements)
    if (ContentObject E = FieldsOfNode(C, N).object({Name});
        !E.isNull() && E.Id != Empty)
      add({}, E);
}

/// Collections.nCopies().
void EntryWalk::copies(Node N) {
  FieldsOfNode Of(C, N);
  setSize(Of.number("n"));
  ContentObject Element = Of.object({"element"});
  for (uint64_t I = 0; I < Declared.value_or(0); ++I)
    if (!add({}, Element))
      return;
}

/// The object in a static field, or 0.
uint64_t EntryWalk::staticObject(StringRef Class, StringRef Name) const {
  for (const GraphClass &At : C.graph().classes()) {
    const ClassInfo *Info =
        At.Name == Class ? C.context().findClass(At.Id) : nullptr;
    if (!Info)
      continue;
    for (const StaticField &S : Info->Statics)
      if (isReference(S.Value.Type) && C.context().string(S.Name) == Name)
        return S.Value.Bits;
  }
  return 0;
}

void EntryWalk::chain(Node First, Names Next, Names Key, Names Value) {
  for (Node At = First; At != NoNode && step();) {
    FieldsOfNode Of(C, At);
    ContentObject K = Of.object(Key), V = Of.object(Value);
    // Heads of queues are empty, and nodes that mark moved bins.
    bool IsMark = (Key.empty() || !HasNullKeys) && K.isNull() && V.isNull();
    if (!IsMark && !add(K, V))
      return;
    At = Of.reference(Next);
  }
}

void EntryWalk::table(Node Table) {
  forEachElement(Table, [&](uint64_t, ContentObject First) {
    Node Bin = First.At;
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
                 [&](uint64_t, ContentObject Segment) {
                   table(FieldsOfNode(C, Segment.At).reference({"table"}));
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
    if (!add(Entry.object({"key"}), Entry.object({"value"})))
      return;
    At = Entry.reference({"right"});
  }
}

void EntryWalk::enumMap(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<ContentObject> Keys;
  forEachElement(Of.reference({"keyUniverse"}),
                 [&](uint64_t, ContentObject Key) {
                   Keys.push_back(Key);
                   return true;
                 });
  // Null means no entry; a special object represents a null value.
  forEachElement(Of.reference({"vals"}), [&](uint64_t I, ContentObject V) {
    return V.isNull() || add(I < Keys.size() ? Keys[I] : ContentObject(), V);
  });
}

/// A bit for each constant, in a long or an array of these.
void EntryWalk::enumSet(Node N) {
  FieldsOfNode Of(C, N);
  std::vector<uint64_t> Bits = {uint64_t(Of.number("elements"))};
  if (std::optional<FoundObject> Array = C.object(Of.reference({"elements"}));
      Array && Array->ElementType == BasicType::Long) {
    ObjectView View(C.context(), *Array);
    Bits.clear();
    for (uint64_t I = 0; I != View.numElements(); ++I)
      Bits.push_back(View.element(I).Bits);
  }
  uint64_t Size = 0;
  for (uint64_t Word : Bits)
    Size += uint64_t(llvm::popcount(Word));
  setSize(int64_t(Size));
  forEachElement(Of.reference({"universe"}), [&](uint64_t I, ContentObject E) {
    bool IsIn = I / 64 < Bits.size() && (Bits[I / 64] >> I % 64 & 1);
    return !IsIn || add({}, E);
  });
}

/// SetN has null in free slots.
void EntryWalk::setN(Node N) {
  FieldsOfNode Of(C, N);
  setSize(Of.number("size"));
  forEachElement(Of.reference({"elements"}), [&](uint64_t, ContentObject E) {
    return E.isNull() || add({}, E);
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
    if (!add({}, Link.object({"item", "element", "data"})))
      return;
    At = Link.reference({"next"});
  }
}

void EntryWalk::concurrentHash(Node N) {
  FieldsOfNode Of(C, N);
  HasNullKeys = false;
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
    ContentObject Key = Of.object({"key"}), V = Of.object({"val", "value"});
    bool IsMarker = Key.isNull() || V.isNull() || V.At == At;
    if (!IsMarker && !add(Key, V))
      return;
    At = Of.reference({"next"});
  }
}

/// How to read the instances of a class and its subclasses.
struct EntryWalk::Row {
  const char *Class;
  Kind What;
  /// Null if only Inner is read.
  void (*Read)(EntryWalk &W, Node N) = nullptr;
  const char *Inner = nullptr; ///< The field with the wrapped collection.
  bool IsPart = false;         ///< For Inner.
  bool IsEmpty = false;        ///< Needs no field.
  const char *Mark = nullptr;  ///< The static field with what stands for null.
};

ArrayRef<EntryWalk::Row> EntryWalk::rows() {
  static constexpr Row Rows[] = {
#define HPROF_WALK(CLASS, KIND, ...)                                           \
  {CLASS, Kind::KIND, [](EntryWalk &W, Node N) { W.__VA_ARGS__; }},
#define HPROF_MARKED(CLASS, KIND, MARK, ...)                                   \
  {CLASS,   Kind::KIND, [](EntryWalk &W, Node N) { W.__VA_ARGS__; },                          \
   nullptr, false,      false,                                                 \
   MARK},
#define HPROF_WRAPS(CLASS, KIND, FIELD) {CLASS, Kind::KIND, nullptr, FIELD},
#define HPROF_PART(CLASS, FIELD) {CLASS, Kind::List, nullptr, FIELD, true},
#define HPROF_EMPTY(CLASS, KIND)                                               \
  {CLASS, Kind::KIND, [](EntryWalk &, Node) {}, nullptr, false, true},
#include "EntryRows.def"
  };
  return Rows;
}

/// Whether the dump has the fields of the object. Dumps of IBM's VMs lack them,
/// so entries are unknown.
static bool hasNamedFields(const HeapContents &C, Node N) {
  static constexpr StringRef Backing[] = {
      "elementData", "array",  "queue",    "elements", "items", "a",
      "e0",          "k0",     "table",    "element",  "k",     "head",
      "first",       "header", "voidLink", "segments", "vals",  "root",
      "map",         "m",      "al",       "c",        "n",     "universe"};
  FieldsOfNode Of(C, N);
  return any_of(Backing, [&](StringRef Name) { return Of.has(Name); });
}

bool EntryWalk::knows(StringRef Class) {
  return any_of(rows(), [&](const Row &R) { return Class == R.Class; });
}

/// The row of the closest superclass of \p N that has one.
const EntryWalk::Row *EntryWalk::findRow(Node N) const {
  const HeapGraph &G = C.graph();
  ClassNumber Class = G.classNumber(N);
  for (size_t I = 0; Class != NoClass && I != G.classes().size(); ++I) {
    const GraphClass &At = G.classes()[Class];
    const Row *Found = find_if(rows(), [&](const Row &R) {
      return At.Name == R.Class &&
             (!R.Inner || FieldsOfNode(C, N).has(R.Inner));
    });
    if (Found != rows().end())
      return Found;
    Class = At.Super;
  }
  return nullptr;
}

bool EntryWalk::read(Node N, ObjectContents &Into, unsigned Depth) {
  constexpr unsigned MostWrappers = 8;
  if (N == NoNode || C.graph().asClass(N) != NoClass || Depth == MostWrappers)
    return false;
  const Row *Found = findRow(N);
  if (!Found || !(Found->IsEmpty || Found->Inner || hasNamedFields(C, N)))
    return false;
  Out = &Into;
  if (!Found->Read)
    return readInner(N, *Found, Depth + 1);
  Into.What = Found->What;
  if (Found->Mark)
    Mark = staticObject(Found->Class, Found->Mark);
  Found->Read(*this, N);
  // What holds its entries is not in the dump, which may be cut.
  if (Declared.value_or(0) && !Count)
    return false;
  Into.Size = std::max<uint64_t>(Declared.value_or(Count), Into.Entries.size());
  return true;
}

/// Reads what \p N wraps or is a part of.
bool EntryWalk::readInner(Node N, const Row &R, unsigned Depth) {
  FieldsOfNode Of(C, N);
  auto Number = [&](StringRef Name) {
    return uint64_t(std::max<int64_t>(Of.number(Name), 0));
  };
  if (R.IsPart)
    Skip += Number("offset");
  if (!read(Of.reference({R.Inner}), *Out, Depth))
    return false;
  if (R.IsPart) {
    Out->Size = Number("size");
    if (Out->Entries.size() > Out->Size)
      Out->Entries.resize(Out->Size);
  }
  // A set backed by the keys of a map.
  if (R.What == Kind::Set && Out->What == Kind::Map)
    for (ContentEntry &E : Out->Entries)
      E = {ContentObject(), E.Key};
  Out->What = R.What;
  return true;
}
