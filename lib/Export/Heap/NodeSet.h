//===- NodeSet.h - A set of objects with ranks ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EXPORT_HEAP_NODESET_H
#define LIB_EXPORT_HEAP_NODESET_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/Support/MathExtras.h"
#include <vector>

namespace hprof {

/// A set of objects, numbered in order: a bit for each object of the heap, and
/// a count for every 64.
class NodeSet {
public:
  explicit NodeSet(uint64_t Size) : Words(Size / 64 + 1) {}

  void insert(Node N) { Words[N / 64] |= bit(N); }
  /// Must be called after the last insert().
  void count() {
    Before.reserve(Words.size());
    for (uint64_t W : Words) {
      Before.push_back(Count);
      Count += uint64_t(llvm::popcount(W));
    }
  }
  uint64_t size() const { return Count; }
  bool contains(Node N) const { return Words[N / 64] & bit(N); }
  /// Number of members before \p N, which is a member.
  uint64_t number(Node N) const {
    return Before[N / 64] +
           uint64_t(llvm::popcount(Words[N / 64] & (bit(N) - 1)));
  }
  /// Calls \p F with each member, in order.
  template <class Fn> void forEach(Fn &&F) const {
    for (uint64_t I = 0; I != Words.size(); ++I)
      for (uint64_t W = Words[I]; W; W &= W - 1)
        F(Node(I * 64 + uint64_t(llvm::countr_zero(W))));
  }

private:
  static uint64_t bit(Node N) { return uint64_t(1) << N % 64; }

  std::vector<uint64_t> Words, Before;
  uint64_t Count = 0;
};

} // namespace hprof

#endif // LIB_EXPORT_HEAP_NODESET_H
