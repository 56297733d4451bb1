//===- HprofWriter.cpp - Writes HPROF binary ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Base/UnfitId.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Records/RecordHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Encodes the fixed part of records and checks that all ids fit.
class HeadEncoder {
public:
  static constexpr bool Mutates = false;
  HeadEncoder(SmallVectorImpl<uint8_t> &Out, unsigned IdSize)
      : Out(Out), Inner(Out, IdSize), IdSize(IdSize) {}

  template <FieldType T, class F> void field(const char *Name, const F &V) {
    if constexpr (isId(T))
      check(V);
    if constexpr (T == FieldType::Value)
      if (isReference(V.Type))
        check(V.Bits);
    Inner.field<T>(Name, V);
  }
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    Inner.number(L.Count, fieldWidth(C, 0));
    if (L.IdSize == IdSize && !L.IsWide)
      Out.append(L.Bytes.begin(), L.Bytes.end());
    else
      forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &) {}

  /// An id that does not fit; 0 if all fit.
  uint64_t TooLarge = 0;

private:
  void check(uint64_t Id) {
    if (IdSize < 8 && Id >> (8 * IdSize))
      TooLarge = Id;
  }

  SmallVectorImpl<uint8_t> &Out;
  RecordEncoder Inner;
  const unsigned IdSize;
};

/// Encodes fixed fields into a sufficiently large buffer.
template <unsigned Id> class FixedEncoder {
public:
  static constexpr bool Mutates = false;
  explicit FixedEncoder(uint8_t *P) : P(P) {}

  template <FieldType T, class F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void field(const char *, const F &V) {
    constexpr unsigned Width = fieldWidth(T, Id);
    if constexpr (Width == 1)
      *P = uint8_t(V);
    else if constexpr (Width == 2)
      support::endian::write16be(P, uint16_t(V));
    else if constexpr (Width == 4)
      support::endian::write32be(P, uint32_t(V));
    else
      support::endian::write64be(P, uint64_t(V));
    if constexpr (Width < sizeof(F))
      Lost |= uint64_t(V) >> (8 * Width);
    P += Width;
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &) {}

  uint8_t *P;
  uint64_t Lost = 0; ///< Bits that did not fit.
};
} // namespace

static constexpr unsigned LengthOffset = 5; // Within a record's header.

/// Returns the payload of \p Rec, empty if its kind lacks one.
template <class R> static const Payload &payloadOrNone(const R &Rec) {
  static const Payload None;
  const Payload *P = payloadIn(Rec);
  return P ? *P : None;
}

HprofWriter::HprofWriter(Sink &Out, Framing Mode) : Out(Out), Mode(Mode) {}
HprofWriter::~HprofWriter() = default;

void HprofWriter::fail(format_errc Code, const Twine &What) {
  if (!Failure)
    Failure.emplace(Code, Out.offset() + Held.size(), What);
}

/// Appends to the buffered bytes, or to the sink.
void HprofWriter::append(ArrayRef<uint8_t> Bytes) {
  if (!Holding)
    return Out.append(Bytes);
  Held.append(Bytes.begin(), Bytes.end());
  if (Held.size() > MaxHeld)
    release();
}

void HprofWriter::release() {
  Out.append(Held);
  Held.clear();
  Holding = false;
}

void HprofWriter::recordHeader(uint8_t Tag, uint32_t Time, uint64_t Length) {
  uint8_t Header[RecordHeaderSize];
  Header[0] = Tag;
  support::endian::write32be(Header + 1, Time);
  support::endian::write32be(Header + LengthOffset, uint32_t(Length));
  FrameStart = Out.offset() + Held.size();
  append(Header);
}

/// Writes the length of the record whose header is at \p HeaderOffset.
void HprofWriter::patchLength(uint64_t HeaderOffset, uint64_t Length) {
  uint8_t Bytes[4];
  support::endian::write32be(Bytes, uint32_t(Length));
  if (Holding)
    memcpy(&Held[size_t(HeaderOffset - Out.offset()) + LengthOffset], Bytes, 4);
  else if (Out.canPatch())
    Out.patch(HeaderOffset + LengthOffset, Bytes);
  else
    fail(format_errc::bad_length,
         "a record of more than " + Twine(MaxHeld >> 20) +
             " MiB whose length is known only at its end cannot be written to "
             "a pipe or compressed file");
}

void HprofWriter::visit(const FileHeader &H) {
  if (Mode == Framing::Own) {
    endPayload();
    endRun();
    visit(HeapDumpEnd());
  }
  const bool IsInFile = std::exchange(HasHeader, true) && H.IsJoined &&
                        IdSize == H.IdSize && Version == H.Version;
  IdSize = H.IdSize;
  Version = H.Version;
  HasSegments = H.Version != "1.0" && H.Version != "1.0.1";
  if (std::exchange(IsContinued, false))
    return;
  FileHeader Written = H;
  Written.IsJoined = IsInFile;
  Out.append(headerBytes(Written));
}

std::string hprof::headerBytes(const FileHeader &H) {
  std::string Bytes;
  if (!H.IsJoined) {
    uint8_t Numbers[12];
    support::endian::write32be(Numbers, H.IdSize);
    support::endian::write64be(Numbers + 4, H.Millis);
    Bytes = "JAVA PROFILE " + H.Version;
    Bytes += '\0';
    Bytes += toStringRef(ArrayRef<uint8_t>(Numbers));
  }
  if (H.Origin)
    Bytes += originRecord(H.Origin, H.IdSize);
  return Bytes;
}

void HprofWriter::beginFrame(const Frame &F) {
  Time = F.Time;
  if (Mode == Framing::Own)
    return;
  Holding = F.Length == UINT64_MAX && !Out.canPatch();
  recordHeader(F.Tag, F.Time, F.DeclaredLength);
  DeclaredAtStart = F.DeclaredLength;
}

void HprofWriter::endFrame(const Frame &F, uint64_t) {
  if (Mode == Framing::Own) {
    // Data after a HEAP DUMP belongs to another dump.
    if (F.Tag == HeapDump::Tag)
      visit(HeapDumpEnd());
    return;
  }
  if (F.DeclaredLength != DeclaredAtStart)
    patchLength(FrameStart, F.DeclaredLength);
  if (Holding)
    release();
}

void HprofWriter::visit(const Opaque &) {
  if (Mode == Framing::Own)
    endPayload();
}

void HprofWriter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Mode == Framing::Preserve)
    return append(Chunk);
  if (Of == RecordKind::Opaque)
    return;
  Chunk =
      Chunk.take_front(size_t(std::min<uint64_t>(Chunk.size(), PayloadLeft)));
  append(Chunk);
  PayloadLeft -= Chunk.size();
}

/// Pads a payload that its source could not deliver completely.
void HprofWriter::endPayload() {
  // A few bytes may declare an array of 32 GiB.
  constexpr uint64_t MostPadding = uint64_t(1) << 30;
  static const uint8_t Zeros[4096] = {};
  Padding += PayloadLeft;
  if (Padding > MostPadding) {
    fail(format_errc::bad_length, Twine(Padding) +
                                      " bytes declared by records are missing, "
                                      "expected at most " +
                                      Twine(MostPadding));
    PayloadLeft = 0;
  }
  while (PayloadLeft) {
    size_t N = size_t(std::min<uint64_t>(PayloadLeft, sizeof(Zeros)));
    append(ArrayRef(Zeros, N));
    PayloadLeft -= N;
  }
}

/// Returns the size of the run's body so far.
uint64_t HprofWriter::runLength() const {
  return Out.offset() + Held.size() - FrameStart - RecordHeaderSize;
}

/// Ends the current segment, or the heap dump before 1.0.2.
void HprofWriter::endRun() {
  if (!InRun)
    return;
  patchLength(FrameStart, runLength());
  if (Holding)
    release();
  InRun = false;
}

template <class R> void HprofWriter::encode(const R &Rec) {
  HeadEncoder Enc(Head, IdSize);
  mapRecord(Enc, Rec);
  if (Enc.TooLarge) {
    HasUnfitId |= !Failure;
    fail(format_errc::bad_value,
         Twine(recordInfo(R::Kind).Text) + ": id 0x" +
             utohexstr(Enc.TooLarge, /*LowerCase=*/true) +
             " does not fit in the file's " + Twine(IdSize) + "-byte ids");
  }
}

template <class R> void HprofWriter::topLevel(const R &Rec) {
  Head.clear();
  if (Mode == Framing::Preserve) {
    encode(Rec);
    append(Head);
    return append(payloadOrNone(Rec).Bytes);
  }
  endPayload();
  endRun();
  if (R::Kind == RecordKind::HeapDumpEnd && !NeedsEnd)
    return;
  encode(Rec);
  const Payload &P = payloadOrNone(Rec);
  recordHeader(R::Tag, Rec.Time, Head.size() + P.Size);
  append(Head);
  append(P.Bytes);
  PayloadLeft = P.missing();
  if (R::Kind == RecordKind::HeapDumpEnd)
    NeedsEnd = false;
}

template <unsigned Id, class R>
ArrayRef<uint8_t> HprofWriter::encodeFixed(const R &Rec, uint8_t *Room) {
  FixedEncoder<Id> Enc(Room + 1);
  *Room = R::Tag;
  mapRecord(Enc, Rec);
  if (LLVM_UNLIKELY(Enc.Lost)) {
    // Encode again to find the id that does not fit.
    Head.clear();
    encode(Rec);
  }
  return {Room, Enc.P};
}

template <class R> void HprofWriter::subRecord(const R &Rec) {
  const Payload &P = payloadOrNone(Rec);
  // Objects are frequent: ids of common widths need no loops.
  if constexpr (!FactsOf<R>.lists()) {
    uint8_t Room[1 + headSize<R>(8)];
    if (LLVM_LIKELY(IdSize == 8))
      return subRecord(encodeFixed<8>(Rec, Room), P);
    if (IdSize == 4)
      return subRecord(encodeFixed<4>(Rec, Room), P);
  }
  Head.clear();
  Head.push_back(R::Tag);
  encode(Rec);
  subRecord(Head, P);
}

/// Writes \p Start and the payload after it.
void HprofWriter::subRecord(ArrayRef<uint8_t> Start, const Payload &P) {
  if (Mode == Framing::Preserve) {
    append(Start);
    return append(P.Bytes);
  }
  endPayload();
  uint64_t Size = Start.size() + P.Size;
  if (HasSegments && InRun && runLength() + Size > MaxSegment)
    endRun();
  if (!InRun) {
    // If lengths cannot be backpatched, a segment is buffered until it is full,
    // and an old version's heap dump until it is too long. A sub-record that is
    // too large for a segment gets its own segment, whose length is known.
    bool IsLarge = HasSegments && Size > MaxSegment;
    Holding = !IsLarge && !Out.canPatch();
    recordHeader(HasSegments ? HeapDumpSegment::Tag : HeapDump::Tag, Time,
                 IsLarge ? Size : 0);
    InRun = !IsLarge;
    NeedsEnd = HasSegments;
  }
  append(Start);
  append(P.Bytes);
  PayloadLeft = P.missing();
}

uint64_t HprofWriter::runRoom() const {
  if (Mode == Framing::Preserve || !HasSegments)
    return UINT64_MAX;
  return MaxSegment - (InRun ? runLength() + PayloadLeft : 0);
}

void HprofWriter::run(const SubRecordRun &Run) {
  // A run is never split: it fits, or is a single sub-record.
  subRecord(Run.Bytes, Payload());
}

#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  void HprofWriter::visit(const NAME &R) { topLevel(R); }
#include "hprof/Format/Records/Records.def"
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void HprofWriter::visit(const NAME &R) { subRecord(R); }
#include "hprof/Format/Records/Records.def"

Error HprofWriter::finish() {
  if (Mode == Framing::Own) {
    endPayload();
    endRun();
    visit(HeapDumpEnd());
  }
  if (Holding)
    release();
  if (Failure && HasUnfitId)
    return make_error<UnfitId>(Failure->code(), Failure->offset(),
                               Failure->what());
  if (Failure)
    return make_error<FormatError>(*Failure);
  return Error::success();
}
