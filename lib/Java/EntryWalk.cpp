//===- EntryWalk.cpp - Walks over the entries of collections --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaCollections.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Fills a CollectionEntries from one collection. Even if the collection is
/// damaged, the number of steps is bounded by the number of objects in the heap
/// and of array elements.
class EntryWalk {
public:
  EntryWalk(const CollectionReader &Reader, uint64_t Most,
            CollectionEntries &Out, uint64_t MaxSteps = UINT64_MAX)
      : Reader(Reader), Heap(Reader.heap()), Most(Most),
        StepsLeft(std::min(Heap.size(), MaxSteps)), Out(Out) {}

  /// \return false if \p At is not a collection.
  bool read(uint64_t At, unsigned Depth);
  /// Returns the number of linked entries; nullopt if their number is unknown.
  std::optional<uint64_t> count(const CollectionPlan &Of,
                                ArrayRef<uint8_t> Bytes);

private:
  using Names = ArrayRef<StringRef>;
  bool readInner(unsigned Depth);
  bool readReversed(unsigned Depth);
  void showAs(CollectionKind Kind);
  void walk();

  // Functions for the shapes of collections. Names lists the names that a field
  // has in different releases.
  void list(uint64_t First);
  void pairs();
  void hash();
  void table(uint64_t Table);
  void segments();
  void tree();
  void nodes(uint64_t First, Names Next, Names Key, Names Value,
             uint64_t End = NoObject);
  void queue();
  void enumMap();
  void enumSet();
  void skipList();

  /// Visits elements of an array, including null, until \p F returns false.
  void forEachElement(uint64_t Array,
                      function_ref<bool(uint64_t I, ObjectRef E)> F);
  ObjectRef first() const { return Reader.follow(Plan.First, Values); }
  ObjectRef second() const { return Reader.follow(Plan.Second, Values); }
  uint64_t array() const { return Reader.follow(Plan.Array, Values).At; }
  /// Whether a node contains no entry.
  bool isMark(uint64_t N, const JavaFields &Of, ObjectRef Key,
              ObjectRef Value) const;
  /// \return whether to continue.
  bool add(ObjectRef Key, ObjectRef Value);
  bool wantsMore() const { return Out.Entries.size() < Most || !Declared; }
  bool step() {
    const bool IsLeft = StepsLeft > 0;
    StepsLeft -= IsLeft;
    return IsLeft;
  }

  const CollectionReader &Reader;
  const JavaHeap &Heap;
  uint64_t Most;
  uint64_t StepsLeft;
  CollectionEntries &Out;
  uint64_t At = NoObject; ///< The collection whose entries are read.
  CollectionPlan Plan;
  ArrayRef<uint8_t> Values;
  std::optional<uint64_t> Declared; ///< Declared size.
  uint64_t Count = 0;               ///< Entries visited.
  uint64_t Skip = 0;                ///< Entries to skip at the beginning.
  uint64_t Mark = 0;                ///< The object that represents null, or 0.
};
} // namespace

bool EntryWalk::add(ObjectRef Key, ObjectRef Value) {
  ++Count;
  if (Skip) {
    --Skip;
    return true;
  }
  auto Unmasked = [&](ObjectRef O) {
    return Mark && O.Id == Mark ? ObjectRef() : O;
  };
  if (Out.Entries.size() < Most)
    Out.Entries.push_back({Unmasked(Key), Unmasked(Value)});
  // The remaining entries are still counted if the collection has no size.
  return wantsMore();
}

void EntryWalk::forEachElement(uint64_t Array,
                               function_ref<bool(uint64_t, ObjectRef)> F) {
  std::optional<JavaObject> O = Heap.object(Array);
  if (!O || O->Kind != RecordKind::ObjectArrayDump)
    return;
  const unsigned IdSize = Heap.context().header().IdSize;
  for (uint64_t I = 0, N = O->numElements(IdSize); I != N; ++I)
    if (!F(I, Heap.reference(O->element(I, IdSize))))
      return;
}

/// Adds the elements of the array from \p First, wrapping around.
void EntryWalk::list(uint64_t First) {
  std::optional<JavaObject> O = Heap.object(array());
  if (!O || O->Kind != RecordKind::ObjectArrayDump)
    return;
  const unsigned IdSize = Heap.context().header().IdSize;
  const uint64_t Length = O->numElements(IdSize);
  const uint64_t Size = std::min(Declared.value_or(0), Length);
  Declared = Size;
  for (uint64_t I = 0; I != Size && First < Length; ++I)
    if (!add({}, Heap.reference(O->element((First + I) % Length, IdSize))))
      return;
}

/// Adds alternating keys and values.
void EntryWalk::pairs() {
  ObjectRef Key;
  forEachElement(array(), [&](uint64_t I, ObjectRef E) {
    if (I % 2 == 0)
      Key = E;
    return I % 2 == 0 || Key.isNull() || add(Key, E);
  });
}

bool EntryWalk::isMark(uint64_t N, const JavaFields &Of, ObjectRef Key,
                       ObjectRef Value) const {
  const CollectionShape Shape = Plan.Row->Shape;
  // Since JDK 8, ConcurrentHashMap uses nodes without a key to mark moved bins.
  // In earlier releases, even entries whose key and value are null in the dump
  // are real.
  if (Shape == CollectionShape::Striped)
    return Key.isNull() && Value.isNull();
  // A node whose element was removed contains null or itself instead.
  const bool IsRemoved = Value.isNull() || Value.At == N;
  if (Shape == CollectionShape::SkipList)
    return Key.isNull() || IsRemoved;
  // Threads waiting for an element also have nodes.
  return Shape == CollectionShape::Chain &&
         (IsRemoved || (Of.has("isData") && !Of.number("isData")));
}

/// Adds linked nodes from \p First, before \p End.
void EntryWalk::nodes(uint64_t First, Names Next, Names Key, Names Value,
                      uint64_t End) {
  // Brent's algorithm finds cycles, in which some entries are repeated.
  uint64_t Seen = First, Steps = 0, Again = 64;
  for (uint64_t N = First; N != NoObject && N != End && step();) {
    JavaFields Of(Heap, N);
    ObjectRef K = Of.object(Key), V = Of.object(Value);
    if (!isMark(N, Of, K, V) && !add(K, V))
      return;
    const uint64_t To = Of.reference(Next);
    // A node that was removed from a queue may be its own successor.
    if (To == N || To == Seen)
      return;
    N = To;
    if (++Steps == Again) {
      Seen = N;
      Again *= 2;
    }
  }
}

/// Begins before the head, where nodes may have been added.
void EntryWalk::queue() {
  uint64_t First = second().At;
  for (uint64_t N = First; N != NoObject && step();) {
    First = N;
    N = JavaFields(Heap, N).reference({"prev"});
    if (N == First || JavaFields(Heap, N).reference({"next"}) == N)
      break;
  }
  nodes(First, {"next"}, {}, {"item"});
}

void EntryWalk::table(uint64_t Table) {
  forEachElement(Table, [&](uint64_t, ObjectRef First) {
    uint64_t Bin = First.At;
    if (Bin == NoObject)
      return true;
    // A tree of ConcurrentHashMap.
    JavaFields Of(Heap, Bin);
    if (Of.has("root") && Of.has("first"))
      Bin = Of.reference({"first"});
    nodes(Bin, {"next"}, {"key", "referent"}, {"value", "val"});
    return StepsLeft && wantsMore();
  });
}

void EntryWalk::hash() {
  // Android kept the entry for null outside the table.
  nodes(JavaFields(Heap, At).reference({"entryForNullKey"}), {}, {"key"},
        {"value"});
  table(array());
}

/// Reads ConcurrentHashMap of JDK 5 to 7.
void EntryWalk::segments() {
  forEachElement(array(), [&](uint64_t, ObjectRef Segment) {
    table(JavaFields(Heap, Segment.At).reference({"table"}));
    return true;
  });
}

/// Adds entries in key order.
void EntryWalk::tree() {
  std::vector<uint64_t> Above;
  uint64_t N = second().At;
  for (;;) {
    for (; N != NoObject && step(); N = JavaFields(Heap, N).reference({"left"}))
      Above.push_back(N);
    if (Above.empty() || !StepsLeft)
      return;
    JavaFields Entry(Heap, Above.back());
    Above.pop_back();
    if (!add(Entry.object({"key"}), Entry.object({"value"})))
      return;
    N = Entry.reference({"right"});
  }
}

/// Null means no entry; a special object represents a null value.
void EntryWalk::enumMap() {
  std::vector<ObjectRef> Keys;
  forEachElement(second().At, [&](uint64_t, ObjectRef Key) {
    Keys.push_back(Key);
    return true;
  });
  forEachElement(array(), [&](uint64_t I, ObjectRef V) {
    return V.isNull() || add(I < Keys.size() ? Keys[I] : ObjectRef(), V);
  });
}

void EntryWalk::enumSet() {
  std::vector<uint64_t> Bits;
  if (!isReference(Plan.First.Type))
    Bits.push_back(Plan.First.get(Values));
  else if (std::optional<JavaObject> Array = Heap.object(first().At))
    for (uint64_t I = 0; I != Array->numElements(8); ++I)
      Bits.push_back(Array->element(I, 8));
  forEachElement(array(), [&](uint64_t I, ObjectRef E) {
    bool IsIn = I / 64 < Bits.size() && (Bits[I / 64] >> I % 64 & 1);
    return !IsIn || add({}, E);
  });
}

/// Reads the lowest level.
void EntryWalk::skipList() {
  uint64_t Head = second().At;
  // Descend to the lowest index, which precedes the first node.
  for (;;) {
    uint64_t Down = JavaFields(Heap, Head).reference({"down"});
    if (Down == NoObject || !step())
      break;
    Head = Down;
  }
  nodes(JavaFields(Heap, Head).reference({"node"}), {"next"}, {"key"},
        {"val", "value"});
}

void EntryWalk::walk() {
  auto Number = [&](FieldPlace F) { return uint64_t(F.getSigned(Values)); };
  switch (Plan.Row->Shape) {
  case CollectionShape::Ring:
    return list(Number(Plan.First));
  case CollectionShape::List:
  case CollectionShape::BoundedRing:
  case CollectionShape::Exact:
  case CollectionShape::Replaced:
  case CollectionShape::Cells:
    return list(Number(Plan.Second));
  case CollectionShape::Hash:
  case CollectionShape::Part:
    return hash();
  case CollectionShape::HashLinks:
    return nodes(second().At, {"after"}, {"key"}, {"value"});
  case CollectionShape::Striped:
    return table(array());
  case CollectionShape::Segments:
    return segments();
  case CollectionShape::Pairs:
  case CollectionShape::FixedPairs:
    return pairs();
  case CollectionShape::Links:
    return nodes(second().At, {"next"}, {}, {"item", "element", "data"});
  case CollectionShape::LinkRing:
    return nodes(JavaFields(Heap, second().At).reference({"next"}), {"next"},
                 {}, {"item", "element", "data"}, second().At);
  case CollectionShape::Tree:
    return tree();
  case CollectionShape::Chain:
    return queue();
  case CollectionShape::SkipList:
    return skipList();
  case CollectionShape::Fields:
    for (ObjectRef E : {first(), second()})
      if (!E.isNull() && E.Id != Mark)
        add({}, E);
    return;
  case CollectionShape::Entry:
    add(first(), second());
    return;
  case CollectionShape::Copies: {
    // The size does not depend on the size of the dump.
    constexpr uint64_t MostCopies = 1 << 20;
    for (uint64_t I = 0; I < std::min(Declared.value_or(0), MostCopies); ++I)
      if (!add({}, second()))
        return;
    return;
  }
  case CollectionShape::Fixed:
    return forEachElement(array(), [&](uint64_t, ObjectRef E) {
      return E.isNull() || add({}, E);
    });
  case CollectionShape::Universe:
    return enumMap();
  case CollectionShape::EnumSet:
    return enumSet();
  case CollectionShape::Wrapper:
  case CollectionShape::View:
  case CollectionShape::Slice:
  case CollectionShape::Range:
  case CollectionShape::Empty:
    return;
  }
}

std::optional<uint64_t> EntryWalk::count(const CollectionPlan &Of,
                                         ArrayRef<uint8_t> Bytes) {
  Plan = Of;
  Values = Bytes;
  if (second().isMissing())
    return std::nullopt;
  walk();
  return Count || StepsLeft ? std::optional(Count) : std::nullopt;
}

std::optional<uint64_t> CollectionReader::countLinked(const CollectionPlan &P,
                                                      ArrayRef<uint8_t> Bytes,
                                                      uint64_t MaxSteps) const {
  CollectionEntries None;
  return EntryWalk(*this, 0, None, MaxSteps).count(P, Bytes);
}

bool EntryWalk::read(uint64_t N, unsigned Depth) {
  constexpr unsigned MostWrappers = 8;
  std::optional<JavaObject> O = Heap.object(N);
  if (!O || Depth == MostWrappers)
    return false;
  Plan = Reader.planOf(*O);
  if (!Plan.Row || Plan.Row->Kind == CollectionKind::None)
    return false;
  At = N;
  Values = O->Bytes;
  const CollectionRow &Row = *Plan.Row;
  if (Row.facts().Storage == CollectionStorage::Around)
    return Plan.Reversed.get(Values) ? readReversed(Depth + 1)
                                     : readInner(Depth + 1);
  Out.Kind = Row.Kind;
  Mark = Reader.nullMark(Row);
  if (Row.facts().Size == SizeSource::Entries) {
    if (second().isMissing())
      return false;
  } else if (std::optional<CollectionSize> Size = Reader.size(Plan, Values)) {
    Declared = Size->Size;
  }
  walk();
  // The dump, which may be truncated, lacks the collection's entries.
  if (Declared.value_or(0) && !Count)
    return false;
  Out.Size = std::max<uint64_t>(Declared.value_or(Count), Out.Entries.size());
  return true;
}

/// Converts the contents, which may be a map, to another kind.
void EntryWalk::showAs(CollectionKind Kind) {
  const bool IsMap = Out.Kind == CollectionKind::Map;
  if (Out.Kind == CollectionKind::Entries && Kind != CollectionKind::None)
    Kind = Out.Kind;
  for (CollectionEntry &E : Out.Entries) {
    // A set backed by the keys of a map.
    if (IsMap && Kind == CollectionKind::Set)
      E = {ObjectRef(), E.Key};
    else if (IsMap && Kind == CollectionKind::List)
      E.Key = ObjectRef();
  }
  Out.Kind = Kind;
}

/// Reads the collection that this one wraps or is a part of.
bool EntryWalk::readInner(unsigned Depth) {
  const CollectionRow &Row = *Plan.Row;
  const bool IsPart = Row.Shape == CollectionShape::Slice;
  if (Row.Shape == CollectionShape::Range &&
      !CollectionReader::isUnbounded(Plan, Values))
    return false;
  auto Number = [&](FieldPlace F) {
    return uint64_t(std::max<int64_t>(F.getSigned(Values), 0));
  };
  const uint64_t Size = Number(Plan.First);
  if (IsPart)
    Skip += Number(Plan.Second);
  if (!read(array(), Depth))
    return false;
  if (IsPart) {
    Out.Size = Size;
    if (Out.Entries.size() > Size)
      Out.Entries.resize(Size);
  }
  showAs(Row.Kind);
  return true;
}

/// Reads entries in reverse order.
bool EntryWalk::readReversed(unsigned Depth) {
  const uint64_t First = std::exchange(Skip, 0);
  const uint64_t Wanted = std::exchange(Most, UINT64_MAX);
  if (!readInner(Depth))
    return false;
  std::vector<CollectionEntry> &All = Out.Entries;
  std::reverse(All.begin(), All.end());
  All.erase(All.begin(),
            All.begin() + ptrdiff_t(std::min<uint64_t>(First, All.size())));
  if (All.size() > Wanted)
    All.resize(Wanted);
  return true;
}

std::optional<CollectionEntries>
CollectionReader::entries(uint64_t At, uint64_t Most) const {
  CollectionEntries Out;
  return EntryWalk(*this, Most, Out).read(At, 0) ? std::optional(std::move(Out))
                                                 : std::nullopt;
}
