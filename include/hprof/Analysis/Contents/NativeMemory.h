//===- NativeMemory.h - Memory outside the heap -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums up the memory of direct buffers and arenas (see JavaNative.h).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_NATIVEMEMORY_H
#define HPROF_ANALYSIS_CONTENTS_NATIVEMEMORY_H

#include "hprof/Analysis/Contents/HeapContents.h"

namespace hprof {

struct NativeMemory {
  uint64_t Objects = 0; ///< Objects with native memory.
  uint64_t Bytes = 0;
};

/// Reads only objects of classes with native memory for which \p Counts returns
/// true. If there are none, the dump is not needed.
NativeMemory nativeMemory(const HeapContents &C,
                          llvm::function_ref<bool(Node)> Counts);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_NATIVEMEMORY_H
