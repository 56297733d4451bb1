//===- FrameTotals.h - The values of methods --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_FRAMETOTALS_H
#define HPROF_ANALYSIS_STACKS_FRAMETOTALS_H

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include <vector>

namespace hprof {

/// The values of a method, summed over all callers and lines, as in the tables
/// of profile viewers.
struct FrameTotal {
  llvm::StringRef Name; ///< Method or class. Points into the stacks.
  uint64_t Own = 0; ///< Sum over the stacks that end with this method or class.
  /// Sum over all stacks that contain it; each stack is counted once.
  uint64_t Total = 0;
};

/// Returns the methods in \p Of, sorted by Own, then Total, largest first. If
/// stacks end in a class, the last method is in the frame before the class. For
/// stacks that are pairs, whose times include callees, the own time of a caller
/// is the difference. Sums saturate.
std::vector<FrameTotal> methodTotals(const WeightedStacks &Of,
                                     unsigned Measure);

/// Same as above, for the classes in which stacks end.
std::vector<FrameTotal> classTotals(const WeightedStacks &Of, unsigned Measure);

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_FRAMETOTALS_H
