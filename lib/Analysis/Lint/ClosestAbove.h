//===- ClosestAbove.h - Which of some objects dominates ---------*- C++ -*-===//
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

/// Finds which of some objects is the closest one to dominate another. To ask
/// about all objects takes time in proportion to their number: what was found
/// is kept, 4 bytes for each object of the graph. For one thread.
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

  /// The position of that object among those that were given; \p N may be it.
  /// Nothing when there is none, and for NoNode.
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
  BigArray<uint32_t> Known; ///< 0 for those that nobody asked about.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_CLOSESTABOVE_H
