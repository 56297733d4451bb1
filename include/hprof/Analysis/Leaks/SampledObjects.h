//===- SampledObjects.h - Where leaking objects were allocated --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the sampled objects of a flight recording in a heap dump of the same
/// VM, and their allocations below suspects:
///
///     SampledObjects Samples(Contents, Recorded);
///     Samples.below(*Tree, Report.Suspects);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LEAKS_SAMPLEDOBJECTS_H
#define HPROF_ANALYSIS_LEAKS_SAMPLEDOBJECTS_H

#include "hprof/Analysis/Leaks/LeakSuspects.h"

namespace hprof {

struct JfrObject;
struct JfrObjects;

/// Sampled objects with the same class and stack trace.
struct SampledAllocation {
  std::string Class; ///< As in the heap.
  /// Frames, innermost first; empty if they were not recorded.
  llvm::ArrayRef<std::string> Stack;
  uint64_t Objects = 0;
  uint64_t Oldest = 0; ///< Greatest age in nanoseconds.
};

/// The allocations below one suspect, the most frequent first.
using SampledAllocations = std::vector<SampledAllocation>;

class SampledObjects {
public:
  /// Finds \p All, which must outlive this object, in the heap of \p Contents.
  /// An object with the address of a sample must also have its class and, if it
  /// is an array, its length.
  SampledObjects(const HeapContents &Contents, const JfrObjects &All);

  uint64_t found() const { return Found.size(); }

  /// Returns the allocations below each of \p Suspects: of the objects that its
  /// accumulation points dominate in \p Tree, and of the points. They refer to
  /// the samples.
  std::vector<SampledAllocations>
  below(const DominatorTree &Tree, llvm::ArrayRef<LeakSuspect> Suspects) const;

private:
  const HeapGraph &G;
  const JfrObjects &All;
  std::vector<std::pair<Node, const JfrObject *>> Found;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_SAMPLEDOBJECTS_H
