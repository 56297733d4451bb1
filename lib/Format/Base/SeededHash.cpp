//===- SeededHash.cpp - Seeded hashes of input numbers --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/SeededHash.h"
#include "llvm/Support/xxhash.h"
#include <chrono>

using namespace hprof;
using namespace llvm;

std::atomic<uint64_t> hprof::detail::HashSeed{0};

/// The author of a file can predict neither the time at which it will be read,
/// to the nanosecond, nor the addresses in that process. Unlike random numbers
/// from the system, these cannot fail.
uint64_t hprof::detail::makeHashSeed() {
  using namespace std::chrono;
  uint64_t Parts[] = {uint64_t(system_clock::now().time_since_epoch().count()),
                      uint64_t(steady_clock::now().time_since_epoch().count()),
                      uint64_t(reinterpret_cast<uintptr_t>(&HashSeed)), 0};
  Parts[3] = uint64_t(reinterpret_cast<uintptr_t>(&Parts));
  const auto *Bytes = reinterpret_cast<const uint8_t *>(Parts);
  const uint64_t New = xxh3_64bits(ArrayRef(Bytes, sizeof(Parts))) | 1;
  // Another thread may have set it first; all use the same seed.
  uint64_t Seed = 0;
  return HashSeed.compare_exchange_strong(Seed, New) ? New : Seed;
}
