//===- GraphFileWriter.cpp - Writes index files ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphFileRows.h"
#include "hprof/Analysis/Graph/GraphFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace hprof::graphfile;
using namespace llvm;

class GraphFile::Writer {
public:
  Writer(raw_ostream &OS, const GraphParts &Parts)
      : OS(OS), Parts(Parts), G(Parts.Graph), T(Parts.Tree), In(Parts.Inbound) {
  }

  void write(const GraphOrigin &Origin, ArrayRef<Damage> Damages);

private:
  void put(ArrayRef<uint8_t> Piece) {
    OS.write(reinterpret_cast<const char *>(Piece.data()), Piece.size());
    Offset += Piece.size();
  }
  void pad() {
    uint64_t Gap = alignTo(Offset, graphfile::Alignment) - Offset;
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
  /// Readers count on it that no two rows share a text.
  Text text(StringRef S) {
    Text At{Strings.size(), S.size()};
    Strings += S;
    return At;
  }

  DumpFacts facts(const FileHeader &H, const ObjectLayout &L);
  void head(const GraphOrigin &Origin);
  void summary();
  void classes();
  void roots();
  void damages(Section S, ArrayRef<Damage> Damages);
  void histogram(const Histogram &H);
  void ids();
  void places();
  template <class E> void references();
  template <class E> void labels(const EntryLabels &Labels);
  void answers();
  void suspects(const LeakReport &Report);
  void table();

  raw_ostream &OS;
  const GraphParts &Parts;
  const HeapGraph &G;
  const DominatorTree &T;
  const InboundReferences &In;
  uint64_t Offset = 0;
  std::vector<Row> Rows;
  Checksum Sum;
  std::string Strings;
};

void GraphFile::Writer::head(const GraphOrigin &Origin) {
  Head H = {};
  llvm::copy(HeadMagic, H.Magic);
  H.Version = graphfile::Version;
  H.ByteOrder = graphfile::ByteOrder;
  H.DumpSize = Origin.Dump.Size;
  H.DumpHash = Origin.Dump.Hash;
  H.DumpModified = Origin.Dump.Modified;
  H.DumpNumber = Origin.Number;
  H.KeepUnreachable = Origin.KeepUnreachable;
  H.Ignored = Origin.Ignored.bits();
  llvm::copy(StringRef(Origin.Layout).take_front(sizeof(H.Layout)), H.Layout);
  H.Checksum = xxh3_64bits(rawBytes(H).drop_back(sizeof(H.Checksum)));
  put(rawBytes(H));
}

DumpFacts GraphFile::Writer::facts(const FileHeader &H, const ObjectLayout &L) {
  DumpFacts Row = {};
  Row.HeaderVersion = text(H.Version);
  Row.HeaderOffset = H.Offset;
  Row.Millis = H.Millis;
  Row.IdSize = H.IdSize;
  Row.Carrier = uint8_t(H.Carrier);
  Row.WordBytes = L.WordBytes;
  Row.HeaderBytes = L.HeaderBytes;
  Row.ReferenceBytes = L.ReferenceBytes;
  Row.LengthOffset = L.LengthOffset;
  Row.ArrayBaseAlign = L.ArrayBaseAlign;
  Row.Alignment = L.Alignment;
  Row.Rule = uint8_t(L.Rule);
  Row.FirstRelease = L.FirstRelease;
  Row.LastRelease = L.LastRelease;
  Row.LayoutName = text(L.Name);
  Row.LayoutText = text(L.Text);
  return Row;
}

void GraphFile::Writer::summary() {
  Summary S = {};
  S.Objects = G.size();
  S.ClassClass = G.ClassClass;
  S.References = G.Counts.References;
  S.Dangling = G.Counts.Dangling;
  S.LostRoots = G.Counts.LostRoots;
  S.NullRoots = G.Counts.NullRoots;
  S.Duplicates = G.Counts.Duplicates;
  S.Unexplained = G.Counts.Unexplained;
  S.WrongSizes = G.Counts.WrongSizes;
  S.Dumps = G.Counts.Dumps;
  S.Shift = G.Ids.Shift;
  S.FirstChunk = G.Ids.FirstChunk;
  S.IsSorted = G.Ids.IsSorted;
  S.Reachable = T.Reachable;
  S.ReachableBytes = T.ReachableBytes;
  S.UnreachableBytes = T.UnreachableBytes;
  S.MadeRoots = T.MadeRoots;
  S.Facts = facts(G.Header, G.Layout);
  begin(Section::Summary, 1);
  add(rawBytes(S));
  end();
}

void GraphFile::Writer::classes() {
  begin(Section::Classes, 1);
  for (const GraphClass &C : G.Classes) {
    graphfile::Class R = {};
    R.Id = C.Id;
    R.Object = C.Object;
    R.Loader = C.Loader;
    R.InstanceBytes = C.InstanceBytes;
    R.MirrorBytes = C.MirrorBytes;
    R.Name = text(C.Name);
    R.Super = C.Super;
    R.IsDumped = C.IsDumped;
    R.Kind = uint8_t(C.Kind);
    R.IsArray = C.isArray();
    R.Element = C.Element ? uint8_t(*C.Element) : 0;
    add(rawBytes(R));
  }
  end();
}

void GraphFile::Writer::roots() {
  begin(Section::Roots, 1);
  for (const GraphRoot &Root : G.Roots) {
    graphfile::Root R = {};
    R.Object = Root.Object;
    R.Thread = Root.Thread;
    R.Tag = recordInfo(Root.Kind).Tag;
    R.ThreadSerial = Root.ThreadSerial;
    R.Frame = Root.Frame;
    R.TraceSerial = Root.TraceSerial;
    add(rawBytes(R));
  }
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

void GraphFile::Writer::damages(Section S, ArrayRef<Damage> Damages) {
  begin(S, 1);
  for (const Damage &D : Damages) {
    Fault F = {};
    F.Offset = D.Offset;
    F.Code = uint32_t(D.Code);
    F.What = text(D.What);
    add(rawBytes(F));
  }
  end();
}

void GraphFile::Writer::histogram(const Histogram &H) {
  HistogramSummary S = {};
  S.Unexplained = H.Unexplained;
  S.Dumps = H.Dumps;
  S.Facts = facts(H.Header, H.Layout.Layout);
  S.IsCertain = H.Layout.Certain;
  S.Evidence = text(H.Layout.Evidence);
  S.ReleaseAtLeast = H.Release.AtLeast;
  S.ReleaseAtMost = H.Release.AtMost;
  S.ReleaseSign = text(H.Release.Sign);
  begin(Section::HistogramSummary, 1);
  add(rawBytes(S));
  end();
  begin(Section::HistogramRows, 1);
  for (const hprof::HistogramRow &Row : H.Rows) {
    graphfile::HistogramRow R = {text(Row.Name), Row.Class,   Row.Loader,
                                 Row.Instances,  Row.Shallow, Row.Largest,
                                 Row.Elements};
    add(rawBytes(R));
  }
  end();
  begin(Section::HistogramHeaps, 1);
  for (const Histogram::Heap &Heap : H.Heaps) {
    HistogramHeap R = {Heap.Id, text(Heap.Name), Heap.Instances, Heap.Shallow};
    add(rawBytes(R));
  }
  end();
  begin(Section::HistogramLoaders, 1);
  for (const auto &[Id, Name] : H.LoaderNames) {
    HistogramLoader R = {Id, text(Name)};
    add(rawBytes(R));
  }
  end();
}

void GraphFile::Writer::ids() {
  const NodeIds &Ids = G.Ids;
  if (Ids.IsSorted) {
    column(Section::IdSorted, Ids.Sorted.ref());
    return;
  }
  column(Section::IdDirectory, Ids.Directory.ref());
  column(Section::IdKeys, Ids.Keys.ref());
  // Word, then Before.
  ArrayRef<NodeIds::Cell> Cells = Ids.Cells.ref();
  column(Section::IdCells,
         ArrayRef(reinterpret_cast<const uint64_t *>(Cells.data()),
                  2 * Cells.size()));
}

void GraphFile::Writer::places() {
  begin(Section::Blocks, 8);
  for (const ObjectBlock &B : G.Places.blocks())
    add(rawBytes(B));
  end();
  column(Section::ClassDumps, G.Places.classDumps());
}

/// Starts and entries, those of one object after those of the one before. (In
/// memory there are gaps between what several threads wrote.)
template <class E> void GraphFile::Writer::references() {
  using Entry = HeapGraph::Entry<E>;
  const E *Starts = G.Starts.as<E>(), *Entries = G.Entries.as<E>();
  auto EndOf = [&](E Start) {
    while (!Entry::isLast(Entries[Start]))
      ++Start;
    return Start + 1;
  };
  std::vector<E> Buffer;
  auto Flush = [&] {
    add({reinterpret_cast<const uint8_t *>(Buffer.data()),
         Buffer.size() * sizeof(E)});
    Buffer.clear();
  };
  constexpr size_t Most = PieceBytes / sizeof(E);
  Buffer.reserve(Most);

  begin(Section::Starts, sizeof(E));
  E Next = 0;
  for (Node N = 0; N != G.size(); ++N) {
    E Start = Starts[N];
    Buffer.push_back(Start == Entry::None ? Start : Next);
    if (Start != Entry::None)
      Next += EndOf(Start) - Start;
    if (Buffer.size() == Most)
      Flush();
  }
  Flush();
  end();
  begin(Section::Entries, sizeof(E));
  for (Node N = 0; N != G.size(); ++N) {
    E Start = Starts[N];
    if (Start == Entry::None)
      continue;
    E End = EndOf(Start);
    Buffer.insert(Buffer.end(), Entries + Start, Entries + End);
    if (Buffer.size() >= Most)
      Flush();
  }
  Flush();
  end();
}

/// A byte for each entry, in the same order.
template <class E> void GraphFile::Writer::labels(const EntryLabels &Labels) {
  using Entry = HeapGraph::Entry<E>;
  const E *Starts = G.Starts.as<E>(), *Entries = G.Entries.as<E>();
  std::vector<uint8_t> Buffer;
  begin(Section::EntryLabels, 1);
  for (Node N = 0; N != G.size(); ++N) {
    E At = Starts[N];
    if (At == Entry::None)
      continue;
    do
      Buffer.push_back(Labels.get(At));
    while (!Entry::isLast(Entries[At++]));
    if (Buffer.size() >= PieceBytes) {
      add(Buffer);
      Buffer.clear();
    }
  }
  add(Buffer);
  end();
}

void GraphFile::Writer::answers() {
  for (const auto &[By, Sets] : Parts.Retained) {
    begin(By == GroupBy::Class     ? Section::RetainedByClass
          : By == GroupBy::Package ? Section::RetainedByPackage
                                   : Section::RetainedByLoader,
          8);
    for (const RetainedSet &S : Sets.sets()) {
      graphfile::Retained R = {S.Group, S.Objects, S.Shallow, S.RetainedObjects,
                               S.Retained};
      add(rawBytes(R));
    }
    end();
  }
  if (!Parts.Classes)
    return;
  begin(Section::ClassTree, 8);
  for (const DominatorClasses::Group &Of : Parts.Classes->groups()) {
    ClassGroup R = {Of.Parent,  Of.Type,     Of.Depth,  Of.Objects,
                    Of.Shallow, Of.Retained, Of.Example};
    add(rawBytes(R));
  }
  end();
}

void GraphFile::Writer::suspects(const LeakReport &Report) {
  begin(Section::Suspects, 8);
  auto Put = [&](uint64_t Number) { add(rawBytes(Number)); };
  auto PutContents = [&](ArrayRef<SuspectContent> Of) {
    for (const SuspectContent &C : Of)
      for (uint64_t Number : {C.Type, C.Objects, C.Bytes, C.Example})
        Put(Number);
  };
  const DominatorTotals &Of = Report.Totals;
  for (uint64_t Number :
       {Report.Least, uint64_t(Report.Ignored.bits()), Of.Objects, Of.Bytes,
        Of.UnreachableBytes, Of.MadeRoots})
    Put(Number);
  for (const LeakSuspect &S : Report.Suspects) {
    for (uint64_t Number :
         {uint64_t(S.Kind), S.Retained, S.Own, uint64_t(S.Holder), S.Nested,
          S.Signature, uint64_t(S.Points.size()), uint64_t(S.Way.size()),
          uint64_t(S.MetBefore.size()), uint64_t(S.Children.size()),
          uint64_t(S.Contents.size())})
      Put(Number);
    for (const std::vector<uint64_t> *List :
         {&S.Points, &S.PointBytes, &S.Way, &S.WayBytes, &S.MetBefore})
      for (uint64_t Number : *List)
        Put(Number);
    PutContents(S.Children);
    PutContents(S.Contents);
  }
  end();
}

void GraphFile::Writer::table() {
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

void GraphFile::Writer::write(const GraphOrigin &Origin,
                              ArrayRef<Damage> Damages) {
  head(Origin);
  summary();
  classes();
  roots();
  damages(Section::Damages, Damages);
  if (Parts.Histo)
    histogram(*Parts.Histo);
  damages(Section::HistogramDamages, Parts.HistoDamages);
  column(Section::Strings,
         ArrayRef(reinterpret_cast<const uint8_t *>(Strings.data()),
                  Strings.size()));
  // Without any it is empty: so readers know that it was not forgotten.
  begin(Section::Context, 1);
  if (Parts.Context)
    Parts.Context->forEachPiece([&](ArrayRef<uint8_t> Piece) { add(Piece); });
  end();
  ids();
  places();
  column(Section::Types, G.Types);
  G.withWidth([&](auto Zero) { references<decltype(Zero)>(); });
  column(Section::Parents, T.Parents);
  column(Section::Retained, T.Retained.ref());
  column(Section::InBegins, In.Begins);
  column(Section::InSources, In.Sources);
  if (Parts.Paths)
    column(Section::PathParents, Parts.Paths->Parents);
  if (Parts.Groups) {
    column(Section::PathGroups, Parts.Groups->Of);
    column(Section::PathGroupParents, Parts.Groups->Parents.ref());
  }
  if (Parts.Labels)
    G.withWidth([&](auto Zero) { labels<decltype(Zero)>(*Parts.Labels); });
  answers();
  if (Parts.Suspects)
    suspects(*Parts.Suspects);
  table();
}

Error GraphFile::write(raw_ostream &OS, const GraphOrigin &Origin,
                       const GraphParts &Parts, ArrayRef<Damage> Damages) {
  Writer(OS, Parts).write(Origin, Damages);
  return Error::success();
}
