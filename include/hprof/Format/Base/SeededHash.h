//===- SeededHash.h - Seeded hashes of input numbers ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hash table of ids takes quadratic time if all ids have the same hash, and
/// a file can be crafted for a known hash. This hash depends on a seed chosen
/// per process. The iteration order of tables that use it varies between runs,
/// so no output may depend on it.
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_SEEDEDHASH_H
#define HPROF_FORMAT_BASE_SEEDEDHASH_H

#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/Support/Compiler.h"
#include <atomic>
#include <cstdint>

namespace hprof {

namespace detail {
extern std::atomic<uint64_t> HashSeed; ///< 0 until the first hash.
uint64_t makeHashSeed();
} // namespace detail

/// All bits of the result depend on all bits of \p N.
inline uint64_t seededHash(uint64_t N) {
  uint64_t Seed = detail::HashSeed.load(std::memory_order_relaxed);
  if (LLVM_UNLIKELY(!Seed))
    Seed = detail::makeHashSeed();
  // The lower bits of a product depend only on the lower bits of its factors.
  N = (N ^ Seed) * (Seed * UINT64_C(0x9e3779b97f4a7c15) | 1);
  N = (N ^ N >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
  return N ^ N >> 32;
}

/// For tables whose keys are derived from ids and never equal one of the two
/// values that DenseMap reserves. For arbitrary ids, use IdKey.
struct SeededInfo : llvm::DenseMapInfo<uint64_t> {
  static unsigned getHashValue(uint64_t N) { return unsigned(seededHash(N)); }
};

} // namespace hprof

#endif // HPROF_FORMAT_BASE_SEEDEDHASH_H
