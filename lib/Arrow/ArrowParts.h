//===- ArrowParts.h - Parts of exported Arrow arrays ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ARROW_ARROWPARTS_H
#define LIB_ARROW_ARROWPARTS_H

#include "hprof-c/arrow.h"
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace hprof {

/// Aligned to 64 bytes, as Arrow recommends.
template <class T> struct ArrowAllocator {
  using value_type = T;
  static constexpr std::align_val_t Alignment{64};

  ArrowAllocator() = default;
  template <class Other> ArrowAllocator(const ArrowAllocator<Other> &) {}
  T *allocate(size_t Count) {
    return static_cast<T *>(::operator new(Count * sizeof(T), Alignment));
  }
  void deallocate(T *At, size_t) { ::operator delete(At, Alignment); }
  friend bool operator==(ArrowAllocator, ArrowAllocator) { return true; }
  friend bool operator!=(ArrowAllocator, ArrowAllocator) { return false; }
};

template <class T> using ArrowValues = std::vector<T, ArrowAllocator<T>>;
using ArrowBuffer = std::shared_ptr<const void>;

/// Target of empty buffers, because some programs reject a null pointer.
alignas(64) inline constexpr char EmptyBuffer[64] = {};

/// Moves \p Values. The result is not null.
template <class T> ArrowBuffer arrowBuffer(ArrowValues<T> Values) {
  if (Values.empty())
    return {std::shared_ptr<const void>(), EmptyBuffer};
  auto Own = std::make_shared<const ArrowValues<T>>(std::move(Values));
  return {Own, Own->data()};
}

/// The type of a column.
struct ArrowType {
  std::string Format;
  std::string Name;
  std::vector<std::pair<std::string, std::string>> Metadata;
  bool IsNullable = false;
  std::vector<ArrowType> Children;
  std::shared_ptr<const ArrowType> Dictionary; ///< May be null.
};

/// The values of a column. Buffers are shared, so that batches may have the
/// same dictionary.
struct ArrowParts {
  uint64_t Length = 0, Nulls = 0;
  std::vector<ArrowBuffer> Buffers;
  std::vector<ArrowParts> Children;
  std::shared_ptr<const ArrowParts> Dictionary; ///< May be null.
};

void exportType(const ArrowType &Of, ArrowSchema &Out);
void exportParts(const ArrowParts &Of, ArrowArray &Out);

} // namespace hprof

#endif // LIB_ARROW_ARROWPARTS_H
