//===- IndexWriter.cpp - Writes index files -------------------------------===//
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
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace hprof::indexrows;
using namespace llvm;

class HeapIndex::Writer {
public:
  Writer(raw_ostream &OS, const GraphParts &Parts)
      : OS(OS), Parts(Parts), Graph(Parts.Graph), G(Graph.columns()),
        T(Parts.Tree.columns()), In(Parts.Inbound.columns()) {}

  void write(const GraphOrigin &Origin, ArrayRef<Damage> Damages);

  // For RowMap: fills rows.
  static constexpr bool Reads = false;
  template <class T, class V> void operator()(T &To, const V &From) {
    To = T(From);
  }
  template <class V> void operator()(Text &To, const V &From) {
    // Readers require each row to have its own string.
    To = {Strings.size(), From.size()};
    Strings += From;
  }
  template <size_t N> void operator()(char (&To)[N], const std::string &From) {
    llvm::copy(StringRef(From).take_front(N), To);
  }
  template <class T> void operator()(T &To, const ReferenceKinds &From) {
    To = From.bits();
  }
  void operator()(uint8_t &To, const Format &) { To = 'B'; }
  void operator()(uint32_t &Tag, const RecordKind &From) {
    Tag = recordInfo(From).Tag;
  }
  void optional(uint8_t &Has, uint8_t &To,
                const std::optional<BasicType> &From) {
    Has = From.has_value();
    To = uint8_t(From.value_or(BasicType()));
  }

private:
  void put(ArrayRef<uint8_t> Piece) {
    OS.write(reinterpret_cast<const char *>(Piece.data()), Piece.size());
    Offset += Piece.size();
  }
  void pad() {
    uint64_t Gap = alignTo(Offset, indexrows::Alignment) - Offset;
    OS.write_zeros(unsigned(Gap));
    Offset += Gap;
  }
  void begin(Section S, unsigned Width) {
    pad();
    Rows.push_back({uint32_t(S), Width, Offset, 0, 0});
    Sum = Checksum();
  }
  void add(ArrayRef<uint8_t> Piece) {
    Sum.add(Piece);
    put(Piece);
  }
  void end() {
    Rows.back().Bytes = Offset - Rows.back().Offset;
    Rows.back().Checksum = Sum.finish();
  }
  void column(Section S, const NumberArray &Column) {
    begin(S, Column.width());
    add(Column.bytes());
    end();
  }
  template <class E> void column(Section S, ArrayRef<E> Column) {
    begin(S, sizeof(E));
    add({reinterpret_cast<const uint8_t *>(Column.data()),
         Column.size() * sizeof(E)});
    end();
  }
  template <class R, class... V> void row(const V &...From) {
    R Row = {};
    RowMap::map(*this, Row, From...);
    add(rawBytes(Row));
  }
  template <class R, class List>
  void rows(Section S, unsigned Width, const List &From) {
    begin(S, Width);
    for (const auto &V : From)
      row<R>(V);
    end();
  }

  /// Collects numbers and adds them in larger pieces.
  template <class E> class Pieces {
  public:
    explicit Pieces(Writer &To) : To(To) { Buffer.reserve(Most); }
    void push(const E &New) {
      Buffer.push_back(New);
      if (Buffer.size() == Most)
        flush();
    }
    void flush() {
      To.add({reinterpret_cast<const uint8_t *>(Buffer.data()),
              Buffer.size() * sizeof(E)});
      Buffer.clear();
    }

  private:
    static constexpr size_t Most = PieceBytes / sizeof(E);
    Writer &To;
    std::vector<E> Buffer;
  };

  void head(const GraphOrigin &Origin);
  void summary();
  void roots();
  void histogram(const Histogram::Parts &H);
  void stacks();
  void ids();
  void places();
  void retained();
  void pathGroups(const PathGroups::Columns &Groups);
  void derived(Section Cells, Section Others, const NumberArray &Column,
               uint64_t Added, uint64_t Default);
  template <class E> void starts();
  template <class E> void references();
  template <class E> void labels(const EntryLabels &Labels);
  void answers();
  void suspects(const LeakReport &Report);
  void suspect(const LeakSuspect &S);
  void table();

  raw_ostream &OS;
  const GraphParts &Parts;
  const HeapGraph &Graph;
  const HeapGraph::Columns &G;
  const DominatorTree::Columns &T;
  const InboundReferences::Columns &In;
  uint64_t Offset = 0;
  std::vector<Row> Rows;
  Checksum Sum;
  std::string Strings;
};

void HeapIndex::Writer::head(const GraphOrigin &Origin) {
  Head H = {};
  llvm::copy(HeadMagic, H.Magic);
  H.Version = indexrows::Version;
  H.ByteOrder = indexrows::ByteOrder;
  RowMap::map(*this, H, Origin);
  H.Checksum = xxh3_64bits(rawBytes(H).drop_back(sizeof(H.Checksum)));
  put(rawBytes(H));
}

void HeapIndex::Writer::summary() {
  begin(Section::Summary, 1);
  row<Summary>(G.Ids.columns(), G, T.Totals);
  end();
}

void HeapIndex::Writer::roots() {
  RootCoder Coder;
  std::vector<uint8_t> Buffer;
  begin(Section::Roots, 1);
  for (const GraphRoot &R : G.Roots) {
    Coder.encode(R, Buffer);
    if (Buffer.size() >= PieceBytes) {
      add(Buffer);
      Buffer.clear();
    }
  }
  add(Buffer);
  end();
  column(Section::RootNodes, ArrayRef(G.RootNodes));
  std::vector<std::pair<uint64_t, uint64_t>> Long(G.LongArrays.begin(),
                                                  G.LongArrays.end());
  sort(Long);
  begin(Section::LongArrays, 8);
  for (auto [N, Length] : Long) {
    add(rawBytes(N));
    add(rawBytes(Length));
  }
  end();
}

void HeapIndex::Writer::histogram(const Histogram::Parts &H) {
  begin(Section::HistogramSummary, 1);
  row<HistogramSummary>(H);
  end();
  rows<indexrows::HistogramRow>(Section::HistogramRows, 1, H.Rows);
  rows<HistogramHeap>(Section::HistogramHeaps, 1, H.Heaps);
  rows<HistogramLoader>(Section::HistogramLoaders, 1, H.LoaderNames);
}

void HeapIndex::Writer::stacks() {
  const StackColumns::Owned &S = Parts.Stacks;
  auto Write = [&](Section Kind, unsigned Width, const auto &Rows) {
    begin(Kind, Width);
    for (const auto &Row : Rows)
      add(rawBytes(Row));
    end();
  };
  Write(Section::FrameRuns, 8, S.FrameRuns);
  column(Section::Frames, ArrayRef(S.Frames));
  Write(Section::FramePlaces, 8, S.Places);
  Write(Section::TraceRuns, 8, S.TraceRuns);
  Write(Section::Traces, 8, S.Traces);
  column(Section::TraceFrames, ArrayRef(S.Ids));
}

void HeapIndex::Writer::retained() {
  const unsigned Unit = retainedUnit(G.Layout);
  std::vector<SizeColumn::Large> Larges;
  Pieces<uint16_t> Smalls(*this);
  begin(Section::Retained, sizeof(uint16_t));
  for (Node N = 0; N != Graph.size(); ++N) {
    const uint64_t Size = T.Retained.get(N);
    const uint16_t Small = SizeColumn::pack(Size, Unit);
    Smalls.push(Small);
    if (Small == SizeColumn::IsLarge)
      Larges.push_back({N, Size});
  }
  Smalls.flush();
  end();
  begin(Section::RetainedLarge, 8);
  for (const SizeColumn::Large &L : Larges)
    add(rawBytes(L));
  end();
}

/// There are usually few groups, so two bytes per object suffice.
void HeapIndex::Writer::pathGroups(const PathGroups::Columns &Groups) {
  if (Groups.Of.width() == 2 || Groups.Parents.size() >= UINT16_MAX)
    return column(Section::PathGroups, Groups.Of);
  Pieces<uint16_t> Numbers(*this);
  begin(Section::PathGroups, sizeof(uint16_t));
  for (Node N = 0; N != Graph.size(); ++N)
    Numbers.push(uint16_t(Groups.Of.get(N)));
  Numbers.flush();
  end();
}

void HeapIndex::Writer::ids() {
  const NodeIds::Columns &Ids = G.Ids.columns();
  if (Ids.IsSorted) {
    column(Section::IdSorted, Ids.Sorted.ref());
    return;
  }
  column(Section::IdDirectory, Ids.Directory.ref());
  column(Section::IdKeys, Ids.Keys.ref());
  // Write all values of Word, then all values of Before.
  ArrayRef<NodeIds::Cell> Cells = Ids.Cells.ref();
  column(Section::IdCells,
         ArrayRef(reinterpret_cast<const uint64_t *>(Cells.data()),
                  2 * Cells.size()));
}

void HeapIndex::Writer::places() {
  begin(Section::Blocks, 8);
  for (const RecordBlock &B : G.Places.blocks())
    add(rawBytes(B));
  end();
  column(Section::ClassDumps, G.Places.classDumps());
  begin(Section::RootRuns, 8);
  for (const RootRun &R : G.Places.roots())
    add(rawBytes(R));
  end();
}

/// Writes the numbers that cannot be derived from an object's only referrer.
void HeapIndex::Writer::derived(Section Cells, Section Others,
                                const NumberArray &Column, uint64_t Added,
                                uint64_t Default) {
  const DerivedNumbers::Rule By = {In.listed(), Added, Default};
  auto IsOther = [&](Node N) { return Column.get(N) != By(In.Firsts.get(N)); };
  begin(Cells, 8);
  DerivedNumbers::Cell Cell = {};
  Pieces<DerivedNumbers::Cell> OfCells(*this);
  for (Node Begin = 0; Begin < Graph.size(); Begin += 64) {
    Cell.Before += uint64_t(llvm::popcount(Cell.Word));
    Cell.Word = 0;
    for (Node N = Begin; N != std::min(Begin + 64, Graph.size()); ++N)
      Cell.Word |= uint64_t(IsOther(N)) << (N % 64);
    OfCells.push(Cell);
  }
  OfCells.flush();
  end();
  begin(Others, Column.width());
  Graph.withWidth([&](auto Zero) {
    Pieces<decltype(Zero)> OfOthers(*this);
    for (Node N = 0; N != Graph.size(); ++N)
      if (IsOther(N))
        OfOthers.push(decltype(Zero)(Column.get(N)));
    OfOthers.flush();
  });
  end();
}

/// Writes the start of each object's entries, in the order of references().
template <class E> void HeapIndex::Writer::starts() {
  using Entry = HeapGraph::Entry<E>;
  using Numbers = BasedNumbers;
  const E *Entries = G.Entries.as<E>();
  std::vector<E> Bases;
  std::vector<Numbers::Large> Larges;
  Pieces<uint16_t> Steps(*this);
  E Next = 0;
  begin(Section::StartSteps, sizeof(uint16_t));
  for (Node N = 0; N != Graph.size(); ++N) {
    if (N % Numbers::PerBase == 0)
      Bases.push_back(Next);
    E At = E(G.Starts.get(N));
    if (At == Entry::None) {
      Steps.push(Numbers::IsMissing);
      continue;
    }
    const E Step = Next - Bases.back();
    if (Step >= Numbers::IsLarge)
      Larges.push_back({N, Next});
    Steps.push(uint16_t(std::min<E>(Step, Numbers::IsLarge)));
    for (++Next; !Entry::isLast(Entries[At]); ++At)
      ++Next;
  }
  Steps.flush();
  end();
  column(Section::StartBases, ArrayRef(Bases));
  begin(Section::StartsLarge, 8);
  for (const Numbers::Large &L : Larges)
    add(rawBytes(L));
  end();
}

/// Writes the entries of all objects without gaps. (In memory, there are gaps
/// between the parts of different threads.)
template <class E> void HeapIndex::Writer::references() {
  using Entry = HeapGraph::Entry<E>;
  const E *Entries = G.Entries.as<E>();
  Pieces<E> Out(*this);
  begin(Section::Entries, sizeof(E));
  for (Node N = 0; N != Graph.size(); ++N) {
    E At = E(G.Starts.get(N));
    if (At == Entry::None)
      continue;
    do
      Out.push(Entries[At]);
    while (!Entry::isLast(Entries[At++]));
  }
  Out.flush();
  end();
}

/// Writes half a byte per entry, in the order of references().
template <class E> void HeapIndex::Writer::labels(const EntryLabels &Labels) {
  using Entry = HeapGraph::Entry<E>;
  const E *Entries = G.Entries.as<E>();
  std::vector<uint64_t> List;
  Pieces<uint8_t> Out(*this);
  uint64_t Count = 0;
  uint8_t Half = 0;
  begin(Section::EntryLabels, 1);
  for (Node N = 0; N != Graph.size(); ++N) {
    E At = E(G.Starts.get(N));
    if (At == Entry::None)
      continue;
    do {
      const uint8_t Label = Labels.get(At), Packed = EntryLabels::pack(Label);
      if (Packed == EntryLabels::InList)
        List.push_back(Count << 8 | Label);
      if (Count++ % 2)
        Out.push(uint8_t(Half | Packed << 4));
      else
        Half = Packed;
    } while (!Entry::isLast(Entries[At++]));
  }
  if (Count % 2)
    Out.push(Half);
  Out.flush();
  end();
  column(Section::LabelsLarge, ArrayRef(List));
}

void HeapIndex::Writer::answers() {
  for (const auto &[By, Sets] : Parts.Retained)
    rows<indexrows::Retained>(retainedSection(By), 8, Sets.sets());
  if (Parts.Classes)
    rows<ClassGroup>(Section::ClassTree, 8, Parts.Classes->groups());
}

void HeapIndex::Writer::suspect(const LeakSuspect &S) {
  indexrows::Suspect R = {};
  RowMap::map(*this, R, S);
  R.Points = S.Points.size();
  R.Way = S.Way.size();
  R.Above = S.Above.size();
  R.Elements = S.Elements.size();
  R.Outer = S.Outer.Objects != 0;
  R.Inner = S.Inner.Objects != 0;
  R.Children = S.Children.size();
  R.Contents = S.Contents.size();
  R.PartOf = S.PartOf.size();
  R.Largest = S.Largest.size();
  add(rawBytes(R));
  for (const std::vector<uint64_t> *List :
       {&S.Points, &S.PointBytes, &S.Way, &S.WayBytes, &S.Above})
    for (uint64_t Number : *List)
      add(rawBytes(Number));
  for (ArrayRef<SuspectContent> List :
       {ArrayRef(S.Elements), ArrayRef(&S.Outer, R.Outer),
        ArrayRef(&S.Inner, R.Inner), ArrayRef(S.Children),
        ArrayRef(S.Contents)})
    for (const SuspectContent &C : List)
      row<Content>(C);
  for (const SuspectShare &Share : S.PartOf)
    row<indexrows::Share>(Share);
}

void HeapIndex::Writer::suspects(const LeakReport &Report) {
  begin(Section::Suspects, 8);
  row<SuspectsHead>(Report);
  for (const LeakSuspect &S : Report.Suspects) {
    suspect(S);
    for (const LeakSuspect &Member : S.Largest)
      suspect(Member);
  }
  end();
}

void HeapIndex::Writer::table() {
  pad();
  Tail End = {};
  End.TableOffset = Offset;
  End.Sections = uint32_t(Rows.size());
  llvm::copy(TailMagic, End.Magic);
  Checksum Table;
  for (const Row &R : Rows) {
    Table.add(rawBytes(R));
    put(rawBytes(R));
  }
  End.TableChecksum = Table.finish();
  put(rawBytes(End));
}

void HeapIndex::Writer::write(const GraphOrigin &Origin,
                              ArrayRef<Damage> Damages) {
  head(Origin);
  summary();
  rows<indexrows::Class>(Section::Classes, 1, G.Classes);
  roots();
  rows<Fault>(Section::Damages, 1, Damages);
  if (Parts.Histo)
    histogram(Parts.Histo->parts());
  rows<Fault>(Section::HistogramDamages, 1, Parts.HistoDamages);
  column(Section::Strings,
         ArrayRef(reinterpret_cast<const uint8_t *>(Strings.data()),
                  Strings.size()));
  // Empty without context: isComplete() requires the section.
  begin(Section::Context, 1);
  if (Parts.Context)
    Parts.Context->forEachPiece([&](ArrayRef<uint8_t> Piece) { add(Piece); });
  end();
  stacks();
  ids();
  places();
  column(Section::Types, G.Types);
  Graph.withWidth([&](auto Zero) {
    starts<decltype(Zero)>();
    references<decltype(Zero)>();
  });
  derived(Section::ParentCells, Section::Parents, T.Parents, 0, T.top());
  retained();
  column(Section::InFirsts, In.Firsts);
  column(Section::InLists, In.Lists);
  if (Parts.Paths)
    derived(Section::PathCells, Section::PathParents, Parts.Paths->column(),
            ShortestPaths::Added, 0);
  if (Parts.Groups) {
    const PathGroups::Columns &Groups = Parts.Groups->columns();
    pathGroups(Groups);
    column(Section::PathGroupParents, Groups.Parents.ref());
  }
  if (Parts.Labels)
    Graph.withWidth([&](auto Zero) { labels<decltype(Zero)>(*Parts.Labels); });
  answers();
  if (Parts.Suspects)
    suspects(*Parts.Suspects);
  table();
}

Error HeapIndex::write(raw_ostream &OS, const GraphOrigin &Origin,
                       const GraphParts &Parts, ArrayRef<Damage> Damages) {
  Writer(OS, Parts).write(Origin, Damages);
  return Error::success();
}
