//===- ContextRecords.cpp - Dump records besides objects ------------------===//
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

/// Whether a DumpContext without stacks needs records of kind \p K.
static bool isOfContext(RecordKind K) {
  return K == RecordKind::Utf8 || K == RecordKind::LoadClass ||
         K == RecordKind::StartThread || K == RecordKind::EndThread;
}
static bool isOfStack(RecordKind K) {
  return K == RecordKind::StackFrame || K == RecordKind::StackTrace;
}

/// Appends a piece, or extends the last piece if the two are adjacent.
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
    // Only the first record of a class is used.
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

namespace {
/// Locations of the records in a stored context. These are copies of undamaged
/// records, so the lengths in their headers can be trusted once checked.
struct Plan {
  std::unique_ptr<NameRecords> Names;
  using Range = std::pair<uint64_t, uint64_t>;
  std::vector<Range> Others; ///< All records except the heap dump.
  Range Classes = {0, 0};
};
} // namespace

/// Returns nullopt if a record is not as expected.
static std::optional<Plan> planFrom(ArrayRef<uint8_t> Bytes, uint64_t At,
                                    unsigned IdSize) {
  constexpr uint64_t HeaderBytes = 9;
  if (Bytes.size() > NameRecords::MaxBytes)
    return std::nullopt;
  Plan P;
  P.Names = std::make_unique<NameRecords>(Bytes, IdSize);
  while (Bytes.size() - At >= HeaderBytes) {
    const RecordKind Kind = topLevelKind(Bytes[At]);
    const uint64_t Length = support::endian::read32be(&Bytes[At + 5]);
    const uint64_t End = At + HeaderBytes + Length;
    if (End > Bytes.size())
      return std::nullopt;
    if (Kind == RecordKind::HeapDump) {
      P.Classes = {At + HeaderBytes, End};
    } else if (Kind == RecordKind::Utf8) {
      if (Length < IdSize || Length > DumpContext::MaxString)
        return std::nullopt;
      P.Names->add(At, End);
    } else if (!isOfContext(Kind)) {
      return std::nullopt;
    } else if (!P.Others.empty() && P.Others.back().second == At) {
      P.Others.back().second = End;
    } else {
      P.Others.push_back({At, End});
    }
    At = End;
  }
  return At == Bytes.size() ? std::optional(std::move(P)) : std::nullopt;
}

/// Same as above, for arbitrary records: visits all records except the classes,
/// and returns the range of the classes.
static Expected<Plan::Range> readAnyRecords(HprofReader &Reader, Source &In,
                                            RecordVisitor &Build) {
  Plan::Range Classes = {0, 0};
  Frame F;
  for (bool AtEnd = false; !AtEnd;) {
    switch (Reader.next(F)) {
    case HprofReader::Found::Header:
      Build.visit(Reader.header());
      break;
    case HprofReader::Found::Frame:
      if (!F.isHeap()) {
        Reader.readBody(F, Build);
        break;
      }
      Reader.skipBody(F);
      Classes = {F.BodyOffset, In.offset()};
      break;
    case HprofReader::Found::Gap:
      Reader.readGap(F, Build);
      break;
    case HprofReader::Found::End:
      AtEnd = true;
      break;
    }
  }
  if (Error E = Reader.finish())
    return E;
  return Classes;
}

Error hprof::readContextRecords(
    ArrayRef<uint8_t> Bytes, unsigned IdSize, DumpContext::Builder &Build,
    function_ref<void(uint64_t, uint64_t)> OnClass) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "");
  Expected<HprofReader> Reader = HprofReader::create(*In);
  if (!Reader)
    return Reader.takeError();
  const FileHeader Header = Reader->header();
  Build.visit(Header);
  // Classes come last, since their order is that of their LOAD CLASS records.
  Plan::Range Classes;
  if (std::optional<Plan> P = planFrom(Bytes, In->offset(), Header.IdSize)) {
    Build.use(std::move(P->Names));
    for (auto [Begin, End] : P->Others)
      HprofReader::readRange(Bytes, Header, Begin, End, Build);
    Classes = P->Classes;
  } else {
    Expected<Plan::Range> Read = readAnyRecords(*Reader, *In, Build);
    if (!Read)
      return Read.takeError();
    Classes = *Read;
  }
  auto [Begin, End] = Classes;
  while (Begin < End) {
    ClassDumpId Seen;
    uint64_t Size = visitAt(Bytes, Begin, IdSize, Seen);
    if (!Size)
      break;
    if (Seen.Id) {
      visitAt(Bytes, Begin, IdSize, static_cast<RecordVisitor &>(Build));
      OnClass(*Seen.Id, Begin);
    }
    Begin += Size;
  }
  return Error::success();
}
