//===- UnreachableRoots.h - Roots for what none reaches ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes as few roots of what no root reaches as reach all of it: one in each
/// group of objects that reach each other and that nothing outside refers to,
/// that with the least id. All that computes with such roots asks here, so that
/// what it says of one dump fits together.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_UNREACHABLEROOTS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLExtras.h"

namespace hprof {

/// \p IsReached tells of a node whether a search has reached it, \p Search
/// reaches all that it can from one, \p Forget makes what was searched so far
/// unreached again, and \p Make does with the roots, which it is told in
/// descending order, what Search does. \p T holds a node.
///
/// Of a group, searches in order find the object with the least id first, and
/// start there; and all that one does not reach before, a later start does. So
/// of the starts, from the last to the first, those count that are not reached.
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
