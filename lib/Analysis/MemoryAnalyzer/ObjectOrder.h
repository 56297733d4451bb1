//===- ObjectOrder.h - The numbers of objects in index files ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory Analyzer numbers the reachable objects, including synthetic ones, in
/// the order of their ids. Unreachable objects have no number.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTORDER_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTORDER_H

#include "hprof/Analysis/Dominators/DominatorTree.h"

namespace hprof::memoryanalyzer {

class ObjectOrder {
public:
  static constexpr uint32_t None = UINT32_MAX;

  /// Fails if there are too many objects, or if Java would order their ids
  /// differently.
  static llvm::Expected<ObjectOrder> make(const HeapGraph &G,
                                          const DominatorTree &T);

  uint32_t size() const { return Count; }
  /// Returns the number of \p N, or None.
  uint32_t number(Node N) const { return Numbers[N]; }
  bool has(Node N) const { return Numbers[N] != None; }
  /// Calls \p F with each object that has a number, ascending.
  template <class Fn> void forEach(Fn &&F) const {
    auto Next = MadeUp.begin();
    for (Node N = 0;;) {
      const Node End = Next == MadeUp.end() ? Dumped : Next->Before;
      for (; N != End; ++N)
        if (Numbers[N] != None)
          F(N);
      if (Next == MadeUp.end())
        return;
      if (Numbers[Next->Object] != None)
        F(Next->Object);
      ++Next;
    }
  }

private:
  /// A synthetic object, and the first object in the dump with a higher id.
  struct Place {
    Node Before;
    Node Object;
  };

  Node Dumped = 0;
  uint32_t Count = 0;
  std::vector<Place> MadeUp;
  BigArray<uint32_t> Numbers; ///< By node.
};

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_OBJECTORDER_H
