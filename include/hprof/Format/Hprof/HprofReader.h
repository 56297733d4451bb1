//===- HprofReader.h - Reads HPROF binary -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes bytes into records, for versions 1.0, 1.0.1, 1.0.2 and Android's
/// 1.0.3 with ids of 1, 2, 4 or 8 bytes:
///
///     Expected<std::unique_ptr<Source>> In = Source::open(Path);
///     Expected<HprofReader> Reader = HprofReader::create(**In);
///     if (Error E = Reader->read(Visitor))
///       ...                                  // only if the input failed
///
/// read() accepts a RecordVisitor or, statically dispatched, any class with the
/// same members (HeapVisitor). Memory is bounded: at most MaxRecord bytes of
/// one record are buffered, and a larger record is delivered as Opaque;
/// payloads larger than MaxWhole come in chunks.
///
/// Damage is reported to the handler, and the walk continues until everything
/// readable has been delivered: a truncated record is delivered as Opaque
/// bytes, an unknown sub-record tag makes the rest of its segment Opaque, and
/// reading resumes at the next top-level record. Bytes that cannot be a
/// top-level record are Opaque up to the point where at least four consecutive
/// records begin within 64 KiB, or up to the end if there is no such point.
///
/// Wrong lengths of heap dump records are resolved as follows. A length is
/// right if a top-level record or the end of input follows the body. If at
/// least 4 GiB of input follow, the length may have lost its upper bits:
/// multiples of 2^32 are added until a record follows. Otherwise, a length is
/// right if a sub-record ends there, unless sub-records fill the next 64 KiB.
/// Otherwise, and if the length is 0 (JDK 8 fills it in last), sub-records are
/// read until something else follows.
///
/// If a length is wrong and the body contains the header of another file
/// followed by a record, the first file was truncated there: the body ends, and
/// reading resumes with the other file. The first GiB of the body is searched;
/// in pipes, only bodies up to 8 MiB.
///
/// A version 1.0.x that no writer uses is treated as damage and read as 1.0.2.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROF_HPROFREADER_H
#define HPROF_FORMAT_HPROF_HPROFREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof {

struct ReaderOptions {
  DamageHandler OnDamage;
  /// Payloads up to this size in bytes are delivered whole. Mapped inputs
  /// ignore the limit unless it is set below the default.
  uint64_t MaxWhole = DefaultMaxWhole;
  /// Larger payloads are delivered in chunks of at most this many bytes.
  size_t ChunkSize = 1 << 20;

  static constexpr uint64_t DefaultMaxWhole = 1 << 20;
};

class HprofReader {
public:
  /// Reads the file header. \p In must outlive the reader.
  static llvm::Expected<HprofReader> create(Source &In,
                                            ReaderOptions Options = {});

  /// Reads records without a file header as if \p Under preceded them. \p In
  /// must outlive the reader.
  static HprofReader createUnder(Source &In, const FileHeader &Under,
                                 ReaderOptions Options = {}) {
    HprofReader Reader(In, std::move(Options));
    Reader.Header = Under;
    return Reader;
  }

  const FileHeader &header() const { return Header; }

  /// Walks all records. Returns an error only if reading the input fails.
  llvm::Error read(RecordVisitor &V);
  template <class Visitor> llvm::Error read(Visitor &V);

  /// The steps of read(), for drivers that hand bodies to several threads.
  enum class Found : uint8_t {
    Frame,  ///< A top-level record: call readBody() or skipBody() next.
    Header, ///< Another file header: see header().
    Gap,    ///< Bytes that do not begin a record: call readGap() next.
    End
  };
  Found next(Frame &F);
  template <class Visitor> void readBody(const Frame &F, Visitor &V);
  template <class Visitor> void readGap(const Frame &F, Visitor &V);
  void skipBody(const Frame &F);
  /// Calls \p Read with a reader at the body of \p F, which can then call
  /// readBody(). next() found the frame in \p All under the file header
  /// \p Under, and skipBody() skipped it. Thread-safe.
  static void readSegment(llvm::ArrayRef<uint8_t> All, const FileHeader &Under,
                          const Frame &F, const ReaderOptions &Own,
                          llvm::function_ref<void(HprofReader &)> Read);
  template <class Visitor>
  static void readSegment(llvm::ArrayRef<uint8_t> All, const FileHeader &Under,
                          const Frame &F, const ReaderOptions &Own,
                          Visitor &V) {
    readSegment(All, Under, F, Own,
                [&](HprofReader &Reader) { Reader.readBody(F, V); });
  }
  /// Rereads the records from \p Begin to \p End of \p All, which next() found
  /// under the file header \p Under. Does not report damage.
  static void readRange(llvm::ArrayRef<uint8_t> All, const FileHeader &Under,
                        uint64_t Begin, uint64_t End, RecordVisitor &V);
  /// Must be called last: reports damage that is apparent only at the end of
  /// the input.
  llvm::Error finish();

private:
  HprofReader(Source &In, ReaderOptions Options)
      : In(&In), Options(std::move(Options)) {}

  llvm::Error readHeader();
  uint64_t takeOrigin();
  void resolveLength(Frame &F);
  bool endsAtFile(Frame &F);
  uint64_t gapLength(uint8_t Tag, uint64_t Length);
  void endSegments(uint64_t Offset);
  bool recordFollows(uint64_t Distance);
  bool goesOnAt(uint64_t Distance);
  bool goesOnHere();
  void damage(format_errc Code, uint64_t Offset, const llvm::Twine &What);
  bool refuse(format_errc Code, const Frame &F, const char *Why);
  void badSubRecord(const WalkResult &Step, uint64_t Left);
  void endsInside(const Frame &F, uint64_t Length);
  void endsBeyond(const Frame &F, uint64_t Length, bool InSubRecord);

  template <class Visitor> uint64_t readOpaque(uint64_t Size, Visitor &V);
  template <class Visitor>
  uint64_t sendPayload(RecordKind Of, uint64_t Size, Visitor &V);
  template <class R, class Visitor>
  uint64_t readTopLevel(const Frame &F, Visitor &V);
  template <class R, class Visitor>
  uint64_t readWithPayload(const Frame &F, Visitor &V);
  template <class R>
  bool decodeHead(const Frame &F, llvm::ArrayRef<uint8_t> W, R &Rec,
                  uint64_t &Head);
  template <unsigned I, class Visitor>
  uint64_t readHeap(const Frame &F, Visitor &V);
  template <class Visitor> static RecordKindSet runKindsOf(const Visitor &V);
  template <unsigned I, class Visitor>
  WalkResult walkWindow(llvm::ArrayRef<uint8_t> W, const RecordKindSet &InRuns,
                        Visitor &V);
  template <unsigned I, class Visitor>
  uint64_t readLarge(uint64_t Head, uint64_t Left, Visitor &V);
  template <class R, unsigned I, class Visitor>
  uint64_t readLargeRecord(uint64_t Head, uint64_t Left, Visitor &V);

  /// Mapped inputs deliver all payloads whole.
  uint64_t maxWhole() const {
    return In->contents() && Options.MaxWhole == ReaderOptions::DefaultMaxWhole
               ? UINT64_MAX
               : Options.MaxWhole;
  }

  Source *In;
  ReaderOptions Options;
  FileHeader Header;
  /// Whether a HEAP DUMP SEGMENT was read, but not yet its HEAP DUMP END.
  bool InSegments = false;
  bool Cut = false;
  /// Whether an end of input inside a record was already reported.
  bool EndsWereTold = false;
};

template <class Visitor> llvm::Error HprofReader::read(Visitor &V) {
  V.visit(static_cast<const FileHeader &>(Header));
  Frame F;
  while (V.wantsMore()) {
    switch (next(F)) {
    case Found::Header:
      V.visit(static_cast<const FileHeader &>(Header));
      break;
    case Found::Frame:
      readBody(F, V);
      break;
    case Found::Gap:
      readGap(F, V);
      break;
    case Found::End:
      return finish();
    }
  }
  return llvm::Error::success();
}

template <class Visitor>
void HprofReader::readBody(const Frame &F, Visitor &V) {
  V.beginFrame(F);
  uint64_t Length = 0;
  if (F.isHeap()) {
    if (Header.IdSize == 8)
      Length = readHeap<8>(F, V);
    else if (Header.IdSize == 4)
      Length = readHeap<4>(F, V);
    else
      Length = readHeap<0>(F, V);
  } else {
    switch (F.kind()) {
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  case RecordKind::NAME:                                                       \
    if constexpr (FactsOf<NAME>.hasPayload())                                  \
      Length = readWithPayload<NAME>(F, V);                                    \
    else                                                                       \
      Length = readTopLevel<NAME>(F, V);                                       \
    break;
#include "hprof/Format/Records/Records.def"
    default: // Opaque
      damage(format_errc::unknown_tag, F.Offset,
             "unknown record of " + llvm::Twine(F.Length) + " bytes");
      Length = readOpaque(F.Length, V);
      break;
    }
  }
  if (Length < F.Length && F.Length != UINT64_MAX && V.wantsMore())
    endsInside(F, Length);
  V.endFrame(F, Length);
}

template <class Visitor> void HprofReader::readGap(const Frame &F, Visitor &V) {
  readOpaque(F.Length, V);
}

/// Sends up to \p Size bytes as payload chunks; returns the number sent.
template <class Visitor>
uint64_t HprofReader::sendPayload(RecordKind Of, uint64_t Size, Visitor &V) {
  uint64_t Done = 0;
  while (Done < Size) {
    llvm::ArrayRef<uint8_t> W = In->peek(1).take_front(
        size_t(std::min<uint64_t>(Size - Done, Options.ChunkSize)));
    if (W.empty())
      break;
    V.payload(Of, W);
    Done += W.size();
    In->consume(W.size());
  }
  return Done;
}

template <class Visitor>
uint64_t HprofReader::readOpaque(uint64_t Size, Visitor &V) {
  if (In->peek(1).empty() || !Size)
    return 0;
  Opaque O;
  O.Offset = In->offset();
  O.Size = Size;
  V.visit(static_cast<const Opaque &>(O));
  return sendPayload(O.Kind, Size, V);
}

template <class R, class Visitor>
uint64_t HprofReader::readTopLevel(const Frame &F, Visitor &V) {
  const unsigned Head = headSize<R>(Header.IdSize);
  if (F.Length > MaxRecord) {
    refuse(format_errc::bad_length, F, "is too large to be one");
    return readOpaque(F.Length, V);
  }
  llvm::ArrayRef<uint8_t> W = In->peek(size_t(F.Length));
  if (W.size() < F.Length)
    return readOpaque(F.Length, V);
  R Rec;
  Rec.Offset = F.Offset;
  Rec.Time = F.Time;
  RecordDecoder<0> Dec(W.begin(), W.begin() + F.Length, Header.IdSize);
  if (F.Length >= Head)
    mapRecord(Dec, Rec);
  if (F.Length < Head || Dec.status() != DecodeStatus::Ok) {
    refuse(format_errc::bad_length, F, "is too short for its fields");
    return readOpaque(F.Length, V);
  }
  V.visit(static_cast<const R &>(Rec));
  uint64_t Used = uint64_t(Dec.position() - W.begin());
  In->consume(size_t(Used));
  if (Used == F.Length)
    return Used;
  damage(format_errc::bad_length, F.BodyOffset + Used,
         llvm::Twine(recordInfo(R::Kind).Text) + " has " +
             llvm::Twine(F.Length - Used) + " bytes after its fields");
  return Used + readOpaque(F.Length - Used, V);
}

/// Decodes from \p W the part of \p Rec before its payload; sets \p Head to its
/// size in bytes. Returns false, and reports the reason, if the record of \p F
/// is malformed.
template <class R>
LLVM_ATTRIBUTE_ALWAYS_INLINE bool
HprofReader::decodeHead(const Frame &F, llvm::ArrayRef<uint8_t> W, R &Rec,
                        uint64_t &Head) {
  if (W.size() < headSize<R>(Header.IdSize))
    return refuse(format_errc::bad_length, F,
                  R::Kind == RecordKind::Utf8 ? "has no id"
                                              : "is too short for its fields");
  Rec.Offset = F.Offset;
  Rec.Time = F.Time;
  RecordDecoder<0> Dec(W.begin(), W.end(), Header.IdSize);
  mapRecord(Dec, Rec);
  if (Dec.status() == DecodeStatus::Short && W.size() < F.Length)
    return refuse(format_errc::bad_length, F, "is too large to be one");
  if (Dec.status() != DecodeStatus::Ok)
    return refuse(format_errc::bad_length, F, "is too short for its fields");
  if constexpr (FactsOf<R>.has(FieldType::Type))
    if (!isKnown(fieldOf<FieldType::Type>(Rec)))
      return refuse(format_errc::bad_value, F,
                    "contains a value of an unknown type");
  Head = uint64_t(Dec.position() - W.begin());
  uint64_t Left = F.Length - Head;
  if constexpr (R::OfPayload == PayloadKind::Text)
    Rec.payload().Size = Left;
  else
    Rec.payload().Size = payloadSize(Rec, Header.IdSize);
  return Rec.payload().Size <= Left ||
         refuse(format_errc::bad_length, F, "is too short for its fields");
}

template <class R, class Visitor>
uint64_t HprofReader::readWithPayload(const Frame &F, Visitor &V) {
  // Lists must be in memory to be checked; the payload need not be.
  const size_t Held = size_t(std::min<uint64_t>(
      F.Length, FactsOf<R>.lists() ? MaxRecord : headSize<R>(Header.IdSize)));
  llvm::ArrayRef<uint8_t> W;
  R Rec;
  uint64_t Head = 0, Size = 0;
  bool Whole = false;
  // Peeking further may move the bytes, including the lists.
  size_t Want = Held;
  do {
    W = In->peek(Want);
    if (W.size() < Want || !decodeHead(F, W.take_front(Held), Rec, Head))
      return readOpaque(F.Length, V);
    // A mapped input delivers a payload above the limit whole only if it is
    // complete, so that a truncated payload comes in chunks from any input.
    Size = Rec.payload().Size;
    Whole = Size <= Options.MaxWhole ||
            (Size <= maxWhole() && W.size() >= Head + Size);
    Want = size_t(Whole ? Head + Size : Head);
  } while (W.size() < Want);
  if (Whole)
    Rec.payload().Bytes = W.slice(size_t(Head), size_t(Size));
  V.visit(static_cast<const R &>(Rec));
  In->consume(Want);
  const uint64_t Used = Head + (Whole ? Size : sendPayload(R::Kind, Size, V));
  if (Used < Head + Size || Used == F.Length)
    return Used;
  damage(format_errc::bad_length, F.BodyOffset + Used,
         llvm::Twine(recordInfo(R::Kind).Text) + " has " +
             llvm::Twine(F.Length - Used) + " bytes after its fields");
  return Used + readOpaque(F.Length - Used, V);
}

template <class Visitor>
RecordKindSet HprofReader::runKindsOf(const Visitor &V) {
  if constexpr (std::is_base_of_v<RecordVisitor, Visitor>)
    return V.runKinds();
  else
    return {};
}

template <unsigned I, class Visitor>
WalkResult HprofReader::walkWindow(llvm::ArrayRef<uint8_t> W,
                                   const RecordKindSet &InRuns, Visitor &V) {
  if constexpr (std::is_base_of_v<RecordVisitor, Visitor>)
    if (InRuns.any())
      return walkInRuns<I>(W, In->offset(), Header.IdSize, maxWhole(), InRuns,
                           V);
  return walkSubRecords<I>(W, In->offset(), Header.IdSize, maxWhole(), V);
}

template <unsigned I, class Visitor>
uint64_t HprofReader::readHeap(const Frame &F, Visitor &V) {
  // Peek size: enough for all but a few sub-records.
  constexpr uint64_t Piece = 1 << 16;
  constexpr uint64_t Wrap = uint64_t(1) << 32;
  // The end of the body according to its header, as far as trusted.
  uint64_t Limit = F.Length;
  if (Limit == UINT64_MAX && F.DeclaredLength)
    Limit = F.DeclaredLength;
  bool Beyond = Limit == UINT64_MAX; // Whether to read past the limit.
  const bool MayGoOn = !In->contents() || F.Length == UINT64_MAX;
  bool InSubRecord = false;
  const RecordKindSet InRuns = runKindsOf(V);
  uint64_t Done = 0, Want = Piece;
  while (V.wantsMore()) {
    uint64_t Left = Limit - Done;
    if (!Left && !(MayGoOn && goesOnHere()))
      break;
    if (!Left) {
      Limit += Wrap;
      Beyond = true;
      continue;
    }
    llvm::ArrayRef<uint8_t> W = In->peek(size_t(std::min(Left, Want)));
    W = W.take_front(size_t(std::min<uint64_t>(Left, W.size())));
    if (W.empty())
      break;
    WalkResult Step = walkWindow<I>(W, InRuns, V);
    In->consume(Step.Consumed);
    Done += Step.Consumed;
    Left -= Step.Consumed;
    Want = Piece;
    if (Step.Stop == WalkStop::AtEnd)
      continue;
    if (Step.Stop == WalkStop::BadTag && Beyond)
      break;
    bool TooLong =
        Step.Stop == WalkStop::NeedMore || Step.Stop == WalkStop::LargePayload;
    if (TooLong && Step.Need > Left &&
        (Beyond || (MayGoOn && goesOnAt(Left)))) {
      // Past the declared end, only sub-records show how far the body extends.
      for (; Limit - Done < Step.Need; Limit += Wrap)
        Beyond = true;
      continue;
    }
    // A pipe cannot be peeked past a large payload, so for every kind of input,
    // only the part in the segment is delivered.
    bool Straddles = Step.Stop == WalkStop::LargePayload && Step.Need > Left &&
                     Left > MaxRecord;
    if (!Straddles && (!TooLong || Step.Need > Left)) {
      badSubRecord(Step, Beyond ? UINT64_MAX : Left);
      Done += readOpaque(Beyond ? UINT64_MAX : Left, V);
      break;
    }
    // Larger payloads are delivered in chunks, smaller ones once complete.
    if (Straddles || (Step.Stop == WalkStop::LargePayload &&
                      Step.Need - Step.Head > Options.MaxWhole)) {
      uint64_t Read = readLarge<I>(Step.Head, Left, V);
      InSubRecord = Read < Step.Need && In->peek(1).empty();
      Done += Read;
      for (; Limit < Done; Limit += Wrap)
        Beyond = true;
      continue;
    }
    size_t Held = W.size() - Step.Consumed;
    Want = std::max<uint64_t>({Piece, Step.Need, 2 * Held});
    if (In->peek(size_t(std::min(Left, Want))).size() < Step.Need) {
      InSubRecord = true; // The input is truncated.
      Done += readOpaque(Beyond ? UINT64_MAX : Left, V);
      break;
    }
  }
  if (Beyond && V.wantsMore())
    endsBeyond(F, Done, InSubRecord);
  return Done;
}

/// Reads the sub-record at the source's position, whose payload is too large to
/// be delivered whole; returns the number of bytes read. \p Head is the size of
/// the part before the payload, \p Left that of the rest of its segment.
template <unsigned I, class Visitor>
uint64_t HprofReader::readLarge(uint64_t Head, uint64_t Left, Visitor &V) {
  switch (In->peek(1).front()) {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  case TAG:                                                                    \
    if constexpr (FactsOf<NAME>.hasPayload())                                  \
      return readLargeRecord<NAME, I>(Head, Left, V);                          \
    break;
#include "hprof/Format/Records/Records.def"
  }
  llvm_unreachable("only records with payloads are large");
}

template <class R, unsigned I, class Visitor>
uint64_t HprofReader::readLargeRecord(uint64_t Head, uint64_t Left,
                                      Visitor &V) {
  llvm::ArrayRef<uint8_t> W = In->peek(size_t(Head));
  R Rec;
  Rec.Offset = In->offset();
  RecordDecoder<I> Dec(W.begin() + 1, W.end(), Header.IdSize);
  mapRecord(Dec, Rec);
  uint64_t Size = payloadSize(Rec, Header.IdSize);
  Rec.payload().Size = Size;
  auto Pass = [&](uint64_t Bytes) {
    if constexpr (TakesChunks<Visitor>::value)
      return sendPayload(R::Kind, Bytes, V);
    else
      return In->skip(Bytes);
  };
  if constexpr (TakesChunks<Visitor>::value)
    V.visit(static_cast<const R &>(Rec));
  In->consume(size_t(Head));
  uint64_t Inside = std::min(Size, Left - Head);
  uint64_t Sent = Pass(Inside);
  if (Sent == Inside && Inside != Size) {
    // A pipe's segment length can be checked only now; that of a mapped file
    // was resolved before.
    if (recordFollows(0))
      damage(format_errc::bad_length, Rec.Offset,
             llvm::Twine(recordInfo(R::Kind).Text) + " of " +
                 llvm::Twine(Head + Size) +
                 " bytes runs past the end of its segment, which has " +
                 llvm::Twine(Left) + " bytes left");
    else
      Sent += Pass(Size - Sent);
  }
  if constexpr (!TakesChunks<Visitor>::value) {
    if (Sent == Size) {
      V.visit(static_cast<const R &>(Rec));
    } else {
      Opaque O;
      O.Offset = Rec.Offset;
      O.Size = Head + Sent;
      V.visit(static_cast<const Opaque &>(O));
      V.omitted(O.Size);
    }
  }
  return Head + Sent;
}

} // namespace hprof

#endif // HPROF_FORMAT_HPROF_HPROFREADER_H
