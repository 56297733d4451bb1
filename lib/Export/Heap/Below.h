//===- Below.h - Objects dominated by given objects -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EXPORT_HEAP_BELOW_H
#define LIB_EXPORT_HEAP_BELOW_H

#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

/// Determines whether objects are in a given set, or dominated by a member of
/// that set. Each object is visited once, regardless of the tree's depth.
class Below {
public:
  /// The objects of \p Heap with \p Ids, which must be reachable, or all
  /// reachable ones if there are no ids.
  static llvm::Expected<Below> of(HeapStore &Heap,
                                  llvm::ArrayRef<uint64_t> Ids);

  bool contains(Node N);
  const DominatorTree &tree() const { return *Tree; }
  /// Objects with these ids, except objects dominated by others in the set.
  const std::vector<Node> &tops() const { return Tops; }

private:
  explicit Below(const DominatorTree &Tree) : Tree(&Tree) {}

  const DominatorTree *Tree;
  std::vector<Node> Tops;
  enum : uint8_t { Unknown, Inside, Outside };
  std::vector<uint8_t> Known; ///< By node; empty without ids.
  std::vector<Node> Way;
};

} // namespace hprof

#endif // LIB_EXPORT_HEAP_BELOW_H
