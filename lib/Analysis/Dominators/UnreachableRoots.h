//===- UnreachableRoots.h - Roots for unreachable objects -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds the minimum number of roots from which all unreachable objects can be
/// reached: of each group of objects that reach each other and to which no
/// other object refers, the object with the lowest id. All computations with
/// such roots use this function, so that their results for the same dump agree.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLExtras.h"

namespace hprof {

/// \p IsReached returns whether a search has reached a node, \p Search searches
/// from a node, \p Forget resets the search, and \p Make is called with new
/// roots in descending order and must search from each. \p T stores a node.
///
/// Searches start from objects in ascending order. In each group, the first
/// search starts from the object with the lowest id. Members that it does not
/// reach are reached by a later search. Thus, if the starting objects are then
/// processed in reverse order, those that are not yet reached become roots.
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
