//===- UnreachableRoots.h - Roots for unreachable objects -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds the minimum number of roots that reach all unreachable objects: the
/// object with the lowest id in each group of objects that reach each other and
/// that no others refer to. All computations with such roots use this, so that
/// their results for one dump agree.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLExtras.h"

namespace hprof {

/// \p IsReached returns whether a search has reached a node, \p Search searches
/// from a node, \p Forget resets the search, and \p Make is called with new
/// roots in descending order and must search from each. \p T is the type of a
/// node.
///
/// In a group, searches in ascending order find the object with the lowest id
/// first and start there. Members that it does not reach are reached from a
/// later start. So, in reverse order, starts not yet reached become roots.
template <class T, class IsReachedFn, class SearchFn, class ForgetFn,
          class MakeFn>
void makeUnreachableRoots(const HeapGraph &G, IsReachedFn IsReached,
                          SearchFn Search, ForgetFn Forget, MakeFn Make) {
  std::vector<T> Starts;
  for (Node N = 0; N != G.size(); ++N)
    if (!IsReached(N)) {
      Starts.push_back(T(N));
      Search(N);
    }
  Forget();
  for (T N : llvm::reverse(Starts))
    if (!IsReached(N))
      Make(N);
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H
