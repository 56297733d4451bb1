//===- IndexLoader.cpp - Loads a graph from an index file -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexAccess.h"
#include "RootCoder.h"
#include "hprof/Analysis/Columns/PackedNumbers.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace hprof::indexrows;
using namespace llvm;

/// Collects the columns of an index and checks the requirements of the classes
/// that use them.
class HeapIndex::Loader {
public:
  explicit Loader(HeapIndex &F) : F(F) {}
  Error load();

private:
  Error loadSummary(RowReader &Io);
  Error loadClasses(RowReader &Io);
  Error loadRoots();
  Error loadIds();
  Error loadPlaces();
  Error loadPaths();
  Error loadRetained();
  Error loadStacks();
  Error loadStarts();
  Error loadDerived(Section Cells, Section Others, uint64_t Added,
                    uint64_t Default, NumberArray &Column,
                    std::shared_ptr<const DerivedNumbers> &Kept) const;
  Error setColumn(Section S, NumberArray &Column) const;
  template <class T> Error setColumn(Section S, BigArray<T> &Column) const;

  HeapIndex &F;
  NodeIds::Columns Ids; ///< For Graph; kept here until they are complete.
  HeapGraph::Columns Graph;
  DominatorTree::Columns Tree;
  InboundReferences::Columns Inbound;
};

Error HeapIndex::Loader::setColumn(Section S, NumberArray &Column) const {
  Expected<ArrayRef<uint8_t>> Raw = F.bytesOf(S, 0);
  if (!Raw)
    return Raw.takeError();
  unsigned Width = F.find(S)->Width;
  if (Width == 1)
    return F.fail("section " + Twine(sectionName(S)) +
                  " has elements of 1 byte, expected 2, 4 or 8");
  Column = NumberArray::view(*Raw, Width);
  return Error::success();
}

template <class T>
Error HeapIndex::Loader::setColumn(Section S, BigArray<T> &Column) const {
  Expected<ArrayRef<uint8_t>> Raw = F.bytesOf(S, sizeof(T));
  if (!Raw)
    return Raw.takeError();
  Column = BigArray<T>::view(ArrayRef(reinterpret_cast<const T *>(Raw->data()),
                                      Raw->size() / sizeof(T)));
  return Error::success();
}

Error HeapIndex::Loader::load() {
  Expected<RowReader> Io = RowReader::make(F);
  if (!Io)
    return Io.takeError();
  if (Error E = loadSummary(*Io))
    return E;
  if (Error E = loadClasses(*Io))
    return E;
  if (Error E = loadRoots())
    return E;
  if (Error E = F.loadDamages(Section::Damages, *Io, F.Damages))
    return E;
  if (Error E = loadIds())
    return E;
  if (Error E = loadPlaces())
    return E;
  const std::pair<Section, NumberArray &> Columns[] = {
      {Section::Types, Graph.Types},
      {Section::Entries, Graph.Entries},
      {Section::InFirsts, Inbound.Firsts},
      {Section::InLists, Inbound.Lists}};
  for (const auto &[From, To] : Columns)
    if (Error E = setColumn(From, To))
      return E;
  if (Error E = loadRetained())
    return E;
  if (Error E = loadStacks())
    return E;
  unsigned Width = Graph.Entries.width();
  if (Graph.Types.width() == 8 || Width == 2 ||
      Inbound.Firsts.width() != Width || Inbound.Lists.width() != Width)
    return F.fail("columns have inconsistent widths");
  uint64_t Size = Ids.Count;
  if (Graph.Types.size() != Size || Tree.Retained.size() != Size ||
      Inbound.Firsts.size() != Size)
    return F.fail("column lengths do not match the number of objects");
  if (Error E = loadStarts())
    return E;
  const uint64_t Top = NumberArray::view({}, Width).max() - 1;
  if (Error E = loadDerived(Section::ParentCells, Section::Parents, 0, Top,
                            Tree.Parents, F.DerivedParents))
    return E;
  if (Error E = loadPaths())
    return E;
  Graph.Ids = NodeIds::fromColumns(std::move(Ids));
  F.Graph = HeapGraph::fromColumns(std::move(Graph));
  F.Tree = DominatorTree::fromColumns(std::move(Tree));
  F.Inbound = InboundReferences::fromColumns(*F.Graph, std::move(Inbound));
  return Error::success();
}

Error HeapIndex::Loader::loadStarts() {
  using Numbers = BasedNumbers;
  Expected<ArrayRef<uint16_t>> Steps = F.rowsOf<uint16_t>(Section::StartSteps);
  if (!Steps)
    return Steps.takeError();
  NumberArray Bases;
  if (Error E = setColumn(Section::StartBases, Bases))
    return E;
  Expected<ArrayRef<Numbers::Large>> Larges =
      F.rowsOf<Numbers::Large>(Section::StartsLarge);
  if (!Larges)
    return Larges.takeError();
  const unsigned Width = Graph.Entries.width();
  if (Steps->size() != Ids.Count || Bases.width() != Width ||
      Bases.size() != divideCeil(Ids.Count, Numbers::PerBase))
    return F.fail("entry starts do not match the objects");
  Graph.Starts = NumberArray::packed(
      std::make_shared<Numbers>(*Steps, std::move(Bases), *Larges,
                                Graph.Entries.max()),
      Width);
  return Error::success();
}

/// Loads a column in which most numbers are derived from the referrers of each
/// object.
Error HeapIndex::Loader::loadDerived(
    Section Cells, Section Others, uint64_t Added, uint64_t Default,
    NumberArray &Column, std::shared_ptr<const DerivedNumbers> &Kept) const {
  Expected<ArrayRef<DerivedNumbers::Cell>> Words =
      F.rowsOf<DerivedNumbers::Cell>(Cells);
  if (!Words)
    return Words.takeError();
  NumberArray Listed;
  if (Error E = setColumn(Others, Listed))
    return E;
  const unsigned Width = Graph.Entries.width();
  if (Words->size() != divideCeil(Ids.Count, 64) || Listed.width() != Width)
    return F.fail("section " + Twine(sectionName(Cells)) +
                  " does not match the objects");
  Kept = std::make_shared<DerivedNumbers>(
      NumberArray::view(Inbound.Firsts.bytes(), Width),
      DerivedNumbers::Rule{Inbound.listed(), Added, Default}, *Words,
      std::move(Listed));
  Column = NumberArray::packed(Kept, Width);
  return Error::success();
}

Error HeapIndex::Loader::loadRetained() {
  BigArray<uint16_t> Smalls;
  if (Error E = setColumn(Section::Retained, Smalls))
    return E;
  Expected<ArrayRef<SizeColumn::Large>> Larges =
      F.rowsOf<SizeColumn::Large>(Section::RetainedLarge);
  if (!Larges)
    return Larges.takeError();
  Tree.Retained = SizeColumn::packed(std::move(Smalls),
                                     BigArray<SizeColumn::Large>::view(*Larges),
                                     retainedUnit(Graph.Layout));
  return Error::success();
}

Error HeapIndex::Loader::loadStacks() {
  auto Set = [&](Section S, auto &Rows) -> Error {
    using Row = typename std::remove_reference_t<decltype(Rows)>::value_type;
    Expected<ArrayRef<Row>> Found = F.rowsOf<Row>(S);
    if (!Found)
      return Found.takeError();
    Rows = *Found;
    return Error::success();
  };
  if (Error E = Set(Section::FrameRuns, F.Stacks.FrameRuns))
    return E;
  if (Error E = Set(Section::Frames, F.Stacks.Frames))
    return E;
  if (Error E = Set(Section::FramePlaces, F.Stacks.Places))
    return E;
  if (Error E = Set(Section::TraceRuns, F.Stacks.TraceRuns))
    return E;
  if (Error E = Set(Section::Traces, F.Stacks.Traces))
    return E;
  return Set(Section::TraceFrames, F.Stacks.Ids);
}

Error HeapIndex::Loader::loadPaths() {
  bool HasPaths = F.find(Section::PathParents);
  if (HasPaths) {
    NumberArray Parents;
    if (Error E = loadDerived(Section::PathCells, Section::PathParents,
                              ShortestPaths::Added, 0, Parents, F.DerivedPaths))
      return E;
    F.Paths = ShortestPaths::fromColumn(std::move(Parents));
  }
  if (HasPaths && F.find(Section::PathGroups)) {
    PathGroups::Columns Groups;
    if (Error E = setColumn(Section::PathGroups, Groups.Of))
      return E;
    if (Error E = setColumn(Section::PathGroupParents, Groups.Parents))
      return E;
    if (Groups.Of.size() != Ids.Count || Groups.Of.width() == 8)
      return F.fail("path groups do not match the objects");
    F.Groups = PathGroups::fromColumns(std::move(Groups));
  }
  if (F.find(Section::EntryLabels)) {
    BigArray<uint8_t> Labels;
    BigArray<uint64_t> List;
    if (Error E = setColumn(Section::EntryLabels, Labels))
      return E;
    if (Error E = setColumn(Section::LabelsLarge, List))
      return E;
    if (Labels.size() != divideCeil(Graph.Entries.size(), 2))
      return F.fail("labels do not match the entries");
    F.Labels = EntryLabels::packed(std::move(Labels), std::move(List));
  }
  return Error::success();
}

Error HeapIndex::Loader::loadSummary(RowReader &Io) {
  if (Error E =
          F.readRow<Summary>(Section::Summary, Io, Ids, Graph, Tree.Totals))
    return E;
  if (Tree.Totals.Objects > Ids.Count)
    return F.fail("has more reachable objects than objects");
  return F.checkFacts(Graph.Header, Graph.Layout);
}

Error HeapIndex::Loader::loadClasses(RowReader &Io) {
  std::vector<GraphClass> &Classes = Graph.Classes;
  if (Error E = F.readRows<indexrows::Class>(Section::Classes, Io, Classes))
    return E;
  auto IsNode = [&](uint64_t N) { return N < Ids.Count || N == NoNode; };
  auto IsClass = [&](uint64_t C) { return C < Classes.size() || C == NoClass; };
  if (Classes.size() >= NoClass / 2 || Graph.ClassClass >= Classes.size())
    return F.fail("java.lang.Class is not among the " + Twine(Classes.size()) +
                  " classes");
  for (const auto &[I, C] : enumerate(Classes))
    if (!IsNode(C.Object) || !IsClass(C.Super) ||
        C.Kind > ReferenceKind::Phantom ||
        (C.Element && !isKnown(*C.Element)) ||
        (C.FlatElement && !C.isArray()) ||
        (C.HasStacks && (C.isArray() || C.Kind != ReferenceKind::Strong)))
      return F.fail("class " + Twine(I) + " has invalid values");
  return Error::success();
}

Error HeapIndex::Loader::loadRoots() {
  Expected<ArrayRef<uint8_t>> Left = F.bytesOf(Section::Roots, 1);
  if (!Left)
    return Left.takeError();
  RootCoder Coder;
  while (!Left->empty()) {
    GraphRoot &R = Graph.Roots.emplace_back();
    if (!Coder.decode(*Left, R))
      return F.fail("section Roots ends inside root " +
                    Twine(Graph.Roots.size() - 1));
    if (R.Object >= Ids.Count ||
        (R.Thread >= Ids.Count && R.Thread != NoNode) ||
        recordInfo(R.Kind).Group != RecordGroup::Root)
      return F.fail("root " + Twine(Graph.Roots.size() - 1) +
                    " has invalid values");
  }

  BigArray<uint64_t> Numbers;
  if (Error E = setColumn(Section::RootNodes, Numbers))
    return E;
  Graph.RootNodes = Numbers.ref();
  for (size_t I = 0; I != Graph.RootNodes.size(); ++I)
    if (Graph.RootNodes[I] >= Ids.Count ||
        (I && Graph.RootNodes[I] <= Graph.RootNodes[I - 1]))
      return F.fail("root nodes are not ascending object numbers");
  if (Error E = setColumn(Section::LongArrays, Numbers))
    return E;
  if (Numbers.size() % 2)
    return F.fail("section LongArrays ends inside a row");
  for (uint64_t I = 0; I != Numbers.size(); I += 2) {
    if (Numbers[I] >= Ids.Count)
      return F.fail("a long array is not an object");
    Graph.LongArrays[Numbers[I]] = Numbers[I + 1];
  }
  return Error::success();
}

Error HeapIndex::Loader::loadIds() {
  if (Ids.IsSorted) {
    if (Error E = setColumn(Section::IdSorted, Ids.Sorted))
      return E;
    if (Ids.Sorted.size() != Ids.Count)
      return F.fail("number of ids differs from number of objects");
    return Error::success();
  }
  if (Error E = setColumn(Section::IdDirectory, Ids.Directory))
    return E;
  if (Error E = setColumn(Section::IdKeys, Ids.Keys))
    return E;
  BigArray<uint64_t> Cells;
  if (Error E = setColumn(Section::IdCells, Cells))
    return E;
  uint64_t Chunks = Ids.Keys.size();
  if (Ids.Shift > 63 - NodeIds::ChunkBits || Chunks > UINT32_MAX ||
      Cells.size() != 2 * Chunks * NodeIds::ChunkCells ||
      (!Chunks && Ids.Count) || (Chunks && Cells[1]))
    return F.fail("id columns are inconsistent");
  static_assert(sizeof(NodeIds::Cell) == 2 * sizeof(uint64_t));
  Ids.Cells = BigArray<NodeIds::Cell>::view(ArrayRef(
      reinterpret_cast<const NodeIds::Cell *>(Cells.data()), Cells.size() / 2));
  for (uint32_t Chunk : Ids.Directory.ref())
    if (Chunk >= Chunks && Chunk != NodeIds::NoChunk)
      return F.fail("id directory names chunk " + Twine(Chunk) + " of " +
                    Twine(Chunks));
  return Error::success();
}

Error HeapIndex::Loader::loadPlaces() {
  BigArray<uint64_t> ClassDumps;
  Expected<ArrayRef<RecordBlock>> Blocks =
      F.rowsOf<RecordBlock>(Section::Blocks);
  if (!Blocks)
    return Blocks.takeError();
  if (Error E = setColumn(Section::ClassDumps, ClassDumps))
    return E;
  Expected<ArrayRef<RootRun>> Roots = F.rowsOf<RootRun>(Section::RootRuns);
  if (!Roots)
    return Roots.takeError();
  for (size_t I = 1; I < Roots->size(); ++I)
    if ((*Roots)[I].Offset <= (*Roots)[I - 1].Offset)
      return F.fail("root runs are not in order");
  Graph.Places =
      RecordLocator(BigArray<RecordBlock>::view(*Blocks), std::move(ClassDumps),
                    BigArray<RootRun>::view(*Roots));
  return Error::success();
}

Error HeapIndex::load() { return Loader(*this).load(); }
