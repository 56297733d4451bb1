//===- WholePages.h - The pages that bytes fill -----------------*- C++ -*-===//
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

/// Bytes of a block that starts at a page.
struct ByteRange {
  uint64_t Begin, End;
};

/// The pages of \p PageSize bytes, of a block of \p Size bytes, of which all
/// bytes are in \p R; none if Begin is not before End then. The last page
/// belongs to the block entirely.
inline ByteRange wholePages(ByteRange R, uint64_t Size, uint64_t PageSize) {
  return {llvm::alignTo(R.Begin, PageSize),
          R.End == Size ? R.End : llvm::alignDown(R.End, PageSize)};
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_COLUMNS_WHOLEPAGES_H
