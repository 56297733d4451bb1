//===- NativeMemory.h - What objects have outside the heap ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums up what direct buffers and arenas have allocated (JavaNative.h).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_NATIVEMEMORY_H
#define HPROF_ANALYSIS_CONTENTS_NATIVEMEMORY_H

#include "hprof/Analysis/Contents/HeapContents.h"

namespace hprof {

struct NativeMemory {
  uint64_t Objects = 0; ///< That have some.
  uint64_t Bytes = 0;
};

/// Only objects for which \p Counts is true count. Without any, the dump is not
/// needed.
NativeMemory nativeMemory(const HeapContents &C,
                          llvm::function_ref<bool(Node)> Counts);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_NATIVEMEMORY_H
