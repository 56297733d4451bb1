//===- ReferenceOffsets.cpp - Flat lists of reference offsets -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/ReferenceOffsets.h"

using namespace hprof;
using namespace llvm;

std::optional<ArrayRef<uint32_t>> ReferenceOffsets::add(const InstanceShape &S,
                                                        FieldOrder Order) {
  if (S.references() > Left)
    return std::nullopt;
  Left -= S.references();
  uint32_t *Begin = Arena.Allocate<uint32_t>(S.references()), *End = Begin;
  S.forEachReference(Order, UINT64_MAX,
                     [&](const FieldSlot &F) { *End++ = F.Offset; });
  return ArrayRef<uint32_t>(Begin, End);
}
