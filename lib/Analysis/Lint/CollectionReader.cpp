//===- CollectionReader.cpp - Sizes of collections ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectionReader.h"
#include "hprof/Layout/ClassModel.h"

using namespace hprof;
using namespace llvm;

ArrayRef<CollectionRow> hprof::collectionRows() {
  static constexpr CollectionRow Rows[] = {
#define HPROF_COLLECTION(CLASS, SHAPE, SIZE, ARRAY, RELEASES)                  \
  {CLASS, CollectionShape::SHAPE, SIZE, ARRAY, RELEASES},
#include "Collections.def"
  };
  return Rows;
}

namespace {
struct BufferRow {
  const char *Class, *Count, *Array, *Coder;
};
constexpr BufferRow BufferRows[] = {
#define HPROF_BUFFER(CLASS, COUNT, ARRAY, CODER) {CLASS, COUNT, ARRAY, CODER},
#include "Collections.def"
};
struct ChainRow {
  const char *Class, *Next;
};
constexpr ChainRow ChainRows[] = {
#define HPROF_CHAIN(CLASS, NEXT) {CLASS, NEXT},
#include "Collections.def"
};
} // namespace

/// Looks up fields; those named "" are skipped.
static bool findFields(const ClassFields &F, ClassNumber C,
                       ArrayRef<std::pair<StringRef, FieldPlace *>> Wanted,
                       ClassNumber Declarer) {
  for (auto [Name, Place] : Wanted) {
    if (Name.empty())
      continue;
    *Place = F.field(C, Name, Declarer);
    if (!*Place)
      return false;
  }
  return true;
}

CollectionReader::CollectionReader(const ClassFields &F) : F(F) {
  ArrayRef<GraphClass> Classes = F.G.classes();
  size_t N = Classes.size();
  Plans.resize(N);
  Buffers.resize(N);
  Nexts.resize(N);
  for (ClassNumber C = 0; C != N; ++C) {
    if (Classes[C].isArray() || !Classes[C].IsDumped)
      continue;
    Plans[C] = planFor(C);
  }
  for (const BufferRow &Row : BufferRows) {
    ClassNumber Base = F.findClass(Row.Class);
    for (ClassNumber C = 0; C != N && Base != NoClass; ++C) {
      BufferPlan P;
      if (!Buffers[C].Count && F.isA(C, Base) &&
          findFields(F, C,
                     {{Row.Count, &P.Count},
                      {Row.Array, &P.Array},
                      {Row.Coder, &P.Coder}},
                     Base))
        Buffers[C] = P;
    }
  }
  for (const ChainRow &Row : ChainRows) {
    ClassNumber Base = F.findClass(Row.Class);
    for (ClassNumber C = 0; C != N && Base != NoClass; ++C)
      if (!Nexts[C] && F.isA(C, Base))
        Nexts[C] = F.field(C, Row.Next, Base);
  }
  for (const char *Cell : {"java.util.concurrent.ConcurrentHashMap$CounterCell",
                           "java.util.concurrent.atomic.Striped64$Cell"})
    if (ClassNumber C = F.findClass(Cell); C != NoClass && !CellValue)
      CellValue = F.field(C, "value");
  ClassNumber Segment =
      F.findClass("java.util.concurrent.ConcurrentHashMap$Segment");
  SegmentCount = F.field(Segment, "count");
  SegmentTable = F.field(Segment, "table");
  EmptyMark =
      F.staticField(F.findClass("java.util.ImmutableCollections"), "EMPTY");
}

/// Uses the first row that fits the class or, failing that, a superclass.
CollectionPlan CollectionReader::planFor(ClassNumber C) const {
  ClassNumber At = C;
  for (unsigned Steps = 0; At != NoClass && Steps != 64; ++Steps) {
    StringRef Name = F.G.classes()[At].Name;
    if (Name.starts_with("java."))
      for (const CollectionRow &Row : collectionRows()) {
        if (!isClassNamed(Name, Row.Class))
          continue;
        auto [First, Second] = StringRef(Row.Size).split(',');
        CollectionPlan P;
        if (!findFields(
                F, C,
                {{First, &P.First}, {Second, &P.Second}, {Row.Array, &P.Array}},
                At))
          continue;
        P.Row = &Row;
        return P;
      }
    At = F.G.classes()[At].Super;
  }
  return {};
}

Node CollectionReader::mapAbove(const DominatorTree &T, Node Entry) const {
  // Entries, tree bins, the table, a segment, its array.
  Node N = T.parent(Entry);
  for (unsigned Depth = 0; N != NoNode && Depth != 4096; ++Depth) {
    const CollectionRow *Row =
        F.G.asClass(N) == NoClass ? plan(F.G.classNumber(N)).Row : nullptr;
    if (Row && Row->Shape != CollectionShape::Part)
      return N;
    N = T.parent(N);
  }
  return NoNode;
}

CollectionReader::PartSum
CollectionReader::PartSums::get(const HeapGraph &G, Node Parts,
                                function_ref<PartSum(Node Part)> Of) {
  // The VM creates as many cells as there are processors.
  constexpr uint64_t Long = 64;
  bool IsKept = G.arrayLength(Parts) > Long || !G.classOf(Parts).isArray();
  if (IsKept) {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto It = Known.find(Parts); It != Known.end())
      return It->second;
  }
  PartSum Sum;
  G.forEachReference(Parts, [&](Node Part) {
    if (G.asClass(Part) != NoClass)
      return;
    PartSum One = Of(Part);
    Sum.Size += One.Size;
    Sum.Slots += One.Slots;
  });
  if (IsKept) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Known.try_emplace(Parts, Sum);
  }
  return Sum;
}

uint64_t CollectionReader::sumCells(Node Parts) const {
  return Cells
      .get(F.G, Parts,
           [&](Node Cell) { return PartSum{F.read(Cell).get(CellValue), 0}; })
      .Size;
}

CollectionReader::PartSum CollectionReader::sumSegments(Node Parts) const {
  return Segments.get(F.G, Parts, [&](Node Segment) {
    PartSum Sum;
    LintInstance I = F.read(Segment);
    Sum.Size = uint64_t(std::max<int64_t>(I.getSigned(SegmentCount), 0));
    if (Node Table = F.follow(I, SegmentTable); Table != NoNode)
      Sum.Slots = F.G.arrayLength(Table);
    return Sum;
  });
}

std::optional<CollectionSize> CollectionReader::size(const LintInstance &I,
                                                     unsigned Depth) const {
  if (I.Class == NoClass || I.Bytes.empty() || !plan(I.Class).Row)
    return std::nullopt;
  const CollectionPlan &P = plan(I.Class);
  CollectionSize Out;
  Out.Row = P.Row;
  Out.Array = F.follow(I, P.Array);
  Out.Slots = Out.Array == NoNode ? 0 : F.G.arrayLength(Out.Array);
  Out.Size = uint64_t(std::max<int64_t>(I.getSigned(P.First), 0));
  switch (P.Row->Shape) {
  case CollectionShape::List:
  case CollectionShape::Hash:
  case CollectionShape::Part:
  case CollectionShape::Linked:
  case CollectionShape::Fixed:
    return Out;
  case CollectionShape::Exact:
    Out.Size = Out.Slots;
    return Out;
  case CollectionShape::Ring: {
    int64_t Used = I.getSigned(P.Second) - I.getSigned(P.First);
    if (Used < 0)
      Used += int64_t(Out.Slots);
    Out.Size = uint64_t(std::max<int64_t>(Used, 0));
    return Out;
  }
  case CollectionShape::Pairs:
  case CollectionShape::FixedPairs:
    Out.Slots /= 2;
    Out.SlotReferences = 2;
    return Out;
  case CollectionShape::Striped: {
    // Unsigned: damaged values could overflow.
    uint64_t Sum = uint64_t(I.getSigned(P.First));
    if (Node Parts = F.follow(I, P.Second); Parts != NoNode)
      Sum += sumCells(Parts);
    Out.Size = uint64_t(std::max<int64_t>(int64_t(Sum), 0));
    return Out;
  }
  case CollectionShape::Segments: {
    if (!SegmentCount || Out.Array == NoNode)
      return std::nullopt;
    PartSum Sum = sumSegments(Out.Array);
    Out.Size += Sum.Size;
    Out.Slots = Sum.Slots;
    return Out;
  }
  case CollectionShape::Wrapper: {
    // Stops at a cycle of wrappers.
    if (Out.Array == NoNode || Depth == 8)
      return std::nullopt;
    std::optional<CollectionSize> Inner = size(F.read(Out.Array), Depth + 1);
    if (!Inner)
      return std::nullopt;
    Out.Size = Inner->Size;
    Out.Slots = Inner->Slots;
    Out.SlotReferences = Inner->SlotReferences;
    return Out;
  }
  case CollectionShape::Fields:
    Out.Size = 0;
    for (FieldPlace Place : {P.First, P.Second})
      if (Node E = F.follow(I, Place); E != NoNode && E != EmptyMark)
        ++Out.Size;
    return Out;
  }
  llvm_unreachable("unhandled shape");
}

std::optional<CollectionSize> hprof::collectionSize(const HeapContents &C,
                                                    Node N) {
  ClassFields F(C);
  return CollectionReader(F).size(F.read(N));
}
