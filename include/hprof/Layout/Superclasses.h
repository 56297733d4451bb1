//===- Superclasses.h - Classes, superclasses first -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_SUPERCLASSES_H
#define HPROF_LAYOUT_SUPERCLASSES_H

#include <cstddef>
#include <optional>
#include <vector>

namespace hprof {

/// Calls \p F(I, Super) with each of \p Count classes and its superclass, after
/// the call for the superclass. Super is nullopt if \p SuperOf(I) is, and where
/// it would close a cycle of superclasses. The cost per class is constant,
/// however long the chains.
template <class SuperFn, class Fn>
void forEachFromTheTop(size_t Count, SuperFn &&SuperOf, Fn &&F) {
  std::vector<bool> IsOpen(Count), IsDone(Count);
  std::vector<size_t> Way;
  for (size_t Start = 0; Start != Count; ++Start) {
    for (std::optional<size_t> C = Start; C && !IsOpen[*C]; C = SuperOf(*C)) {
      IsOpen[*C] = true;
      Way.push_back(*C);
    }
    for (; !Way.empty(); Way.pop_back()) {
      size_t C = Way.back();
      std::optional<size_t> Super = SuperOf(C);
      if (Super && !IsDone[*Super])
        Super = std::nullopt;
      F(C, Super);
      IsDone[C] = true;
    }
  }
}

} // namespace hprof

#endif // HPROF_LAYOUT_SUPERCLASSES_H
