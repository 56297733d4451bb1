//===- VisitRecord.h - Reads one sub-record in place ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_VISITRECORD_H
#define HPROF_ANALYSIS_HEAP_VISITRECORD_H

#include "hprof/Format/Hprof/SubRecordWalker.h"

namespace hprof {

/// Visits the sub-record at \p Offset. \return its size in bytes; 0 if there is
/// no sub-record.
template <unsigned I, class Visitor>
uint64_t visitAt(llvm::ArrayRef<uint8_t> All, uint64_t Offset, unsigned IdSize,
                 Visitor &V) {
  if (Offset >= All.size())
    return 0;
  const uint8_t *P = All.data() + Offset;
  switch (*P) {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  case TAG: {                                                                  \
    WalkResult Step =                                                          \
        walkOne<NAME, I>(P, All.end(), Offset, IdSize, UINT64_MAX, V);         \
    return Step.Stop == WalkStop::AtEnd ? Step.Need : 0;                       \
  }
#include "hprof/Format/Records/Records.def"
  default:
    return 0;
  }
}

template <class Visitor>
uint64_t visitAt(llvm::ArrayRef<uint8_t> All, uint64_t Offset, unsigned IdSize,
                 Visitor &V) {
  if (IdSize == 8)
    return visitAt<8>(All, Offset, IdSize, V);
  if (IdSize == 4)
    return visitAt<4>(All, Offset, IdSize, V);
  return visitAt<0>(All, Offset, IdSize, V);
}

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_VISITRECORD_H
