//===- FrameTotals.h - What was measured of each method ---------*- C++ -*-===//
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

/// The table that people know from viewers of profiles: a method, whatever
/// called it and wherever in it.
struct FrameTotal {
  llvm::StringRef Name; ///< Or that of a class. Points into the stacks.
  uint64_t Own = 0;     ///< In the stacks that end with it.
  uint64_t Total = 0;   ///< In all stacks that have it, each once.
};

/// The methods of \p Of by a measure, those with the largest Own first, and of
/// these those with the largest Total. Where stacks end in a class, their last
/// method is the one before. Of pairs, the time of a caller's own is what is
/// left without what it called. Sums stop at the largest number.
std::vector<FrameTotal> methodTotals(const WeightedStacks &Of,
                                     unsigned Measure);

/// The same of the classes in which stacks end.
std::vector<FrameTotal> classTotals(const WeightedStacks &Of, unsigned Measure);

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_FRAMETOTALS_H
