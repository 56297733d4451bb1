//===- PathText.h - Steps of paths as text ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_PATHTEXT_H
#define LIB_ANALYSIS_STORE_ANSWERS_PATHTEXT_H

#include "PathSearch.h"

namespace hprof {

/// A step of paths, or a remark in place of a step.
struct PathRow {
  const PathGroup *Group = nullptr; ///< Null for a remark.
  unsigned Depth = 0;
  uint64_t More = 0; ///< Number of paths that are omitted here.
  /// Whether the step was shown before, with the steps below it.
  bool IsKnown = false;
  /// See exactLabel().
  mutable std::optional<ReferenceLabel> Exact = std::nullopt;
};

/// Returns the label, including the array index if the index is unique.
const ReferenceLabel &exactLabel(const PathRow &R, const FoundPaths &A);
/// Returns the name of the root or reference: "Job.next (repeated)".
std::string linkText(const PathRow &R, const FoundPaths &A);
/// Returns the line for text output.
Prose lineText(const PathRow &R, const FoundPaths &A);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_PATHTEXT_H
