//===- RootRun.h - Roots that are next to each other ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_ROOTRUN_H
#define HPROF_ANALYSIS_HEAP_ROOTRUN_H

#include <cstdint>

namespace hprof {

/// Consecutive root records in one segment, without objects between them. Index
/// files store this struct.
struct RootRun {
  uint64_t Offset = 0; ///< File offset of the first root.
  uint64_t Count = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_ROOTRUN_H
