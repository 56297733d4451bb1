//===- RecordFacts.h - Compile-time facts about records ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compile-time properties of the records in Records.def, for generic code: the
/// size of a record's fixed fields, which fields it contains, and whether it
/// has lists and a payload. A table entry that this code could not read fails
/// to compile.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_RECORDFACTS_H
#define HPROF_FORMAT_RECORDS_RECORDFACTS_H

#include "hprof/Format/Records/Records.h"
#include <algorithm>
#include <type_traits>

namespace hprof {

/// Size in bytes of a field in HPROF binary; for a Value only its type byte.
constexpr unsigned fieldWidth(FieldType T, unsigned IdSize) {
  switch (T) {
  case FieldType::U1:
  case FieldType::Type:
  case FieldType::Value:
    return 1;
  case FieldType::U2:
    return 2;
  case FieldType::U4:
  case FieldType::S4:
  case FieldType::Total:
  case FieldType::Count:
  case FieldType::ClassSerial:
  case FieldType::TraceSerial:
  case FieldType::ThreadSerial:
    return 4;
  case FieldType::U8:
    return 8;
  case FieldType::ObjectId:
  case FieldType::ClassId:
  case FieldType::StringId:
  case FieldType::FrameId:
  case FieldType::HandleId:
    return IdSize;
  }
  return 0;
}

/// The structure of a record or list element. Only its own fields count, not
/// those of its lists' elements.
class RecordFacts {
public:
  // Builders, called in the order of Records.def.
  constexpr RecordFacts field(FieldType T) const {
    RecordFacts F = *this;
    ++F.Counts[unsigned(T)];
    F.Ids += isId(T);
    F.Bytes += fieldWidth(T, 0);
    F.Last = T;
    return F;
  }
  constexpr RecordFacts list() const {
    RecordFacts F = *this;
    ++F.NumLists;
    return F;
  }
  constexpr RecordFacts payload(PayloadKind K) const {
    RecordFacts F = *this;
    F.Payload = K;
    return F;
  }

  /// Size of the fixed fields in bytes, without tag, lists and payload; a Value
  /// counts as its type byte.
  constexpr unsigned headSize(unsigned IdSize) const {
    return Bytes + Ids * IdSize;
  }
  constexpr unsigned count(FieldType T) const { return Counts[unsigned(T)]; }
  constexpr bool has(FieldType T) const { return count(T) != 0; }
  constexpr unsigned lists() const { return NumLists; }
  constexpr bool hasPayload() const { return Payload.has_value(); }
  constexpr bool isFixedSize() const { return !NumLists && !Payload; }

  /// Whether the record can be read: no field's size depends on another field,
  /// and the fields that describe the payload appear exactly once.
  constexpr bool isSound(bool IsTopLevel) const {
    if (has(FieldType::Value) || count(FieldType::Type) > 1)
      return false;
    if (!Payload || *Payload == PayloadKind::Text)
      return !has(FieldType::Count) && (!Payload || IsTopLevel);
    return count(FieldType::Count) == 1 &&
           (*Payload != PayloadKind::Elements || has(FieldType::Type)) &&
           (*Payload != PayloadKind::FieldValues ||
            count(FieldType::ClassId) == 1);
  }
  /// Same as above, for a list element: only its last field can be a Value.
  constexpr bool isSoundElement() const {
    return count(FieldType::Value) == unsigned(Last == FieldType::Value) &&
           !has(FieldType::Count);
  }

private:
  uint8_t Counts[NumFieldTypes] = {};
  unsigned Bytes = 0, Ids = 0, NumLists = 0;
  FieldType Last = FieldType::U1;
  std::optional<PayloadKind> Payload;
};

/// The structure of the record or element \p R.
template <class R> inline constexpr RecordFacts FactsOf = RecordFacts();
#define HPROF_FACTS_BEGIN(NAME)                                                \
  template <> inline constexpr RecordFacts FactsOf<NAME> = RecordFacts()
#define HPROF_STRUCT_BEGIN(NAME) HPROF_FACTS_BEGIN(NAME)
#define HPROF_FIELD(TYPE, NAME) .field(FieldType::TYPE)
#define HPROF_STRUCT_END(NAME) ;
#include "hprof/Format/Records/Records.def"
#define HPROF_ANY_BEGIN(NAME) HPROF_FACTS_BEGIN(NAME)
#define HPROF_FIELD(TYPE, NAME) .field(FieldType::TYPE)
#define HPROF_LIST(COUNT, STRUCT, NAME) .list()
#define HPROF_PAYLOAD(KIND, NAME) .payload(PayloadKind::KIND)
#define HPROF_ANY_END(NAME) ;
#include "hprof/Format/Records/Records.def"
#undef HPROF_FACTS_BEGIN

#define HPROF_STRUCT_BEGIN(NAME)                                               \
  static_assert(FactsOf<NAME>.isSoundElement(), #NAME);
#include "hprof/Format/Records/Records.def"
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  static_assert(FactsOf<NAME>.isSound(/*IsTopLevel=*/true), #NAME);
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  static_assert(FactsOf<NAME>.isSound(/*IsTopLevel=*/false), #NAME);
#define HPROF_FOREIGN_BEGIN(NAME, TEXT, CARRIERS, GROUP)                       \
  static_assert(FactsOf<NAME>.isSound(/*IsTopLevel=*/false), #NAME);
#include "hprof/Format/Records/Records.def"

/// The largest number of lists in any record.
constexpr unsigned MaxLists = std::max({
    0U,
#define HPROF_ANY_BEGIN(NAME) FactsOf<NAME>.lists(),
#include "hprof/Format/Records/Records.def"
});

/// Size in bytes of the fixed fields of an \p R.
template <class R> constexpr unsigned headSize(unsigned IdSize) {
  return FactsOf<R>.headSize(IdSize);
}

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_RECORDFACTS_H
