//===- ListBuilder.h - Builds lists for records -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists of records are views of encoded elements. Code that creates records
/// encodes them with a builder, which it clears between records:
///
///     ListBuilder<StackFrameRef> Frames(IdSize);
///     for (uint64_t Id : Stack)
///       Frames.add({Id});
///     StackTrace R;
///     R.Frames = Frames.ref();
///     Next.visit(R);
///     Frames.clear();
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_LISTBUILDER_H
#define HPROF_FORMAT_KIT_LISTBUILDER_H

#include "hprof/Format/Records/RecordCodec.h"
#include <algorithm>

namespace hprof {

namespace detail {
/// The largest count that fits in every record with a list of \p S.
template <class S> constexpr uint64_t maxCount() {
  uint64_t Max = UINT32_MAX; // Limit of a ListRef.
#define HPROF_ANY_BEGIN(NAME)
#define HPROF_LIST(COUNT, STRUCT, NAME)                                        \
  if (std::is_same_v<S, STRUCT>)                                               \
    Max = std::min(Max,                                                        \
                   UINT64_MAX >> (64 - 8 * fieldWidth(FieldType::COUNT, 0)));
#include "hprof/Format/Records/Records.def"
  return Max;
}

/// Writes the fields of an element to a sufficiently large buffer. \p Fixed is
/// the id size if known at compile time, and 0 otherwise.
template <unsigned Fixed> struct ElementStore {
  static constexpr bool Mutates = false;
  uint8_t *P;
  const unsigned IdSize;

  template <FieldType T, class F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void field(const char *, const F &V) {
    const unsigned Id = Fixed ? Fixed : IdSize;
    if constexpr (T == FieldType::Value) {
      *P++ = uint8_t(V.Type);
      number(V.Bits, widthOf(V.Type, Id));
    } else if constexpr (T == FieldType::Total) {
      number(V, 8);
    } else {
      number(uint64_t(V), fieldWidth(T, Id));
    }
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE void number(uint64_t V, unsigned Width) {
    storeBE(P, V, Width);
    P += Width;
  }
};
} // namespace detail

/// Encodes consecutive elements of type \p S.
template <class S> class ListBuilder {
public:
  /// The largest number of elements that the records of Records.def can count.
  /// Further elements are dropped, so that no count ever wraps.
  static constexpr uint64_t Max = detail::maxCount<S>();

  explicit ListBuilder(unsigned IdSize = 8) : Bytes(Own), IdSize(IdSize) {}
  /// Encodes to \p Buffer, which must outlive the builder and the list. For
  /// code that builds lists of several types.
  ListBuilder(llvm::SmallVectorImpl<uint8_t> &Buffer, unsigned IdSize)
      : Bytes(Buffer), IdSize(IdSize) {
    Buffer.clear();
  }
  ListBuilder(const ListBuilder &) = delete;
  ListBuilder &operator=(const ListBuilder &) = delete;

  /// Begins a list with ids of \p NewIdSize bytes.
  void begin(unsigned NewIdSize) {
    clear();
    IdSize = NewIdSize;
  }
  /// Begins a new list. Reuses the memory of the previous list unless that was
  /// unusually large.
  void clear() {
    Count = LeftOut = 0;
    if (LLVM_UNLIKELY(Bytes.capacity() > MaxKept) && !Bytes.empty())
      llvm::SmallVector<uint8_t, 0> Gone(std::move(Bytes));
    Bytes.clear();
  }

  /// \return false if the list is full and \p Element was dropped.
  bool add(const S &Element) {
    if (LLVM_UNLIKELY(isFull())) {
      ++LeftOut;
      return false;
    }
    ++Count;
    if (LLVM_LIKELY(IdSize == 8))
      append<8>(Element);
    else if (IdSize == 4)
      append<4>(Element);
    else
      append<0>(Element);
    return true;
  }

  /// Numbers of elements in the list, and of those dropped because it was full.
  uint64_t size() const { return Count; }
  uint64_t leftOut() const { return LeftOut; }
  bool empty() const { return !Count; }
  bool isFull() const { return Count == Max; }

  /// The list; valid until the next change.
  ListRef<S> ref() const {
    ListRef<S> L;
    L.Count = uint32_t(Count);
    L.IdSize = uint8_t(IdSize);
    L.IsWide = FactsOf<S>.has(FieldType::Total);
    L.Bytes = Bytes;
    return L;
  }

private:
  static constexpr size_t MaxKept = size_t(16) << 20;

  template <unsigned Fixed>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void append(const S &Element) {
    // Room for the largest element; headSize() counts a Value as its type byte,
    // and a Total as 4 bytes.
    constexpr size_t Largest =
        headSize<S>(8) + 8 + 4 * FactsOf<S>.count(FieldType::Total);
    size_t At = Bytes.size();
    Bytes.resize_for_overwrite(At + Largest);
    detail::ElementStore<Fixed> Io{Bytes.data() + At, IdSize};
    mapRecord(Io, Element);
    Bytes.truncate(size_t(Io.P - Bytes.data()));
  }

  llvm::SmallVector<uint8_t, 0> Own;
  llvm::SmallVectorImpl<uint8_t> &Bytes; ///< Own, or the caller's buffer.
  unsigned IdSize;
  uint64_t Count = 0, LeftOut = 0;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_LISTBUILDER_H
