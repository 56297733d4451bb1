//===- IntMap.cpp - Serialized maps from numbers to objects ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntMap.h"
#include "SerializedClasses.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;

static bool isPrime(uint64_t N) {
  if (N % 2 == 0)
    return N == 2;
  for (uint64_t D = 3; D * D <= N; D += 2)
    if (N % D == 0)
      return false;
  return N > 1;
}

/// The reader creates a table with this capacity, which is prime because the
/// table is probed in steps, and doubles it when three quarters are used.
void memoryanalyzer::beginIntMap(JavaStream &S, uint64_t Entries) {
  uint64_t Capacity = std::max<uint64_t>(11, Entries + Entries / 3 + 3);
  while (!isPrime(Capacity))
    ++Capacity;
  uint64_t Step = Capacity / 3;
  while (Step > 1 && !isPrime(Step))
    --Step;
  S.object(java::IntMap);
  S.value(uint32_t(Capacity));
  S.value(uint32_t(Capacity * 3 / 4));
  S.value(uint32_t(Entries));
  S.value(uint32_t(Step));
}
