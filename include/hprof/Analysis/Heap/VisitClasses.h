//===- VisitClasses.h - The classes of a graph's dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_VISITCLASSES_H
#define HPROF_ANALYSIS_HEAP_VISITCLASSES_H

#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Records/RecordVisitor.h"

namespace hprof {

/// Passes the CLASS DUMPs at \p Offsets, all in one heap dump, to \p Build.
/// Tolerates wrong offsets, because they can be from an index file.
inline void visitClasses(llvm::ArrayRef<uint8_t> All,
                         llvm::ArrayRef<uint64_t> Offsets, unsigned IdSize,
                         RecordVisitor &Build) {
  for (uint64_t Offset : Offsets)
    visitAt(All, Offset, IdSize, Build);
}

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_VISITCLASSES_H
