//===- RecordCodec.h - Converts records to and from bytes -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only place that maps the fields of Records.def to bytes. mapRecord()
/// passes a record's fields to any "IO" object, so decoding, encoding and
/// printing cannot drift apart:
///
///     struct Printer {
///       static constexpr bool Mutates = false;
///       template <FieldType T, class F> void field(const char *Name, F &V);
///       template <FieldType C, class S>
///       void list(const char *Name, const ListRef<S> &L);
///       template <PayloadKind K, class R>
///       void payload(const char *Name, const R &Rec, const Payload &P);
///     };
///     mapRecord(P, Rec);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_RECORDCODEC_H
#define HPROF_FORMAT_RECORDS_RECORDCODEC_H

#include "hprof/Format/Records/RecordFacts.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Endian.h"

namespace hprof {

namespace detail {
template <class T, class IO>
using ForIO = std::conditional_t<IO::Mutates, T, const T>;
} // namespace detail

// Inlined, so that callers of a decoder do not pay for unused fields.
#define HPROF_MAP_BEGIN(NAME)                                                  \
  template <class IO>                                                          \
  LLVM_ATTRIBUTE_ALWAYS_INLINE void mapRecord(IO &Io,                          \
                                              detail::ForIO<NAME, IO> &R) {    \
    (void)Io, (void)R;
#define HPROF_STRUCT_BEGIN(NAME) HPROF_MAP_BEGIN(NAME)
#define HPROF_FIELD(TYPE, NAME)                                                \
  Io.template field<FieldType::TYPE>(#NAME, R.NAME);
#define HPROF_STRUCT_END(NAME) }
#include "hprof/Format/Records/Records.def"
#define HPROF_ANY_BEGIN(NAME) HPROF_MAP_BEGIN(NAME)
#define HPROF_FIELD(TYPE, NAME)                                                \
  Io.template field<FieldType::TYPE>(#NAME, R.NAME);
#define HPROF_LIST(COUNT, STRUCT, NAME)                                        \
  Io.template list<FieldType::COUNT>(#NAME, R.NAME);
#define HPROF_PAYLOAD(KIND, NAME)                                              \
  Io.template payload<PayloadKind::KIND>(#NAME, R, R.NAME);
#define HPROF_ANY_END(NAME) }
#include "hprof/Format/Records/Records.def"
#undef HPROF_MAP_BEGIN

/// Reads an unsigned big-endian number of \p Width bytes, 1 to 8.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t loadBE(const uint8_t *P, unsigned Width) {
  switch (Width) {
  case 1:
    return *P;
  case 2:
    return llvm::support::endian::read16be(P);
  case 4:
    return llvm::support::endian::read32be(P);
  case 8:
    return llvm::support::endian::read64be(P);
  }
  uint64_t V = 0;
  while (Width--)
    V = V << 8 | *P++;
  return V;
}

/// Writes the lower \p Width bytes of \p V, big-endian.
LLVM_ATTRIBUTE_ALWAYS_INLINE void storeBE(uint8_t *P, uint64_t V,
                                          unsigned Width) {
  switch (Width) {
  case 1:
    *P = uint8_t(V);
    return;
  case 2:
    return llvm::support::endian::write16be(P, uint16_t(V));
  case 4:
    return llvm::support::endian::write32be(P, uint32_t(V));
  case 8:
    return llvm::support::endian::write64be(P, V);
  }
  for (; Width--; V >>= 8)
    P[Width] = uint8_t(V);
}

namespace detail {
/// Finds the field of a given type, in a const or non-const record.
template <FieldType Wanted, bool IsConst> struct FieldFinder {
  static constexpr bool Mutates = !IsConst;
  using Type = typename Storage<Wanted>::type;
  std::conditional_t<IsConst, const Type, Type> *Found = nullptr;
  template <FieldType T, class F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void field(const char *, F &V) {
    if constexpr (T == Wanted)
      Found = &V;
  }
  template <FieldType C, class L>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void list(const char *, L &) {}
  template <PayloadKind K, class R, class P>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void payload(const char *, R &, P &) {}
};

struct ListMeter {
  static constexpr bool Mutates = false;
  uint64_t Bytes = 0;
  template <FieldType T, class F> void field(const char *, const F &) {}
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    Bytes += fieldWidth(C, 0) +
             (L.IsWide ? L.Count * headSize<S>(L.IdSize) : L.Bytes.size());
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &) {}
};

} // namespace detail

/// The field of type \p T of \p Rec, which must have one.
template <FieldType T, class R>
LLVM_ATTRIBUTE_ALWAYS_INLINE auto &fieldOf(R &Rec) {
  static_assert(FactsOf<std::remove_const_t<R>>.count(T) == 1);
  detail::FieldFinder<T, std::is_const_v<R>> Finder;
  mapRecord(Finder, Rec);
  return *Finder.Found;
}

/// Size in bytes of \p Rec's lists, including their counts.
template <class R> uint64_t listBytes(const R &Rec) {
  detail::ListMeter Meter;
  mapRecord(Meter, Rec);
  return Meter.Bytes;
}

/// The payload of \p Rec; null for kinds without one.
template <class R> const Payload *payloadIn(const R &Rec) {
  if constexpr (FactsOf<R>.hasPayload())
    return &Rec.payload();
  else
    return nullptr;
}

/// The element type of \p Rec's payload. Text and field values consist of
/// bytes.
template <class R>
LLVM_ATTRIBUTE_ALWAYS_INLINE BasicType elementType(const R &Rec) {
  if constexpr (R::OfPayload == PayloadKind::ObjectIds)
    return BasicType::Object;
  else if constexpr (R::OfPayload == PayloadKind::Elements)
    return fieldOf<FieldType::Type>(Rec);
  else
    return BasicType::Byte;
}

/// Size in bytes of \p Rec's payload, computed from its other fields.
template <class R>
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t payloadSize(const R &Rec,
                                                  unsigned IdSize) {
  return uint64_t(fieldOf<FieldType::Count>(Rec)) *
         widthOf(elementType(Rec), IdSize);
}

enum class DecodeStatus : uint8_t {
  Ok,
  Short,   ///< The bytes end inside the record.
  BadValue ///< A value of unknown type: the fields after it cannot be located.
};

/// Decodes records from bytes. \p FixedIdSize is the id size if known at
/// compile time, and 0 otherwise. Fixed fields are not checked against the end:
/// the caller must have checked that headSize() bytes are available.
template <unsigned FixedIdSize> class RecordDecoder {
public:
  static constexpr bool Mutates = true;
  RecordDecoder(const uint8_t *P, const uint8_t *End, unsigned IdSize,
                bool IsWide = false)
      : P(P), End(End), DynIdSize(IdSize), IsWide(IsWide) {}

  const uint8_t *position() const { return P; }
  DecodeStatus status() const { return Status; }
  unsigned idSize() const { return FixedIdSize ? FixedIdSize : DynIdSize; }

  template <FieldType T, class F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void field(const char *, F &Out) {
    if constexpr (T == FieldType::Value) {
      Out.Type = BasicType(*P++);
      unsigned Width = widthOf(Out.Type, idSize());
      if (!Width)
        Status = DecodeStatus::BadValue;
      else if (size_t(End - P) < Width)
        Status = DecodeStatus::Short;
      else {
        Out.Bits = loadBE(P, Width);
        P += Width;
      }
    } else {
      unsigned Width = fieldWidth(T, idSize());
      if constexpr (T == FieldType::Total)
        Width = IsWide ? 8 : Width;
      Out = static_cast<F>(loadBE(P, Width));
      P += Width;
    }
  }

  template <FieldType C, class S> void list(const char *, ListRef<S> &Out) {
    if (Status != DecodeStatus::Ok)
      return;
    constexpr unsigned CountWidth = fieldWidth(C, 0);
    if (size_t(End - P) < CountWidth) {
      Status = DecodeStatus::Short;
      return;
    }
    Out.Count = uint32_t(loadBE(P, CountWidth));
    Out.IdSize = uint8_t(idSize());
    P += CountWidth;
    const uint8_t *Begin = P;
    unsigned ElementSize = headSize<S>(idSize());
    // Elements with a Value differ in size.
    if (!FactsOf<S>.has(FieldType::Value)) {
      uint64_t Size = uint64_t(Out.Count) * ElementSize;
      if (uint64_t(End - P) < Size) {
        Status = DecodeStatus::Short;
        return;
      }
      P += Size;
    } else {
      for (uint32_t I = 0; I != Out.Count; ++I) {
        if (size_t(End - P) < ElementSize)
          Status = DecodeStatus::Short;
        S Element;
        if (Status == DecodeStatus::Ok)
          mapRecord(*this, Element);
        if (Status != DecodeStatus::Ok)
          return;
      }
    }
    Out.Bytes = llvm::ArrayRef(Begin, P);
  }

  // The caller sets payloads, because only the caller knows the available size.
  template <PayloadKind K, class R>
  void payload(const char *, R &, Payload &Out) {}

private:
  const uint8_t *P, *End;
  unsigned DynIdSize;
  bool IsWide; ///< See ListRef.
  DecodeStatus Status = DecodeStatus::Ok;
};

/// Calls \p F with each element of \p L, decoded.
template <class S, class Fn> void forEach(const ListRef<S> &L, Fn &&F) {
  RecordDecoder<0> In(L.Bytes.begin(), L.Bytes.end(), L.IdSize, L.IsWide);
  for (uint32_t I = 0; I != L.Count; ++I) {
    S Element;
    mapRecord(In, Element);
    F(Element);
  }
}

namespace detail {
struct TotalMeter {
  static constexpr bool Mutates = false;
  uint64_t NumLarge = 0;
  template <FieldType T, class F> void field(const char *, const F &V) {
    if constexpr (T == FieldType::Total)
      NumLarge += V > UINT32_MAX;
  }
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    if (L.IsWide)
      forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &) {}
};
} // namespace detail

/// Number of \p Rec's Totals that do not fit in HPROF binary.
template <class R> uint64_t numLargeTotals(const R &Rec) {
  detail::TotalMeter Meter;
  mapRecord(Meter, Rec);
  return Meter.NumLarge;
}

/// Appends records to a byte vector as in HPROF binary, with ids of \p IdSize
/// bytes. Totals that are too large saturate.
class RecordEncoder {
public:
  static constexpr bool Mutates = false;
  RecordEncoder(llvm::SmallVectorImpl<uint8_t> &Out, unsigned IdSize)
      : Out(Out), IdSize(IdSize) {}

  void number(uint64_t V, unsigned Width) {
    while (Width--)
      Out.push_back(uint8_t(V >> 8 * Width));
  }
  void value(const Value &V) {
    Out.push_back(uint8_t(V.Type));
    number(V.Bits, widthOf(V.Type, IdSize));
  }

  template <FieldType T, class F> void field(const char *, const F &V) {
    if constexpr (T == FieldType::Value)
      value(V);
    else if constexpr (T == FieldType::Total)
      number(std::min<uint64_t>(V, UINT32_MAX), fieldWidth(T, IdSize));
    else
      number(uint64_t(V), fieldWidth(T, IdSize));
  }
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    number(L.Count, fieldWidth(C, 0));
    if (L.IdSize == IdSize && !L.IsWide)
      Out.append(L.Bytes.begin(), L.Bytes.end());
    else
      forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &P) {
    Out.append(P.Bytes.begin(), P.Bytes.end());
  }

private:
  llvm::SmallVectorImpl<uint8_t> &Out;
  unsigned IdSize;
};

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_RECORDCODEC_H
