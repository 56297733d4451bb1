//===- WholePages.h - Pages entirely in a byte range ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_COLUMNS_WHOLEPAGES_H
#define HPROF_LIB_ANALYSIS_COLUMNS_WHOLEPAGES_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>

namespace hprof {

/// A range of bytes, relative to the start of a page-aligned block.
struct ByteRange {
  uint64_t Begin, End;
};

/// Returns the pages of \p PageSize bytes, in a block of \p Size bytes, that
/// are entirely in \p R. If there are none, the result has Begin >= End. The
/// last page belongs entirely to the block.
inline ByteRange wholePages(ByteRange R, uint64_t Size, uint64_t PageSize) {
  return {llvm::alignTo(R.Begin, PageSize),
          R.End == Size ? R.End : llvm::alignDown(R.End, PageSize)};
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_COLUMNS_WHOLEPAGES_H
