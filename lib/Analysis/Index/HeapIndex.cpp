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
  // These sections are optional. Ids are stored in one or in three of them. If
  // there is no histogram, the section HistogramDamages shows whether one was
  // requested. Path groups are omitted if there are too many.
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
  Expected<size_t> Read = File->read(Magic, 0);
  if (!Read) {
    consumeError(Read.takeError());
    return false;
  }
  return StringRef(Magic, *Read) == StringRef(HeadMagic, sizeof(HeadMagic));
}

/// Describes users other than the current one and root that can write a file.
static std::string otherWriters(const sys::fs::file_status &Status) {
  if (Status.getUser() != geteuid() && Status.getUser() != 0)
    return ("owned by user " + Twine(Status.getUser())).str();
  if (Status.permissions() & sys::fs::others_write)
    return "writable by all users";
  if (Status.permissions() & sys::fs::group_write)
    return ("writable by group " + Twine(Status.getGroup())).str();
  return "";
}

Expected<std::unique_ptr<HeapIndex>> HeapIndex::open(StringRef Path,
                                                     IndexWriters Trusted) {
  Expected<RegularFile> File = RegularFile::open(Path);
  if (!File)
    return File.takeError();
  const std::string Others = otherWriters(File->status());
  if (!Others.empty() && Trusted == IndexWriters::Self)
    return createFileError(
        Path,
        createStringError(
            Others +
            ", so it could change during use (--trust-index accepts that)"));
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
  if ((*Read)->Owner->getBufferKind() == MemoryBuffer::MemoryBuffer_MMap)
    (*Read)->Mapped.emplace((*Read)->Bytes, File->fd());
  if (!Others.empty())
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
    return fail("is truncated");
  Head H = loadRow<Head>(Bytes);
  if (H.ByteOrder != indexrows::ByteOrder)
    return fail("was written on a machine with a different byte order");
  if (H.Version != indexrows::Version)
    return fail("has version " + Twine(H.Version) + ", expected " +
                Twine(indexrows::Version));
  if (H.Checksum != xxh3_64bits(rawBytes(H).drop_back(sizeof(H.Checksum))))
    return fail("wrong header checksum");
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
    return fail("is truncated");
  uint64_t Limit = Bytes.size() - sizeof(Tail);
  if (End.TableOffset > Limit ||
      (Limit - End.TableOffset) / sizeof(Row) != End.Sections ||
      (Limit - End.TableOffset) % sizeof(Row))
    return fail("section table is not at the offset that the trailer contains");
  ArrayRef<uint8_t> Table =
      Bytes.slice(End.TableOffset, Limit - End.TableOffset);
  if (checksum(Table) != End.TableChecksum)
    return fail("wrong section table checksum");
  for (uint32_t I = 0; I != End.Sections; ++I) {
    Row R = loadRow<Row>(Table.drop_front(I * sizeof(Row)));
    SectionInfo S{Section(R.Kind), R.Width, R.Offset, R.Bytes, R.Checksum};
    // The kind may have been added by a later version.
    const char *Kind = sectionName(S.Kind);
    if (!Kind)
      continue;
    if (S.Offset % indexrows::Alignment || S.Offset > End.TableOffset ||
        S.Bytes > End.TableOffset - S.Offset)
      return fail("section " + Twine(Kind) + " at offset " + Twine(S.Offset) +
                  " with " + Twine(S.Bytes) +
                  " bytes is misaligned or outside the file");
    if (S.Width != 1 && S.Width != 2 && S.Width != 4 && S.Width != 8)
      return fail("section " + Twine(Kind) + " has elements of " +
                  Twine(S.Width) + " bytes, expected 1, 2, 4 or 8");
    if (S.Bytes % S.Width)
      return fail("section " + Twine(Kind) + " ends inside an element");
    if (find(S.Kind))
      return fail("has two " + Twine(Kind) + " sections");
    if (S.Bytes <= AlwaysChecked &&
        checksum(Bytes.slice(S.Offset, S.Bytes)) != S.Checksum)
      return fail("wrong checksum of section " + Twine(Kind));
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

/// Returns the bytes of a section with elements of \p Width bytes; 0 is any.
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

StringRef HeapIndex::RowReader::text(const Text &At) {
  if (At.Begin > All.size() || At.Length > All.size() - At.Begin) {
    refuse("a string is outside section Strings");
    return "";
  }
  // Otherwise, a file of a few megabytes could request any amount of memory.
  if (At.Length > Left) {
    refuse("strings exceed the " + Twine(All.size()) +
           " bytes of section Strings");
    return "";
  }
  Left -= At.Length;
  return toStringRef(All.slice(At.Begin, At.Length));
}

Error HeapIndex::checkFacts(const FileHeader &H, const ObjectLayout &L) const {
  if (H.IdSize != 1 && H.IdSize != 2 && H.IdSize != 4 && H.IdSize != 8)
    return fail("has ids of " + Twine(H.IdSize) +
                " bytes, expected 1, 2, 4 or 8");
  if (L.Rule > SizeRule::MATOfJ9 || !isPowerOf2_32(L.Alignment) ||
      !isPowerOf2_32(L.ArrayBaseAlign))
    return fail("invalid object layout");
  return Error::success();
}

Error HeapIndex::loadDamages(Section S, RowReader &Io,
                             std::vector<Damage> &Into) const {
  size_t Old = Into.size();
  if (Error E = readRows<Fault>(S, Io, Into))
    return E;
  for (const Damage &D : ArrayRef(Into).drop_front(Old))
    if (D.Code < format_errc::not_a_dump || D.Code > format_errc::io)
      return fail("unknown damage code " + Twine(unsigned(D.Code)));
  return Error::success();
}
