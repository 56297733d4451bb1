//===- HeapIndex.cpp - Graphs kept in index files -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Index/HeapIndex.h"
#include "IndexAccess.h"
#include "RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace hprof;
using namespace hprof::indexrows;
using namespace llvm;

const char *HeapIndex::sectionName(Section S) {
  switch (S) {
#define HPROF_SECTION(Name, Number, Width, Text)                               \
  case Section::Name:                                                          \
    return #Name;
#include "hprof/Analysis/Index/IndexSections.def"
  }
  return nullptr;
}

bool HeapIndex::isComplete() const {
  // Ids are in one or in three of these. Where there is no histogram
  // HistogramDamages says that one was wanted. Groups of paths are not kept
  // when there are too many.
  constexpr Section OfSome[] = {
      Section::IdDirectory,      Section::IdKeys,
      Section::IdCells,          Section::IdSorted,
      Section::HistogramSummary, Section::HistogramRows,
      Section::HistogramHeaps,   Section::HistogramLoaders,
      Section::PathGroups,       Section::PathGroupParents};
#define HPROF_SECTION(Name, Number, Width, Text)                               \
  if (!is_contained(OfSome, Section::Name) && !find(Section::Name))            \
    return false;
#include "hprof/Analysis/Index/IndexSections.def"
  return true;
}

Error HeapIndex::fail(const Twine &What) const {
  return createFileError(Name, createStringError(What));
}

bool HeapIndex::isHeapIndex(StringRef Path) {
  Expected<RegularFile> File = RegularFile::open(Path);
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  char Magic[sizeof(HeadMagic)];
  Expected<size_t> Read = sys::fs::readNativeFile(File->fd(), Magic);
  if (!Read) {
    consumeError(Read.takeError());
    return false;
  }
  return StringRef(Magic, *Read) == StringRef(HeadMagic, sizeof(HeadMagic));
}

/// Whether nobody but the user who runs this, or root, can have written it.
static bool isOwn(const sys::fs::file_status &Status) {
  if (Status.getUser() != geteuid() && Status.getUser() != 0)
    return false;
  return !(Status.permissions() &
           (sys::fs::group_write | sys::fs::others_write));
}

Expected<std::unique_ptr<HeapIndex>> HeapIndex::open(StringRef Path) {
  Expected<RegularFile> File = RegularFile::open(Path);
  if (!File)
    return File.takeError();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getOpenFile(
      File->fd(), Path, File->status().getSize(),
      /*RequiresNullTerminator=*/false,
      /*IsVolatile=*/false, Align(indexrows::Alignment));
  if (!Buffer)
    return createFileError(Path, Buffer.getError());
  auto Read = fromMemory(arrayRefFromStringRef((*Buffer)->getBuffer()), Path);
  if (!Read)
    return Read;
  (*Read)->Owner = std::move(*Buffer);
  if (!isOwn(File->status()))
    if (Error E = (*Read)->verify())
      return E;
  return Read;
}

Expected<std::unique_ptr<HeapIndex>>
HeapIndex::fromMemory(ArrayRef<uint8_t> Bytes, StringRef Name) {
  std::unique_ptr<HeapIndex> F(new HeapIndex(Bytes, Name));
  if (Error E = F->readHead())
    return E;
  if (Error E = F->readSections())
    return E;
  if (Error E = F->load())
    return E;
  return F;
}

template <class T> static T loadRow(ArrayRef<uint8_t> Bytes) {
  T Row;
  std::memcpy(&Row, Bytes.data(), sizeof(T));
  return Row;
}

Error HeapIndex::readHead() {
  if (Bytes.size() < sizeof(HeadMagic) ||
      std::memcmp(Bytes.data(), HeadMagic, sizeof(HeadMagic)) != 0)
    return fail("is not an index of a heap dump");
  if (Bytes.size() < sizeof(Head) + sizeof(Tail))
    return fail("is cut off");
  Head H = loadRow<Head>(Bytes);
  if (H.ByteOrder != indexrows::ByteOrder)
    return fail("was written on a machine with another byte order");
  if (H.Version != indexrows::Version)
    return fail("has version " + Twine(H.Version) + ", this program reads " +
                Twine(indexrows::Version));
  if (H.Checksum != xxh3_64bits(rawBytes(H).drop_back(sizeof(H.Checksum))))
    return fail("the checksum of its header is wrong");
  RowReader Io(*this);
  RowMap::map(Io, H, Origin);
  return Io.takeError();
}

static uint64_t checksum(ArrayRef<uint8_t> Bytes) {
  Checksum C;
  C.add(Bytes);
  return C.finish();
}

Error HeapIndex::readSections() {
  Tail End = loadRow<Tail>(Bytes.take_back(sizeof(Tail)));
  if (std::memcmp(End.Magic, TailMagic, sizeof(TailMagic)) != 0)
    return fail("is cut off");
  uint64_t Limit = Bytes.size() - sizeof(Tail);
  if (End.TableOffset > Limit ||
      (Limit - End.TableOffset) / sizeof(Row) != End.Sections ||
      (Limit - End.TableOffset) % sizeof(Row))
    return fail("its section table is not where its end says");
  ArrayRef<uint8_t> Table =
      Bytes.slice(End.TableOffset, Limit - End.TableOffset);
  if (checksum(Table) != End.TableChecksum)
    return fail("the checksum of its section table is wrong");
  for (uint32_t I = 0; I != End.Sections; ++I) {
    Row R = loadRow<Row>(Table.drop_front(I * sizeof(Row)));
    SectionInfo S{Section(R.Kind), R.Width, R.Offset, R.Bytes, R.Checksum};
    // Of kinds that a later version of this program added nothing is known.
    const char *Kind = sectionName(S.Kind);
    if (!Kind)
      continue;
    if (S.Offset % indexrows::Alignment || S.Offset > End.TableOffset ||
        S.Bytes > End.TableOffset - S.Offset)
      return fail("section " + Twine(Kind) + " at offset " + Twine(S.Offset) +
                  " with " + Twine(S.Bytes) + " bytes is not in the file");
    if (S.Width != 1 && S.Width != 2 && S.Width != 4 && S.Width != 8)
      return fail("section " + Twine(Kind) + " has elements of " +
                  Twine(S.Width) + " bytes");
    if (S.Bytes % S.Width)
      return fail("section " + Twine(Kind) + " ends inside an element");
    if (find(S.Kind))
      return fail("has two sections " + Twine(Kind));
    if (S.Bytes <= AlwaysChecked &&
        checksum(Bytes.slice(S.Offset, S.Bytes)) != S.Checksum)
      return fail("the checksum of section " + Twine(Kind) + " is wrong");
    Sections.push_back(S);
  }
  return Error::success();
}

const HeapIndex::SectionInfo *HeapIndex::find(Section S) const {
  for (const SectionInfo &I : Sections)
    if (I.Kind == S)
      return &I;
  return nullptr;
}

/// Of a section with elements of \p Width; any if that is 0.
Expected<ArrayRef<uint8_t>> HeapIndex::bytesOf(Section S,
                                               unsigned Width) const {
  const SectionInfo *I = find(S);
  if (!I)
    return fail("has no section " + Twine(sectionName(S)));
  if (Width && I->Width != Width)
    return fail("section " + Twine(sectionName(S)) + " has elements of " +
                Twine(I->Width) + " bytes, expected " + Twine(Width));
  return Bytes.slice(I->Offset, I->Bytes);
}

Error HeapIndex::setColumn(Section S, NumberArray &Column) const {
  Expected<ArrayRef<uint8_t>> Raw = bytesOf(S, 0);
  if (!Raw)
    return Raw.takeError();
  unsigned Width = find(S)->Width;
  if (Width == 1)
    return fail("section " + Twine(sectionName(S)) + " has elements of 1 byte");
  Column = NumberArray::view(*Raw, Width);
  return Error::success();
}

template <class T>
Error HeapIndex::setColumn(Section S, BigArray<T> &Column) const {
  Expected<ArrayRef<uint8_t>> Raw = bytesOf(S, sizeof(T));
  if (!Raw)
    return Raw.takeError();
  Column = BigArray<T>::view(ArrayRef(reinterpret_cast<const T *>(Raw->data()),
                                      Raw->size() / sizeof(T)));
  return Error::success();
}

StringRef HeapIndex::RowReader::text(const Text &At) {
  if (At.Begin > All.size() || At.Length > All.size() - At.Begin) {
    refuse("a text is not in section Strings");
    return "";
  }
  // Else a file of a few megabytes could ask for any amount of memory.
  if (At.Length > Left) {
    refuse("its texts are longer than the " + Twine(All.size()) +
           " bytes of section Strings");
    return "";
  }
  Left -= At.Length;
  return toStringRef(All.slice(At.Begin, At.Length));
}

Error HeapIndex::checkFacts(const FileHeader &H, const ObjectLayout &L) const {
  if (H.IdSize != 1 && H.IdSize != 2 && H.IdSize != 4 && H.IdSize != 8)
    return fail("has ids of " + Twine(H.IdSize) + " bytes");
  if (L.Rule > SizeRule::MATOfJ9 || !isPowerOf2_32(L.Alignment) ||
      !isPowerOf2_32(L.ArrayBaseAlign))
    return fail("its object layout is impossible");
  return Error::success();
}

Error HeapIndex::load() {
  Expected<RowReader> Io = RowReader::make(*this);
  if (!Io)
    return Io.takeError();
  if (Error E = loadSummary(*Io))
    return E;
  if (Error E = loadClasses(*Io))
    return E;
  if (Error E = loadRoots(*Io))
    return E;
  if (Error E = loadDamages(Section::Damages, *Io, Damages))
    return E;
  if (Error E = loadIds())
    return E;
  if (Error E = loadPlaces())
    return E;
  if (Error E = setColumn(Section::Types, Graph.Types))
    return E;
  if (Error E = setColumn(Section::Starts, Graph.Starts))
    return E;
  if (Error E = setColumn(Section::Entries, Graph.Entries))
    return E;
  if (Error E = setColumn(Section::Parents, Tree.Parents))
    return E;
  if (Error E = setColumn(Section::Retained, Tree.Retained))
    return E;
  if (Error E = setColumn(Section::InBegins, Inbound.Begins))
    return E;
  if (Error E = setColumn(Section::InSources, Inbound.Sources))
    return E;
  unsigned Width = Graph.Starts.width();
  if (Graph.Types.width() == 8 || Width == 2 ||
      Graph.Entries.width() != Width || Tree.Parents.width() != Width ||
      Inbound.Begins.width() != Width || Inbound.Sources.width() != Width)
    return fail("its columns have widths that do not go together");
  uint64_t Size = Graph.size();
  if (Graph.Types.size() != Size || Graph.Starts.size() != Size ||
      Tree.Parents.size() != Size || Tree.Retained.size() != Size ||
      Inbound.Begins.size() != Size + 1 || Inbound.Begins.get(0) ||
      Inbound.Begins.get(Size) != Inbound.Sources.size())
    return fail("its columns are not as long as it has objects");
  return loadPaths();
}

Error HeapIndex::loadPaths() {
  HasPaths = find(Section::PathParents);
  if (HasPaths) {
    if (Error E = setColumn(Section::PathParents, Paths.Parents))
      return E;
    if (Paths.Parents.size() != Graph.size() ||
        Paths.Parents.width() != Graph.starts().width())
      return fail("its paths are not those of its objects");
  }
  HasGroups = HasPaths && find(Section::PathGroups);
  if (HasGroups) {
    if (Error E = setColumn(Section::PathGroups, Groups.Of))
      return E;
    if (Error E = setColumn(Section::PathGroupParents, Groups.Parents))
      return E;
    if (Groups.Of.size() != Graph.size() || Groups.Of.width() != 4)
      return fail("its groups of paths are not those of its objects");
  }
  HasLabels = find(Section::EntryLabels);
  if (HasLabels) {
    if (Error E = setColumn(Section::EntryLabels, Labels.Labels))
      return E;
    if (Labels.Labels.size() != Graph.entries().size())
      return fail("its labels are not those of its entries");
  }
  return Error::success();
}

Error HeapIndex::loadSummary(RowReader &Io) {
  if (Error E = readRow<Summary>(Section::Summary, Io, Graph, Tree))
    return E;
  if (Tree.Reachable > Graph.size())
    return fail("has more reachable objects than objects");
  return checkFacts(Graph.Header, Graph.Layout);
}

Error HeapIndex::loadClasses(RowReader &Io) {
  std::vector<GraphClass> &Classes = Graph.Classes;
  if (Error E = readRows<indexrows::Class>(Section::Classes, Io, Classes))
    return E;
  auto IsNode = [&](uint64_t N) { return N < Graph.size() || N == NoNode; };
  auto IsClass = [&](uint64_t C) { return C < Classes.size() || C == NoClass; };
  if (Classes.size() >= NoClass / 2 || Graph.ClassClass >= Classes.size())
    return fail("java.lang.Class is not among its " + Twine(Classes.size()) +
                " classes");
  for (const auto &[I, C] : enumerate(Classes))
    if (!IsNode(C.Object) || !IsClass(C.Super) ||
        C.Kind > ReferenceKind::Phantom || (C.Element && !isKnown(*C.Element)))
      return fail("class " + Twine(I) + " has impossible values");
  Graph.deriveTypes();
  return Error::success();
}

Error HeapIndex::loadRoots(RowReader &Io) {
  if (Error E = readRows<indexrows::Root>(Section::Roots, Io, Graph.Roots))
    return E;
  uint64_t Last = 0;
  for (const auto &[I, R] : enumerate(Graph.Roots)) {
    if (R.Object >= Graph.size() || R.Object < Last ||
        (R.Thread >= Graph.size() && R.Thread != NoNode) ||
        recordInfo(R.Kind).Group != RecordGroup::Root)
      return fail("root " + Twine(I) + " has impossible values");
    Last = R.Object;
  }

  BigArray<uint64_t> Numbers;
  if (Error E = setColumn(Section::RootNodes, Numbers))
    return E;
  Graph.RootNodes = Numbers.ref();
  for (size_t I = 0; I != Graph.RootNodes.size(); ++I)
    if (Graph.RootNodes[I] >= Graph.size() ||
        (I && Graph.RootNodes[I] <= Graph.RootNodes[I - 1]))
      return fail("its root nodes are not ascending numbers of objects");
  if (Error E = setColumn(Section::LongArrays, Numbers))
    return E;
  if (Numbers.size() % 2)
    return fail("section LongArrays ends inside a row");
  for (uint64_t I = 0; I != Numbers.size(); I += 2) {
    if (Numbers[I] >= Graph.size())
      return fail("a long array is no object");
    Graph.LongArrays[Numbers[I]] = Numbers[I + 1];
  }
  return Error::success();
}

Error HeapIndex::loadDamages(Section S, RowReader &Io,
                             std::vector<Damage> &Into) const {
  size_t Old = Into.size();
  if (Error E = readRows<Fault>(S, Io, Into))
    return E;
  for (const Damage &D : ArrayRef(Into).drop_front(Old))
    if (D.Code < format_errc::not_a_dump || D.Code > format_errc::io)
      return fail("a damage has the unknown code " + Twine(unsigned(D.Code)));
  return Error::success();
}

Error HeapIndex::loadIds() {
  NodeIds &Ids = Graph.Ids;
  if (Ids.IsSorted) {
    if (Error E = setColumn(Section::IdSorted, Ids.Sorted))
      return E;
    if (Ids.Sorted.size() != Ids.Count)
      return fail("its ids are not as many as its objects");
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
    return fail("the columns of its ids do not go together");
  static_assert(sizeof(NodeIds::Cell) == 2 * sizeof(uint64_t));
  Ids.Cells = BigArray<NodeIds::Cell>::view(ArrayRef(
      reinterpret_cast<const NodeIds::Cell *>(Cells.data()), Cells.size() / 2));
  for (uint32_t Chunk : Ids.Directory.ref())
    if (Chunk >= Chunks && Chunk != NodeIds::NoChunk)
      return fail("its directory of ids names chunk " + Twine(Chunk) + " of " +
                  Twine(Chunks));
  return Error::success();
}

Error HeapIndex::loadPlaces() {
  BigArray<uint64_t> Numbers, ClassDumps;
  if (Error E = setColumn(Section::Blocks, Numbers))
    return E;
  constexpr uint64_t PerBlock = sizeof(RecordBlock) / sizeof(uint64_t);
  if (Numbers.size() % PerBlock)
    return fail("section Blocks ends inside a row");
  if (Error E = setColumn(Section::ClassDumps, ClassDumps))
    return E;
  Graph.Places =
      RecordLocator(BigArray<RecordBlock>::view(ArrayRef(
                        reinterpret_cast<const RecordBlock *>(Numbers.data()),
                        Numbers.size() / PerBlock)),
                    std::move(ClassDumps));
  return Error::success();
}
