//===- SubRecordWalker.h - The hot loop over sub-records --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks the sub-records that lie wholly in a piece of memory. Nothing is
/// copied or allocated, fields that a visitor does not read cost nothing, and
/// every length is checked before use.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROF_SUBRECORDWALKER_H
#define HPROF_FORMAT_HPROF_SUBRECORDWALKER_H

#include "hprof/Format/Records/RecordCodec.h"

namespace hprof {

enum class WalkStop : uint8_t {
  AtEnd,        ///< All bytes were walked.
  NeedMore,     ///< The next sub-record continues past the bytes.
  LargePayload, ///< The next sub-record's payload is too large or continues
                ///< past the bytes; the bytes before the payload are complete.
  BadTag,       ///< The next byte is not a sub-record's tag.
  BadRecord,    ///< The next sub-record contains an impossible value.
  TooLarge      ///< The next sub-record's lists exceed MaxRecord bytes.
};

/// A record with more bytes than this outside its payload is not read, because
/// everything except the payload is buffered.
constexpr uint64_t MaxRecord = 32 << 20;

struct WalkResult {
  WalkStop Stop;
  size_t Consumed; ///< Bytes of visited sub-records.
  uint64_t Need;   ///< Size of the next sub-record in bytes, or a lower bound.
  uint64_t Head = 0; ///< Bytes before its payload, for LargePayload.
};

/// Decodes the sub-record of type \p R at \p P, which points to its tag, and
/// passes it to \p V. \return AtEnd on success, with Need set to its size.
template <class R, unsigned I, class Visitor>
LLVM_ATTRIBUTE_ALWAYS_INLINE WalkResult walkOne(const uint8_t *P,
                                                const uint8_t *End,
                                                uint64_t Offset,
                                                unsigned IdSize,
                                                uint64_t MaxWhole, Visitor &V) {
  const unsigned Id = I ? I : IdSize;
  const unsigned Head = 1 + headSize<R>(Id);
  if (LLVM_UNLIKELY(size_t(End - P) < Head))
    return {WalkStop::NeedMore, 0, Head};
  R Rec;
  Rec.Offset = Offset;
  RecordDecoder<I> In(P + 1, End, Id);
  mapRecord(In, Rec);
  uint64_t Size = uint64_t(In.position() - P);
  if constexpr (FactsOf<R>.lists() != 0) {
    uint64_t Least =
        In.status() == DecodeStatus::Short ? uint64_t(End - P) + 1 : Size;
    if (In.status() == DecodeStatus::BadValue)
      return {WalkStop::BadRecord, 0, 0};
    if (LLVM_UNLIKELY(Least > MaxRecord))
      return {WalkStop::TooLarge, 0, Least};
    if (In.status() == DecodeStatus::Short)
      return {WalkStop::NeedMore, 0, Least};
  }
  if constexpr (FactsOf<R>.has(FieldType::Type))
    if (LLVM_UNLIKELY(!isKnown(fieldOf<FieldType::Type>(Rec))))
      return {WalkStop::BadRecord, 0, 0};
  if constexpr (FactsOf<R>.hasPayload()) {
    uint64_t Bytes = payloadSize(Rec, Id);
    Payload &Data = Rec.payload();
    Data.Size = Bytes;
    if (LLVM_UNLIKELY(Bytes > uint64_t(End - In.position()) ||
                      Bytes > MaxWhole))
      return {WalkStop::LargePayload, 0, Size + Bytes, Size};
    Data.Bytes = llvm::ArrayRef(In.position(), size_t(Bytes));
    Size += Bytes;
  }
  V.visit(static_cast<const R &>(Rec));
  return {WalkStop::AtEnd, 0, Size};
}

/// Visits the sub-records in \p Bytes, the first of which is at \p Offset in
/// the input. \p I is the id size if known at compile time, and 0 otherwise.
/// Payloads longer than \p MaxWhole stop the walk with LargePayload.
template <unsigned I, class Visitor>
WalkResult walkSubRecords(llvm::ArrayRef<uint8_t> Bytes, uint64_t Offset,
                          unsigned IdSize, uint64_t MaxWhole, Visitor &V) {
  const uint8_t *const Begin = Bytes.begin();
  const uint8_t *const End = Bytes.end();
  const uint8_t *P = Begin;
  while (P != End) {
    WalkResult Step;
    switch (*P) {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  case TAG:                                                                    \
    Step = walkOne<NAME, I>(P, End, Offset + uint64_t(P - Begin), IdSize,      \
                            MaxWhole, V);                                      \
    break;
#include "hprof/Format/Records/Records.def"
    default:
      return {WalkStop::BadTag, size_t(P - Begin), 1};
    }
    if (LLVM_UNLIKELY(Step.Stop != WalkStop::AtEnd))
      return {Step.Stop, size_t(P - Begin), Step.Need, Step.Head};
    P += Step.Need;
  }
  return {WalkStop::AtEnd, Bytes.size(), 0};
}

namespace detail {
/// Accepts records only to find their ends.
struct NoVisitor {
  template <class R> void visit(const R &) {}
};
} // namespace detail

/// Like walkSubRecords(), but consecutive sub-records of the kinds \p InRuns
/// are delivered in runs, see RecordVisitor.
template <unsigned I, class Visitor>
WalkResult walkInRuns(llvm::ArrayRef<uint8_t> Bytes, uint64_t Offset,
                      unsigned IdSize, uint64_t MaxWhole,
                      const RecordKindSet &InRuns, Visitor &V) {
  const uint8_t *const Begin = Bytes.begin();
  const uint8_t *const End = Bytes.end();
  const uint8_t *P = Begin, *RunBegin = Begin;
  uint64_t Room = V.runRoom();
  detail::NoVisitor Nobody;
  auto EndRun = [&] {
    if (P != RunBegin)
      V.run({Offset + uint64_t(RunBegin - Begin), llvm::ArrayRef(RunBegin, P)});
    RunBegin = P;
  };
  while (P != End) {
    WalkResult Step;
    bool IsInRun = false;
    switch (*P) {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  case TAG:                                                                    \
    IsInRun = InRuns[unsigned(RecordKind::NAME)];                              \
    if (IsInRun) {                                                             \
      Step = walkOne<NAME, I>(P, End, 0, IdSize, MaxWhole, Nobody);            \
    } else {                                                                   \
      EndRun();                                                                \
      Step = walkOne<NAME, I>(P, End, Offset + uint64_t(P - Begin), IdSize,    \
                              MaxWhole, V);                                    \
    }                                                                          \
    break;
#include "hprof/Format/Records/Records.def"
    default:
      EndRun();
      return {WalkStop::BadTag, size_t(P - Begin), 1};
    }
    if (LLVM_UNLIKELY(Step.Stop != WalkStop::AtEnd)) {
      EndRun();
      return {Step.Stop, size_t(P - Begin), Step.Need, Step.Head};
    }
    if (!IsInRun) {
      P += Step.Need;
      RunBegin = P;
      Room = V.runRoom();
      continue;
    }
    if (LLVM_UNLIKELY(uint64_t(P - RunBegin) + Step.Need > Room) &&
        P != RunBegin) {
      EndRun();
      Room = V.runRoom();
    }
    P += Step.Need;
  }
  EndRun();
  return {WalkStop::AtEnd, Bytes.size(), 0};
}

} // namespace hprof

#endif // HPROF_FORMAT_HPROF_SUBRECORDWALKER_H
