//===- ContextRecords.cpp - What dumps say besides objects ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ContextRecords.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Endian.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Reads the id of one CLASS DUMP.
struct ClassDumpId : HeapVisitor {
  std::optional<uint64_t> Id;
  using HeapVisitor::visit;
  void visit(const ClassDump &R) { Id = R.Class; }
};
} // namespace

/// Whether a DumpContext needs the record. Excludes the many records of stacks.
static bool isOfContext(RecordKind K) {
  return K == RecordKind::Utf8 || K == RecordKind::LoadClass ||
         K == RecordKind::StartThread || K == RecordKind::EndThread;
}
static bool isOfStack(RecordKind K) {
  return K == RecordKind::StackFrame || K == RecordKind::StackTrace;
}

/// Appends a piece; if adjacent, it extends the last one.
static void append(std::vector<ArrayRef<uint8_t>> &Pieces,
                   ArrayRef<uint8_t> Next) {
  if (!Pieces.empty() && Pieces.back().end() == Next.begin())
    Pieces.back() = {Pieces.back().data(), Pieces.back().size() + Next.size()};
  else
    Pieces.push_back(Next);
}

namespace {
/// Finds the records of a context.
class PieceFinder : public RecordVisitor {
public:
  PieceFinder(ArrayRef<uint8_t> Bytes, std::string &Header,
              std::vector<ArrayRef<uint8_t>> &Pieces)
      : Bytes(Bytes), Header(Header), Pieces(Pieces) {}
  bool IsDamaged = false;

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    if (!H.IsJoined)
      return copy(H.Offset, H.Offset + H.Bytes);
    FileHeader Own = H;
    Own.IsJoined = false;
    Header = headerBytes(Own);
  }
  void beginFrame(const Frame &) override { InFrame = true; }
  void endFrame(const Frame &F, uint64_t Length) override {
    InFrame = false;
    bool IsWanted = isOfContext(F.kind());
    if (IsWanted || isOfStack(F.kind()))
      IsDamaged |= Length != F.DeclaredLength;
    if (IsWanted)
      copy(F.Offset, F.BodyOffset + Length);
  }
  void visit(const Opaque &) override { IsDamaged |= !InFrame; }

private:
  void copy(uint64_t Begin, uint64_t End) {
    append(Pieces, Bytes.slice(size_t(Begin), size_t(End - Begin)));
  }

  ArrayRef<uint8_t> Bytes;
  std::string &Header;
  std::vector<ArrayRef<uint8_t>> &Pieces;
  bool InFrame = false;
};
} // namespace

Expected<std::optional<ContextRecords>> ContextRecords::of(HeapFile &File,
                                                           const HeapGraph &G) {
  ContextRecords R;
  std::optional<ArrayRef<uint8_t>> Bytes = File.source().contents();
  PieceFinder Finder(Bytes.value_or(ArrayRef<uint8_t>()), R.Header, R.Before);
  if (Error E = File.tellRecords(G.header(), Finder))
    return E;
  if (Finder.IsDamaged)
    return std::nullopt;

  uint64_t Length = 0;
  DenseSet<IdKey> Seen;
  for (uint64_t Offset : G.places().classDumps()) {
    ClassDumpId V;
    uint64_t Size = visitAt(*Bytes, Offset, G.header().IdSize, V);
    // The first one of a class counts.
    if (V.Id && !Seen.insert(*V.Id).second)
      continue;
    append(R.Classes, Bytes->slice(Offset, Size));
    Length += Size;
  }
  if (Length > UINT32_MAX)
    return std::nullopt;
  R.Head[0] = HeapDump::Tag;
  support::endian::write32be(&R.Head[5], uint32_t(Length));
  return R;
}

Error hprof::readContextRecords(
    ArrayRef<uint8_t> Bytes, unsigned IdSize, RecordVisitor &Build,
    function_ref<void(uint64_t, uint64_t)> OnClass) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "");
  Expected<HprofReader> Reader = HprofReader::create(*In);
  if (!Reader)
    return Reader.takeError();
  Build.visit(Reader->header());
  // After all others: classes are listed in the order of their LOAD CLASSes.
  uint64_t Begin = 0, End = 0;
  Frame F;
  for (bool AtEnd = false; !AtEnd;) {
    switch (Reader->next(F)) {
    case HprofReader::Found::Header:
      Build.visit(Reader->header());
      break;
    case HprofReader::Found::Frame:
      if (!F.isHeap()) {
        Reader->readBody(F, static_cast<RecordVisitor &>(Build));
        break;
      }
      Reader->skipBody(F);
      Begin = F.BodyOffset;
      End = In->offset();
      break;
    case HprofReader::Found::Gap:
      Reader->readGap(F, static_cast<RecordVisitor &>(Build));
      break;
    case HprofReader::Found::End:
      AtEnd = true;
      break;
    }
  }
  if (Error E = Reader->finish())
    return E;
  while (Begin < End) {
    ClassDumpId Seen;
    uint64_t Size = visitAt(Bytes, Begin, IdSize, Seen);
    if (!Size)
      break;
    if (Seen.Id) {
      visitAt(Bytes, Begin, IdSize, Build);
      OnClass(*Seen.Id, Begin);
    }
    Begin += Size;
  }
  return Error::success();
}
