//===- ClosestAbove.h - The closest dominator in a set ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_CLOSESTABOVE_H
#define HPROF_LIB_ANALYSIS_LINT_CLOSESTABOVE_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace hprof {

/// Finds the closest dominator of an object that is in a given set of objects.
/// Queries for all objects take linear time in total, because results are
/// cached in 4 bytes per object of the graph. Not thread-safe.
class ClosestAbove {
public:
  static llvm::Expected<ClosestAbove>
  make(const HeapGraph &G, const DominatorTree &T, llvm::ArrayRef<Node> Of) {
    llvm::Expected<BigArray<uint32_t>> Known =
        BigArray<uint32_t>::make(G.size(), G.memory(), MemoryAccess::Random);
    if (!Known)
      return Known.takeError();
    ClosestAbove C(T, std::move(*Known));
    for (auto [I, N] : llvm::enumerate(Of))
      C.Known[N] = uint32_t(I) + First;
    return C;
  }

  /// Returns the position in the set of that dominator, which may be \p N
  /// itself; nullopt if there is none or \p N is NoNode.
  std::optional<size_t> find(Node N) {
    Node End = N;
    while (End != NoNode && !Known[End])
      End = T->parent(End);
    uint32_t Found = End == NoNode ? None : Known[End];
    for (Node At = N; At != End; At = T->parent(At))
      Known[At] = Found;
    if (Found == None)
      return std::nullopt;
    return Found - First;
  }

private:
  ClosestAbove(const DominatorTree &T, BigArray<uint32_t> Known)
      : T(&T), Known(std::move(Known)) {}

  static constexpr uint32_t None = 1, First = 2;
  const DominatorTree *T;
  BigArray<uint32_t> Known; ///< 0 for objects not queried yet.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_CLOSESTABOVE_H
