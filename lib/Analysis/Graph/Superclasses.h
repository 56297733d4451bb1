//===- Superclasses.h - Classes, superclasses first -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_SUPERCLASSES_H
#define HPROF_LIB_ANALYSIS_GRAPH_SUPERCLASSES_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include <vector>

namespace hprof {

/// Calls \p F with every class and its superclass, of which it was called
/// before; with NoClass where there is none, and where a ring of superclasses
/// would close. Each class costs the same, however long the chains.
template <class Fn>
void forEachFromTheTop(llvm::ArrayRef<GraphClass> Classes, Fn &&F) {
  std::vector<bool> IsOpen(Classes.size()), IsDone(Classes.size());
  std::vector<ClassNumber> Way;
  for (ClassNumber Start = 0; Start != Classes.size(); ++Start) {
    for (ClassNumber C = Start; C != NoClass && !IsOpen[C];
         C = Classes[C].Super) {
      IsOpen[C] = true;
      Way.push_back(C);
    }
    for (; !Way.empty(); Way.pop_back()) {
      ClassNumber C = Way.back(), Super = Classes[C].Super;
      F(C, Super != NoClass && IsDone[Super] ? Super : NoClass);
      IsDone[C] = true;
    }
  }
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_SUPERCLASSES_H
