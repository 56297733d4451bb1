//===- IdMover.h - Moves ids in place ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arithmetic of Relocate, applied to the fields of records: in the
/// structs, and in the encoded bytes, where each id keeps its width.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_IDS_IDMOVER_H
#define HPROF_LIB_CONVERT_IDS_IDMOVER_H

#include "hprof/Convert/Ids/IdMap.h"
#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/RecordCodec.h"

namespace hprof {

constexpr bool isSerial(FieldType T) {
  return T == FieldType::ClassSerial || T == FieldType::TraceSerial ||
         T == FieldType::ThreadSerial;
}
/// Whether fields of this type contain values that may move.
constexpr bool isMoved(FieldType T) {
  return (isId(T) && T != FieldType::HandleId) || isSerial(T);
}

/// Distance by which values of one kind move.
struct IdShift {
  uint64_t Distance = 0; ///< Modulo 2^64.
  /// Movable values are First to First + Size. If there are none, First is 0,
  /// which never moves, and Size is 0.
  uint64_t First = 0, Size = 0;
  /// Values mapped to given ones; may be null.
  const IdMap *To = nullptr;
  /// Values to replace with 0; may be null.
  const IdSet *Nulls = nullptr;
  /// Values to keep: all others become 0. May be null.
  const IdSet *Only = nullptr;

  /// False if \p V cannot be moved.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool apply(uint64_t &V) const {
    if (LLVM_UNLIKELY(To != nullptr) && To->replace(V))
      return true;
    if ((LLVM_UNLIKELY(Nulls != nullptr) && Nulls->contains(V)) ||
        (LLVM_UNLIKELY(Only != nullptr) && !Only->contains(V))) {
      V = 0;
      return true;
    }
    // Avoids an unpredictable branch on whether V is null.
    if (LLVM_UNLIKELY((V != 0) & (V - First > Size)))
      return false;
    V += V ? Distance : 0;
    return true;
  }
};

class IdMover {
public:
  explicit IdMover(const RelocateOptions &By) : By(By) { setIdSize(8); }

  /// Sets the distances for another file according to By.Above, if set. Must be
  /// called before setIdSize().
  void beginFile(unsigned IdBytes);
  /// Updates By.Above, if set, with the largest values of the file.
  void endFile();
  /// Sets the width of all following ids.
  void setIdSize(unsigned Bytes);
  unsigned idSize() const { return IdSize; }
  /// The distance by which object ids in the current file move.
  uint64_t objectDistance() const { return uint64_t(By.Objects); }
  /// Whether object ids change, so that references must be found.
  bool movesObjects() const {
    return By.Objects || By.ObjectsTo || By.NullObjects || By.OnlyObjects ||
           By.Above;
  }

  /// Returns the moved value of \p V, a field of type \p T, or \p V if it
  /// cannot be moved.
  template <FieldType T>
  LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t moved(uint64_t V) {
    static_assert(isMoved(T));
    note<T>(V);
    if (LLVM_UNLIKELY(!Shifts[indexOf(T)].apply(V)))
      keep(T, V);
    return V;
  }
  uint64_t object(uint64_t Id) { return moved<FieldType::ObjectId>(Id); }

  IdShift objects() const { return Shifts[indexOf(FieldType::ObjectId)]; }
  /// Moves the object id at \p P. \p S is objects(), passed as a copy so that
  /// the compiler can assume that it does not alias the bytes; \p Most should
  /// be a local variable for the same reason, see noteObjects().
  template <unsigned I>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void objectAt(uint8_t *P, const IdShift &S,
                                             uint64_t &Most) {
    const unsigned Width = I ? I : IdSize;
    uint64_t V = loadBE(P, Width);
    Most = std::max(Most, V);
    if (LLVM_UNLIKELY(!S.apply(V)))
      keep(FieldType::ObjectId, V);
    storeBE(P, V, Width);
  }

  /// Records the largest object id of those passed to objectAt().
  void noteObjects(uint64_t Id) {
    uint64_t &Most = Largest[indexOf(FieldType::ObjectId)];
    Most = std::max(Most, Id);
  }

  bool hasRefused() const { return !Refused.empty(); }
  /// Returns a sentence about the first value that could not be moved; empty if
  /// all values could be moved.
  const std::string &refused() const { return Refused; }

private:
  // Ids and serials are the last types of the enumeration.
  static constexpr unsigned FirstType = unsigned(FieldType::ObjectId);
  static constexpr unsigned NumTypes =
      unsigned(FieldType::ThreadSerial) + 1 - FirstType;
  static constexpr unsigned indexOf(FieldType T) {
    return unsigned(T) - FirstType;
  }

  /// Records the value \p V before it is moved. Serials are stored plus 1, so
  /// that -1 ("none") becomes 0.
  template <FieldType T> LLVM_ATTRIBUTE_ALWAYS_INLINE void note(uint64_t V) {
    uint64_t &Most = Largest[indexOf(T)];
    Most = std::max<uint64_t>(Most, isSerial(T) ? uint32_t(V + 1) : V);
  }

  int64_t distance(FieldType T) const;
  const IdMap *mapOf(FieldType T) const;
  static std::string textOf(FieldType T, uint64_t V);
  std::string tooLarge(FieldType T) const;
  void keep(FieldType T, uint64_t V);

  RelocateOptions By;
  unsigned IdSize = 8;
  uint64_t Largest[NumTypes] = {};
  IdShift Shifts[NumTypes];
  std::string Refused;
};

/// For mapRecord(): moves ids in the encoded bytes of a record. \p I is their
/// width if known at compile time, otherwise 0.
template <unsigned I> class InPlaceMover {
public:
  static constexpr bool Mutates = false;
  /// \p P points to the fields of the record.
  InPlaceMover(IdMover &M, uint8_t *P, unsigned IdSize)
      : M(M), P(P), DynIdSize(IdSize) {}

  /// Returns the end of the fields moved so far.
  uint8_t *place() const { return P; }

  template <FieldType T, class F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void field(const char *, const F &V) {
    const unsigned IdSize = I ? I : DynIdSize;
    unsigned Width = fieldWidth(T, IdSize);
    if constexpr (T == FieldType::Total)
      Width = IsWide ? 8 : Width;
    if constexpr (T == FieldType::Value) {
      if (isReference(V.Type))
        storeBE(P + Width, M.object(V.Bits), IdSize);
      Width += widthOf(V.Type, IdSize);
    } else if constexpr (isMoved(T)) {
      storeBE(P, M.moved<T>(V), Width);
    }
    P += Width;
  }
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    P += fieldWidth(C, 0);
    elements(L);
  }
  /// Each element is decoded before it is changed.
  template <class S> void elements(const ListRef<S> &L) {
    IsWide = L.IsWide;
    forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind K, class R>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void payload(const char *, const R &,
                                            const Payload &) {}

private:
  IdMover &M;
  uint8_t *P;
  const unsigned DynIdSize;
  bool IsWide = false; ///< See ListRef.
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_IDS_IDMOVER_H
