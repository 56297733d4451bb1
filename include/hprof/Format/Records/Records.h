//===- Records.h - The records of the stream --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One struct per record of Records.def. Ids are 64 bits wide regardless of the
/// file's width. Lists and payloads are views of the reader's buffer, valid
/// only during the call that delivers the record.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_RECORDS_H
#define HPROF_FORMAT_RECORDS_RECORDS_H

#include "hprof/Format/Base/BasicType.h"
#include "hprof/Format/Base/Format.h"
#include "hprof/Format/Records/DumpOrigin.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>

namespace hprof {

/// Every record: top-level ones first, then sub-records, then those that HPROF
/// binary cannot represent, each in the order of Records.def.
enum class RecordKind : uint8_t {
#define HPROF_ANY_BEGIN(NAME) NAME,
#include "hprof/Format/Records/Records.def"
  Opaque ///< Bytes that no record type explains.
};
constexpr unsigned NumRecordKinds = unsigned(RecordKind::Opaque) + 1;
using RecordKindSet = std::bitset<NumRecordKinds>;

/// The subject of a record; top-level records are all Top.
enum class RecordGroup : uint8_t { Top, Root, Class, Object, Info, Opaque };

/// The encoding and meaning of a fixed-size field. Each type of id and serial
/// is a separate name space: equal numbers in two of them are unrelated.
enum class FieldType : uint8_t {
  U1,
  U2,
  U4,
  U8,
  S4,
  /// A U4 in HPROF binary. Sums over several runs or large heaps can exceed 32
  /// bits, which other formats support.
  Total,
  Type,  ///< One byte, a BasicType.
  Value, ///< A type byte and a value of that type.
  Count, ///< A U4: number of elements or bytes in the payload.
  // Ids have the file's width.
  ObjectId,
  ClassId,
  StringId,
  FrameId,
  HandleId, ///< A JNI reference: an address in the VM, not an object.
  // Serials are U4s.
  ClassSerial,
  TraceSerial,
  ThreadSerial
};

constexpr unsigned NumFieldTypes = unsigned(FieldType::ThreadSerial) + 1;

constexpr bool isId(FieldType T) {
  return T >= FieldType::ObjectId && T <= FieldType::HandleId;
}

/// Contents of a payload. The record's Count gives its size.
enum class PayloadKind : uint8_t {
  Text,        ///< The rest of the top-level record, which has no Count.
  FieldValues, ///< Bytes: the fields of an instance of the record's ClassId.
  ObjectIds,
  Elements ///< Values of the record's Type.
};

/// The contents of one row of Records.def.
struct RecordInfo {
  const char *Name;   ///< "LoadClass"
  const char *Text;   ///< "LOAD CLASS"
  FormatSet Carriers; ///< Without YAML, which can represent all records.
  uint8_t Tag;        ///< 0 for records that HPROF binary cannot represent.
  RecordGroup Group;
  /// Whether HPROF binary cannot represent the record.
  bool isForeign() const { return !Tag && Group != RecordGroup::Opaque; }
};
const RecordInfo &recordInfo(RecordKind K);
/// Accepts "LoadClass" and "LOAD CLASS" in any case, with '-' or '_' for
/// spaces.
std::optional<RecordKind> parseRecordKind(llvm::StringRef Name);
/// The kind of the top-level record \p Tag; RecordKind::Opaque if unknown.
RecordKind topLevelKind(uint8_t Tag);
RecordKind subRecordKind(uint8_t Tag);
/// The kinds that \p F can represent.
RecordKindSet kindsCarriedBy(Format F);
/// The kinds that occur in heap dumps of HPROF binary.
RecordKindSet subRecordKinds();

/// A typed value. Integers and floating-point values are the zero-extended bits
/// of their width.
struct Value {
  BasicType Type = BasicType::Object;
  uint64_t Bits = 0;
};

/// Variable-length bytes at the end of a record. Bytes contains all of them if
/// the reader could provide them whole; otherwise it is empty, and payload()
/// events with consecutive chunks follow the record.
struct Payload {
  uint64_t Size = 0;
  llvm::ArrayRef<uint8_t> Bytes;

  Payload() = default;
  /*implicit*/ Payload(llvm::ArrayRef<uint8_t> Whole)
      : Size(Whole.size()), Bytes(Whole) {}
  bool isWhole() const { return Bytes.size() == Size; }
  uint64_t missing() const {
    return Size - std::min<uint64_t>(Size, Bytes.size());
  }
  llvm::StringRef str() const {
    return {reinterpret_cast<const char *>(Bytes.data()), Bytes.size()};
  }
};

/// A view of \p Count encoded elements, decoded one at a time by forEach() in
/// RecordCodec.h.
template <class T> struct ListRef {
  uint32_t Count = 0;
  uint8_t IdSize = 0;
  bool IsWide = false; ///< Totals take 8 bytes, unlike in HPROF binary.
  llvm::ArrayRef<uint8_t> Bytes;
};

namespace detail {
template <FieldType> struct Storage {
  using type = uint64_t;
};
template <> struct Storage<FieldType::U1> {
  using type = uint8_t;
};
template <> struct Storage<FieldType::U2> {
  using type = uint16_t;
};
template <> struct Storage<FieldType::U4> {
  using type = uint32_t;
};
template <> struct Storage<FieldType::S4> {
  using type = int32_t;
};
template <> struct Storage<FieldType::Type> {
  using type = BasicType;
};
template <> struct Storage<FieldType::Value> {
  using type = hprof::Value;
};
template <> struct Storage<FieldType::Count> {
  using type = uint32_t;
};
template <> struct Storage<FieldType::ClassSerial> {
  using type = uint32_t;
};
template <> struct Storage<FieldType::TraceSerial> {
  using type = uint32_t;
};
template <> struct Storage<FieldType::ThreadSerial> {
  using type = uint32_t;
};
} // namespace detail

#define HPROF_STRUCT_BEGIN(NAME) struct NAME {
#define HPROF_FIELD(TYPE, NAME) detail::Storage<FieldType::TYPE>::type NAME{};
#define HPROF_STRUCT_END(NAME)                                                 \
  }                                                                            \
  ;
#include "hprof/Format/Records/Records.def"

// Generic code accesses the payload of any record as payload().
#define HPROF_OWN_PAYLOAD(KIND, NAME)                                          \
  Payload NAME;                                                                \
  static constexpr PayloadKind OfPayload = PayloadKind::KIND;                  \
  const Payload &payload() const { return NAME; }                              \
  Payload &payload() { return NAME; }

// Offset is the position of the record's first byte, after decompression. Time
// is in microseconds since the file header and wraps after 71 minutes.
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  struct NAME {                                                                \
    static constexpr RecordKind Kind = RecordKind::NAME;                       \
    static constexpr RecordGroup Group = RecordGroup::Top;                     \
    static constexpr FormatSet Carriers = CARRIERS;                            \
    static constexpr uint8_t Tag = TAG;                                        \
    uint64_t Offset = 0;                                                       \
    uint32_t Time = 0;
#define HPROF_FIELD(TYPE, NAME) detail::Storage<FieldType::TYPE>::type NAME{};
#define HPROF_LIST(COUNT, STRUCT, NAME) ListRef<STRUCT> NAME;
#define HPROF_PAYLOAD(KIND, NAME) HPROF_OWN_PAYLOAD(KIND, NAME)
#define HPROF_RECORD_END(NAME)                                                 \
  }                                                                            \
  ;
#include "hprof/Format/Records/Records.def"

#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  struct NAME {                                                                \
    static constexpr RecordKind Kind = RecordKind::NAME;                       \
    static constexpr RecordGroup Group = RecordGroup::GROUP;                   \
    static constexpr FormatSet Carriers = CARRIERS;                            \
    static constexpr uint8_t Tag = TAG;                                        \
    uint64_t Offset = 0;
#define HPROF_FIELD(TYPE, NAME) detail::Storage<FieldType::TYPE>::type NAME{};
#define HPROF_LIST(COUNT, STRUCT, NAME) ListRef<STRUCT> NAME;
#define HPROF_PAYLOAD(KIND, NAME) HPROF_OWN_PAYLOAD(KIND, NAME)
#define HPROF_SUBRECORD_END(NAME)                                              \
  }                                                                            \
  ;
#include "hprof/Format/Records/Records.def"

// Offset is the position of the record's first byte in its own format.
#define HPROF_FOREIGN_BEGIN(NAME, TEXT, CARRIERS, GROUP)                       \
  struct NAME {                                                                \
    static constexpr RecordKind Kind = RecordKind::NAME;                       \
    static constexpr RecordGroup Group = RecordGroup::GROUP;                   \
    static constexpr FormatSet Carriers = CARRIERS;                            \
    uint64_t Offset = 0;
#define HPROF_FIELD(TYPE, NAME) detail::Storage<FieldType::TYPE>::type NAME{};
#define HPROF_LIST(COUNT, STRUCT, NAME) ListRef<STRUCT> NAME;
#define HPROF_PAYLOAD(KIND, NAME) HPROF_OWN_PAYLOAD(KIND, NAME)
#define HPROF_FOREIGN_END(NAME)                                                \
  }                                                                            \
  ;
#include "hprof/Format/Records/Records.def"

#undef HPROF_OWN_PAYLOAD

/// The id of the subject of a record in the groups Root, Class and Object.
template <class R> uint64_t subjectId(const R &Rec) {
  if constexpr (R::Group == RecordGroup::Class)
    return Rec.Class;
  else
    return Rec.Object;
}

/// The kinds of a MonitorEvent.
enum class MonitorEventKind : uint8_t { Wait, Waited, Sleep, Exit };

/// Bytes that no record type explains: an unknown top-level record's body, the
/// rest of a segment after an unknown sub-record tag, or a damaged tail. They
/// are always delivered as payload() events.
struct Opaque {
  static constexpr RecordKind Kind = RecordKind::Opaque;
  static constexpr RecordGroup Group = RecordGroup::Opaque;
  uint64_t Offset = 0;
  /// In bytes; UINT64_MAX if it is unknown until the end of the input.
  uint64_t Size = 0;
};

/// The beginning of a file: 19 + 4 + 8 bytes in HPROF binary.
struct FileHeader {
  uint64_t Offset = 0;
  uint64_t Bytes = 0; ///< Size of the header in HPROF binary.
  /// The string after "JAVA PROFILE ", such as "1.0.2"; empty for other
  /// formats.
  std::string Version;
  /// The format of the records. HPROF binary, including Android's, is Hprof.
  Format Carrier = Format::Hprof;
  uint32_t IdSize = 8; ///< Bytes of an id: 1, 2, 4 or 8.
  /// Since 1970-01-01 UTC. Times of records are relative to it.
  uint64_t Millis = 0;
  /// The dump's origin before it was merged with others (DumpOrigin.h).
  DumpOrigin Origin;
  /// Whether there are no header bytes: only the origin record marks the
  /// beginning of the dump. Version, IdSize and Millis are those of the file.
  bool IsJoined = false;

  bool isAndroid() const { return Version == "1.0.3"; }
  /// The time at which the dump was written.
  uint64_t writtenMillis() const { return Origin ? Origin.Millis : Millis; }
  /// Size in bytes of the ids that the VM wrote.
  uint32_t vmIdSize() const { return Origin ? Origin.IdSize : IdSize; }
};

/// The header of a top-level record, as found.
struct Frame {
  uint64_t Offset = 0;
  uint64_t BodyOffset = 0;
  uint8_t Tag = 0;
  uint32_t Time = 0;
  uint32_t DeclaredLength = 0;
  /// The actual length of the body, as far as known when the frame begins:
  /// DeclaredLength, or more if that is 0 or lost its upper bits, or less at a
  /// truncated end; UINT64_MAX if unknown until the body has been walked.
  uint64_t Length = 0;
  RecordKind kind() const { return topLevelKind(Tag); }
  bool isHeap() const {
    return Tag == HeapDump::Tag || Tag == HeapDumpSegment::Tag;
  }
};

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_RECORDS_H
