//===- GraphHistogram.h - Counts objects of a graph by class ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_GRAPHHISTOGRAM_H
#define HPROF_ANALYSIS_STORE_GRAPHHISTOGRAM_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Histogram/Histogram.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace hprof {

class HeapStore;

/// Returns a histogram of the objects of \p G for which \p Wants returns true.
/// All other data is copied from \p Whole, a histogram of the same dump, except
/// heaps, because a graph does not record the heap of an object.
Histogram countObjects(const Histogram &Whole, const HeapGraph &G,
                       llvm::function_ref<bool(Node)> Wants);

/// Retained sizes of the objects in each row of a histogram.
class RetainedRows {
public:
  /// Computes the sizes for the rows that groupRows() returns for a histogram
  /// of the dump of \p S.
  static llvm::Expected<RetainedRows> compute(HeapStore &S, GroupBy By);
  /// Returns 0 if all objects of \p Row are unreachable.
  uint64_t of(const HistogramRow &Row) const;
  /// Returns the bytes of all reachable objects.
  uint64_t reachable() const { return Reachable; }

private:
  explicit RetainedRows(GroupBy By) : By(By) {}

  GroupBy By;
  uint64_t Reachable = 0;
  /// Sizes by id (of the class or loader) and name.
  std::map<std::pair<uint64_t, std::string>, uint64_t> Sizes;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_GRAPHHISTOGRAM_H
