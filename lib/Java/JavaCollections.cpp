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
#include "hprof/Layout/ClassModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace llvm;

/// Places of the fields of a row, in its order.
using FieldPlaces = std::array<FieldPlace, 4>;

namespace {
/// A class with a part of a primitive array.
struct PartRow {
  StringRef Class;
  std::array<StringRef, 4> Fields;
};
} // namespace

static constexpr PartRow Buffers[] = {
#define HPROF_BUFFER(CLASS, COUNT, ARRAY, CODER) {CLASS, {COUNT, ARRAY, CODER}},
#include "JavaCollections.def"
};
static constexpr PartRow Slices[] = {
#define HPROF_SLICE(CLASS, ARRAY, OFFSET, LENGTH)                              \
  {CLASS, {ARRAY, OFFSET, LENGTH}},
#include "JavaCollections.def"
};

/// Bounds nested wrappers, which may form a cycle.
static constexpr unsigned MostWrappers = 8;
/// Bounds superclasses.
static constexpr unsigned MostSuperclasses = 64;

/// Finds all \p Names, except empty ones, in \p Class from \p At upwards.
static std::optional<FieldPlaces>
findFields(const DumpContext &Context, uint64_t Class, uint64_t At,
           const std::array<StringRef, 4> &Names) {
  FieldPlaces Places;
  for (auto [Name, Place] : zip_equal(Names, Places)) {
    if (Name.empty())
      continue;
    Place = findFieldFrom(Context, Class, At, Name);
    if (!Place)
      return std::nullopt;
  }
  return Places;
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
    for (const CollectionRow &Row : collectionRows()) {
      if (!isClassNamed(Name, Row.Class))
        continue;
      const auto Places = findFields(Context, Class, At.Id, Row.fields());
      if (!Places)
        continue;
      const auto [Array, First, Second, Reversed] = *Places;
      Plan = {&Row, Array, First, Second, Reversed};
      return true;
    }
    return false;
  });
  return Plan;
}

/// Returns the fields of the first of \p Rows that matches \p Class or a
/// superclass.
static FieldPlaces findPart(const DumpContext &Context, uint64_t Class,
                            ArrayRef<PartRow> Rows) {
  for (const PartRow &Row : Rows) {
    std::optional<FieldPlaces> Places;
    if (anyAbove(Context, Class, [&](const ClassInfo &At, StringRef Name) {
          if (isClassNamed(Name, Row.Class))
            Places = findFields(Context, Class, At.Id, Row.Fields);
          return Places.has_value();
        }))
      return *Places;
  }
  return {};
}

BufferPlan CollectionReader::buffer(uint64_t Class) const {
  const auto [Count, Array, Coder, None] =
      findPart(Heap.context(), Class, Buffers);
  return {Count, Array, Coder};
}

SlicePlan CollectionReader::slice(uint64_t Class) const {
  const auto [Array, Offset, Length, None] =
      findPart(Heap.context(), Class, Slices);
  return {Array, Offset, Length};
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
    for (const CollectionRow &Row : collectionRows()) {
      auto [Class, Field] = StringRef(Row.Null).rsplit('.');
      Marks.push_back(
          Row.Null.empty() ? 0 : staticReference(Heap.context(), Class, Field));
    }
  });
  return Marks[size_t(&R - collectionRows().data())];
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
  const ShapeFacts &Facts = P.Row->facts();
  if (Facts.Parts[0] == HeldPart::Turns) {
    Out.Slots /= 2;
    Out.SlotReferences = 2;
  }
  switch (Facts.Size) {
  case SizeSource::Field:
    return Out;
  case SizeSource::Length:
    Out.Size = Out.Slots;
    return Out;
  case SizeSource::Inner:
    return P.Row->Shape == CollectionShape::Range && !isUnbounded(P, Bytes)
               ? std::nullopt
               : sizeOfInner(Out, MaxSteps, Depth);
  case SizeSource::Entries: {
    std::optional<uint64_t> Count = countLinked(P, Bytes, MaxSteps);
    Out.Size = Count.value_or(0);
    return Count ? std::optional(Out) : std::nullopt;
  }
  case SizeSource::Bounds:
    Out.Size = sizeOfRing(P, Bytes, Out.Slots);
    return Out;
  case SizeSource::Cells: {
    // Unsigned: damaged values could overflow.
    uint64_t Sum = uint64_t(P.First.getSigned(Bytes));
    if (uint64_t Cells = follow(P.Second, Bytes).At; Cells != NoObject)
      Sum += sumParts(Cells, sizes::CellCount.Field).Size;
    Out.Size = notNegative(int64_t(Sum));
    return Out;
  }
  case SizeSource::Segments: {
    if (Out.Array == NoObject)
      return std::nullopt;
    PartSum Sum = sumParts(Out.Array, "count");
    Out.Size = notNegative(int64_t(Sum.Size));
    Out.Slots = Sum.Slots;
    return Out;
  }
  case SizeSource::NonNull:
    Out.Size = countFields(P, Bytes, nullMark(*P.Row));
    return Out;
  case SizeSource::One:
    Out.Size = 1;
    return Out;
  case SizeSource::Bits:
    Out.Size = enumSetSize(P.First, Bytes);
    return Out;
  }
  llvm_unreachable("unhandled source");
}
