//===- ObjectCounts.cpp - Object counts by class --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/ObjectCounts.h"

using namespace hprof;

void ObjectCounts::merge(const ObjectCounts &Other) {
  Instances.reserve(Other.Instances);
  ArrayIndex.reserve(Other.ArrayIndex);
  Other.forEachInstance(
      [&](uint64_t Class, uint64_t N) { Instances[Class] += N; });
  Candidates.reserve(Other.Candidates);
  Other.forEachCandidate(
      [&](uint64_t Class, uint64_t N) { Candidates[Class] += N; });
  Other.forEachObjectArray([&](uint64_t Class, const ArrayLengths &L) {
    uint32_t &Index = ArrayIndex[Class];
    if (!Index) {
      ObjectArrays.emplace_back();
      Index = uint32_t(ObjectArrays.size());
    }
    ObjectArrays[Index - 1].merge(L);
  });
  for (unsigned I = 0; I != NumTypes; ++I)
    PrimitiveArrays[I].merge(Other.PrimitiveArrays[I]);
  ClassObjects += Other.ClassObjects;
}
