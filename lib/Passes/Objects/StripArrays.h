//===- StripArrays.h - Replaces contents by zeros ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_STRIPARRAYS_H
#define HPROF_LIB_PASSES_OBJECTS_STRIPARRAYS_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/DenseSet.h"

namespace hprof {

struct StripOptions {
  /// Arrays whose elements have fewer bytes in total stay unchanged.
  uint64_t MinBytes = 0;
  /// Types of the arrays; all primitive types if empty.
  llvm::SmallVector<BasicType, 8> Types;
  /// Write PRIMITIVE ARRAY NODATA, which has no elements. Fails for dumps other
  /// than Android's, which cannot contain such records.
  bool LeavesOut = false;
};

/// Replaces the elements of primitive arrays by zeros. Sizes, ids and
/// references stay.
std::unique_ptr<Stage> makeStripArrays(const StripOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_STRIPARRAYS_H
