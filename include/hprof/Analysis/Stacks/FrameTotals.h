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

/// The values of a method, summed over all its callers and lines, as viewers of
/// profiles list them.
struct FrameTotal {
  llvm::StringRef Name; ///< Or that of a class. Points into the stacks.
  uint64_t Own = 0;     ///< In the stacks that end with it.
  uint64_t Total = 0;   ///< In all stacks that have it, each once.
};

/// The methods of \p Of by a measure, those with the largest Own first, and of
/// these those with the largest Total. Where stacks end in a class, their last
/// method is the one before. The time of pairs includes callees: a caller's own
/// is the difference. Sums stop at the largest number.
std::vector<FrameTotal> methodTotals(const WeightedStacks &Of,
                                     unsigned Measure);

/// The same of the classes in which stacks end.
std::vector<FrameTotal> classTotals(const WeightedStacks &Of, unsigned Measure);

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_FRAMETOTALS_H
