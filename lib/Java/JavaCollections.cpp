//===- JavaCollections.cpp - Sizes of collections -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaCollections.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/SizeFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace llvm;

static constexpr CollectionRow Rows[] = {
#define HPROF_COLLECTION(CLASS, KIND, SHAPE, FIELDS, ARRAY, NULL_MARK,         \
                         RELEASES)                                             \
  {CLASS,                                                                      \
   CollectionKind::KIND,                                                       \
   CollectionShape::SHAPE,                                                     \
   FIELDS,                                                                     \
   ARRAY,                                                                      \
   NULL_MARK,                                                                  \
   RELEASES},
#include "JavaCollections.def"
};

namespace {
struct BufferRow {
  StringLiteral Class, Count, Array, Coder;
};
} // namespace

static constexpr BufferRow Buffers[] = {
#define HPROF_BUFFER(CLASS, COUNT, ARRAY, CODER) {CLASS, COUNT, ARRAY, CODER},
#include "JavaCollections.def"
};

namespace {
struct SliceRow {
  StringLiteral Class, Array, Offset, Length;
};
} // namespace

static constexpr SliceRow Slices[] = {
#define HPROF_SLICE(CLASS, ARRAY, OFFSET, LENGTH)                              \
  {CLASS, ARRAY, OFFSET, LENGTH},
#include "JavaCollections.def"
};

/// Bounds nested wrappers, which may form a cycle.
static constexpr unsigned MostWrappers = 8;
/// Bounds superclasses.
static constexpr unsigned MostSuperclasses = 64;

ArrayRef<CollectionRow> hprof::collectionRows() { return Rows; }

bool hprof::isCollectionClass(StringRef JavaName) {
  return any_of(Rows, [&](const CollectionRow &R) {
    return R.Kind != CollectionKind::None && JavaName == R.Class;
  });
}

namespace {
/// Properties of a shape, and the number of its fields that contain counts.
struct ShapeFacts {
  bool Grows = false, OwnsArray = false;
  unsigned Counts = 0;
};
} // namespace

static ShapeFacts factsOf(CollectionShape Shape) {
  constexpr bool Grows = true, OwnsArray = true;
  switch (Shape) {
  case CollectionShape::List:
  case CollectionShape::Hash:
  case CollectionShape::HashLinks:
  case CollectionShape::Pairs:
  case CollectionShape::Striped:
  case CollectionShape::Links:
  case CollectionShape::LinkRing:
  case CollectionShape::Tree:
  case CollectionShape::Universe:
    return {Grows, OwnsArray, 1};
  case CollectionShape::Ring:
  case CollectionShape::BoundedRing:
    return {Grows, OwnsArray, 2};
  case CollectionShape::Segments:
  case CollectionShape::Replaced:
  case CollectionShape::Chain:
  case CollectionShape::SkipList:
    return {Grows, OwnsArray, 0};
  case CollectionShape::Part:
  case CollectionShape::Fixed:
  case CollectionShape::FixedPairs:
    return {!Grows, OwnsArray, 1};
  case CollectionShape::Exact:
    return {!Grows, OwnsArray, 0};
  case CollectionShape::Slice:
    return {!Grows, !OwnsArray, 2};
  case CollectionShape::Copies:
    return {!Grows, !OwnsArray, 1};
  case CollectionShape::Wrapper:
  case CollectionShape::View:
  case CollectionShape::Range:
  case CollectionShape::Cells:
  case CollectionShape::Fields:
  case CollectionShape::Entry:
  case CollectionShape::EnumSet:
  case CollectionShape::Empty:
    return {};
  }
  return {};
}

bool hprof::growsOrShrinks(CollectionShape Shape) {
  return factsOf(Shape).Grows;
}

unsigned hprof::numCounts(CollectionShape Shape) {
  return factsOf(Shape).Counts;
}

bool hprof::ownsArray(CollectionShape Shape) {
  return factsOf(Shape).OwnsArray;
}

bool hprof::isUncounted(CollectionShape Shape) {
  return Shape == CollectionShape::Chain || Shape == CollectionShape::SkipList;
}

bool hprof::isAround(CollectionShape Shape) {
  return Shape == CollectionShape::Wrapper || Shape == CollectionShape::View ||
         Shape == CollectionShape::Slice || Shape == CollectionShape::Range;
}

std::array<StringRef, 3> CollectionRow::fields() const {
  const auto [First, Rest] = StringRef(Fields).split(',');
  const auto [Second, Third] = Rest.split(',');
  return {First, Second, Third};
}

/// Finds fields of \p Class from \p At upwards; empty names are skipped.
static bool findFields(const DumpContext &Context, uint64_t Class, uint64_t At,
                       ArrayRef<std::pair<StringRef, FieldPlace *>> Wanted) {
  for (auto [Name, Place] : Wanted) {
    if (Name.empty())
      continue;
    *Place = findFieldFrom(Context, Class, At, Name);
    if (!*Place)
      return false;
  }
  return true;
}

/// Whether the class name \p Name, in any notation, is \p JavaName. Cheaper
/// than javaClassName(): each class of a heap is compared with each row.
static bool isNamed(StringRef Name, StringRef JavaName) {
  return Name.size() == JavaName.size() &&
         std::equal(
             Name.begin(), Name.end(), JavaName.begin(),
             [](char A, char B) { return A == B || (A == '/' && B == '.'); });
}

/// Calls \p F with the class and its superclasses, and their names as in the
/// file, until \p F returns true.
template <class Fn>
static bool anyAbove(const DumpContext &Context, uint64_t Class, Fn &&F) {
  const ClassInfo *C = Context.findClass(Class);
  for (unsigned I = 0; C && I != MostSuperclasses; ++I) {
    if (F(*C, Context.string(C->NameId).value_or("")))
      return true;
    C = Context.findClass(C->Super);
  }
  return false;
}

CollectionPlan CollectionReader::plan(uint64_t Class) const {
  const DumpContext &Context = Heap.context();
  CollectionPlan Plan;
  anyAbove(Context, Class, [&](const ClassInfo &At, StringRef Name) {
    for (const CollectionRow &Row : Rows) {
      if (!isNamed(Name, Row.Class))
        continue;
      const auto [First, Second, Reversed] = Row.fields();
      CollectionPlan P;
      if (!findFields(Context, Class, At.Id,
                      {{First, &P.First},
                       {Second, &P.Second},
                       {Reversed, &P.Reversed},
                       {Row.Array, &P.Array}}))
        continue;
      P.Row = &Row;
      Plan = P;
      return true;
    }
    return false;
  });
  return Plan;
}

/// Whether \p Class or a superclass is \p JavaName and has all fields.
static bool findFieldsOf(const DumpContext &Context, uint64_t Class,
                         StringRef JavaName,
                         ArrayRef<std::pair<StringRef, FieldPlace *>> Wanted) {
  return anyAbove(Context, Class, [&](const ClassInfo &At, StringRef Name) {
    return isNamed(Name, JavaName) && findFields(Context, Class, At.Id, Wanted);
  });
}

BufferPlan CollectionReader::buffer(uint64_t Class) const {
  for (const BufferRow &Row : Buffers) {
    BufferPlan P;
    if (findFieldsOf(Heap.context(), Class, Row.Class,
                     {{Row.Count, &P.Count},
                      {Row.Array, &P.Array},
                      {Row.Coder, &P.Coder}}))
      return P;
  }
  return {};
}

SlicePlan CollectionReader::slice(uint64_t Class) const {
  for (const SliceRow &Row : Slices) {
    SlicePlan P;
    if (findFieldsOf(Heap.context(), Class, Row.Class,
                     {{Row.Array, &P.Array},
                      {Row.Offset, &P.Offset},
                      {Row.Length, &P.Length}}))
      return P;
  }
  return {};
}

CollectionPlan CollectionReader::planOf(const JavaObject &O) const {
  if (O.Kind != RecordKind::InstanceDump)
    return {};
  auto It = Kept.find(O.Class);
  return It == Kept.end() ? plan(O.Class) : It->second;
}

uint64_t CollectionReader::nullMark(const CollectionRow &R) const {
  if (R.Null.empty())
    return 0;
  std::call_once(AreMarksKnown, [this] {
    for (const CollectionRow &Row : Rows) {
      auto [Class, Field] = StringRef(Row.Null).rsplit('.');
      Marks.push_back(
          Row.Null.empty() ? 0 : staticReference(Heap.context(), Class, Field));
    }
  });
  return Marks[size_t(&R - Rows)];
}

CollectionReader::PartSum CollectionReader::sumParts(uint64_t At,
                                                     StringRef Count) const {
  PartSum Sum;
  std::optional<JavaObject> Array = Heap.object(At);
  if (!Array || Array->Kind != RecordKind::ObjectArrayDump)
    return Sum;
  // The VM creates as many cells as the machine has processors.
  constexpr uint64_t Long = 64;
  const unsigned IdSize = Heap.context().header().IdSize;
  const uint64_t Length = Array->numElements(IdSize);
  if (Length > Long) {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto It = Sums.find(At); It != Sums.end())
      return It->second;
  }
  for (uint64_t I = 0; I != Length; ++I) {
    JavaFields Part(Heap, Heap.reference(Array->element(I, IdSize)).At);
    Sum.Size += uint64_t(Part.number(Count));
    Sum.Slots += Heap.arrayLength(Part.reference({"table"}));
  }
  if (Length > Long) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Sums.try_emplace(At, Sum);
  }
  return Sum;
}

/// Counts the bits in a long or an array of longs.
uint64_t CollectionReader::enumSetSize(FieldPlace Bits,
                                       ArrayRef<uint8_t> Bytes) const {
  if (!isReference(Bits.Type))
    return uint64_t(popcount(Bits.get(Bytes)));
  uint64_t Size = 0;
  if (std::optional<JavaObject> Words = Heap.object(follow(Bits, Bytes).At))
    for (uint8_t Byte : Words->Bytes)
      Size += uint64_t(popcount(Byte));
  return Size;
}

static uint64_t notNegative(int64_t N) {
  return uint64_t(std::max<int64_t>(N, 0));
}

static uint64_t sizeOfRing(const CollectionPlan &P, ArrayRef<uint8_t> Bytes,
                           uint64_t Slots) {
  int64_t Used = P.Second.getSigned(Bytes) - P.First.getSigned(Bytes);
  return notNegative(Used < 0 ? Used + int64_t(Slots) : Used);
}

/// Counts the fields that hold an element other than null and \p None.
static uint64_t countFields(const CollectionPlan &P, ArrayRef<uint8_t> Bytes,
                            uint64_t None) {
  return uint64_t(count_if(ArrayRef({P.First, P.Second}), [&](FieldPlace F) {
    const uint64_t Id = F.get(Bytes);
    return Id && Id != None;
  }));
}

std::optional<CollectionSize>
CollectionReader::size(uint64_t At, uint64_t MaxSteps, unsigned Depth) const {
  std::optional<JavaObject> O = Heap.object(At);
  if (!O)
    return std::nullopt;
  return size(planOf(*O), O->Bytes, MaxSteps, Depth);
}

bool CollectionReader::isUnbounded(const CollectionPlan &P,
                                   ArrayRef<uint8_t> Bytes) {
  return llvm::all_of(ArrayRef({P.First, P.Second}), [&](FieldPlace F) {
    return F.isIn(Bytes) && (F.get(Bytes) == 0) == isReference(F.Type);
  });
}

/// Returns \p Outer with the size and the slots of the inner collection.
std::optional<CollectionSize>
CollectionReader::sizeOfInner(CollectionSize Outer, uint64_t MaxSteps,
                              unsigned Depth) const {
  if (Outer.Array == NoObject || Depth == MostWrappers)
    return std::nullopt;
  std::optional<CollectionSize> Inner = size(Outer.Array, MaxSteps, Depth + 1);
  if (!Inner)
    return std::nullopt;
  Outer.Size = Inner->Size;
  Outer.Slots = Inner->Slots;
  Outer.SlotReferences = Inner->SlotReferences;
  return Outer;
}

std::optional<CollectionSize> CollectionReader::size(const CollectionPlan &P,
                                                     ArrayRef<uint8_t> Bytes,
                                                     uint64_t MaxSteps,
                                                     unsigned Depth) const {
  // Dumps in some formats have no values.
  if (!P.Row || (Bytes.empty() && P.Row->Shape != CollectionShape::Empty))
    return std::nullopt;
  CollectionSize Out{P.Row};
  Out.Array = follow(P.Array, Bytes).At;
  Out.Slots = Out.Array == NoObject ? 0 : Heap.arrayLength(Out.Array);
  if (P.First && !isReference(P.First.Type))
    Out.Size = notNegative(P.First.getSigned(Bytes));
  switch (P.Row->Shape) {
  case CollectionShape::List:
  case CollectionShape::BoundedRing:
  case CollectionShape::Hash:
  case CollectionShape::HashLinks:
  case CollectionShape::Part:
  case CollectionShape::Links:
  case CollectionShape::LinkRing:
  case CollectionShape::Tree:
  case CollectionShape::Fixed:
  case CollectionShape::Universe:
  case CollectionShape::Copies:
  case CollectionShape::Slice:
  case CollectionShape::Empty:
    return Out;
  case CollectionShape::Chain:
  case CollectionShape::SkipList: {
    std::optional<uint64_t> Count = countLinked(P, Bytes, MaxSteps);
    Out.Size = Count.value_or(0);
    return Count ? std::optional(Out) : std::nullopt;
  }
  case CollectionShape::Exact:
  case CollectionShape::Replaced:
  case CollectionShape::Cells:
    Out.Size = Out.Slots;
    return Out;
  case CollectionShape::Ring:
    Out.Size = sizeOfRing(P, Bytes, Out.Slots);
    return Out;
  case CollectionShape::Pairs:
  case CollectionShape::FixedPairs:
    Out.Slots /= 2;
    Out.SlotReferences = 2;
    return Out;
  case CollectionShape::Striped: {
    // Unsigned: damaged values could overflow.
    uint64_t Sum = uint64_t(P.First.getSigned(Bytes));
    if (uint64_t Cells = follow(P.Second, Bytes).At; Cells != NoObject)
      Sum += sumParts(Cells, sizes::CellCount.Field).Size;
    Out.Size = notNegative(int64_t(Sum));
    return Out;
  }
  case CollectionShape::Segments: {
    if (Out.Array == NoObject)
      return std::nullopt;
    PartSum Sum = sumParts(Out.Array, sizes::SegmentCount.Field);
    Out.Size = notNegative(int64_t(Sum.Size));
    Out.Slots = Sum.Slots;
    return Out;
  }
  case CollectionShape::Range:
  case CollectionShape::View:
  case CollectionShape::Wrapper:
    return P.Row->Shape == CollectionShape::Range && !isUnbounded(P, Bytes)
               ? std::nullopt
               : sizeOfInner(Out, MaxSteps, Depth);
  case CollectionShape::Fields:
    Out.Size = countFields(P, Bytes, nullMark(*P.Row));
    return Out;
  case CollectionShape::Entry:
    Out.Size = 1;
    return Out;
  case CollectionShape::EnumSet:
    Out.Size = enumSetSize(P.First, Bytes);
    return Out;
  }
  llvm_unreachable("unhandled shape");
}
