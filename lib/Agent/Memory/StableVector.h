//===- StableVector.h - Grows without moving its elements -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A vector that many threads can use at the same time: elements never
/// move, and are created, zeroed, on first access.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORY_STABLEVECTOR_H
#define HPROF_LIB_AGENT_MEMORY_STABLEVECTOR_H

#include "TableMemory.h"
#include "llvm/Support/MathExtras.h"
#include <type_traits>

namespace hprof::agent {

/// \p T is valid when all its bytes are zeros. The first block has 2^FirstBits
/// elements; each further block doubles the capacity.
template <class T, unsigned FirstBits = 6> class StableVector {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  explicit StableVector(TableMemory &Budget) : Budget(Budget) {}
  StableVector(const StableVector &) = delete;
  StableVector &operator=(const StableVector &) = delete;
  ~StableVector() {
    for (unsigned I = 0; I != NumBlocks; ++I)
      if (T *B = Blocks[I].load(std::memory_order_relaxed))
        Budget.unmap(B, bytesOf(I));
  }

  /// Returns null if the element's block does not exist yet.
  T *find(uint32_t Index) const {
    const Place P = placeOf(Index);
    T *B = Blocks[P.Block].load(std::memory_order_acquire);
    return B ? B + P.Offset : nullptr;
  }

  /// Returns null if there is no memory for the element.
  T *get(uint32_t Index) {
    const Place P = placeOf(Index);
    T *B = Blocks[P.Block].load(std::memory_order_acquire);
    if (LLVM_UNLIKELY(!B))
      B = make(P.Block);
    return B ? B + P.Offset : nullptr;
  }

private:
  static constexpr unsigned NumBlocks = 33 - FirstBits;
  struct Place {
    unsigned Block;
    size_t Offset;
  };

  static Place placeOf(uint32_t Index) {
    const uint64_t N = uint64_t(Index) + (UINT64_C(1) << FirstBits);
    const unsigned Log = llvm::Log2_64(N);
    return {Log - FirstBits, size_t(N - (UINT64_C(1) << Log))};
  }
  static size_t bytesOf(unsigned Block) {
    return sizeof(T) << (Block + FirstBits);
  }
  T *make(unsigned Block) {
    auto *New = static_cast<T *>(Budget.map(bytesOf(Block)));
    if (!New)
      return Blocks[Block].load(std::memory_order_acquire);
    T *Old = nullptr;
    if (Blocks[Block].compare_exchange_strong(Old, New))
      return New;
    Budget.unmap(New, bytesOf(Block));
    return Old;
  }

  TableMemory &Budget;
  std::atomic<T *> Blocks[NumBlocks] = {};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORY_STABLEVECTOR_H
