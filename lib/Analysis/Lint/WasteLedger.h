//===- WasteLedger.h - Counts each wasted byte once -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_WASTELEDGER_H
#define HPROF_LIB_ANALYSIS_LINT_WASTELEDGER_H

#include "hprof/Analysis/Dominators/DominatorTree.h"

namespace hprof {

/// Checks of single objects record wasted bytes here. Checks that report all
/// retained bytes as waste run later and take the remaining bytes. Checks of
/// single objects examine different objects or different parts of them; hints
/// among these checks skip objects claimed by LintState::keepFromHints().
class WasteLedger {
public:
  /// Uses 8 bytes per object in \p G.
  static llvm::Expected<WasteLedger> make(const HeapGraph &G);

  /// Records that \p Bytes of \p N, or of parts that belong only to \p N, are
  /// wasted. Thread-safe.
  void claim(Node N, uint64_t Bytes) {
    if (Claimed.size())
      __atomic_fetch_add(&Claimed[N], Bytes, __ATOMIC_RELAXED);
  }

  /// Claims the retained bytes of each of \p Roots, which are ascending, except
  /// for bytes already claimed and for bytes of other roots. \return the number
  /// of bytes claimed for each root. Not thread-safe; temporarily uses another
  /// 4 bytes per object.
  llvm::Expected<std::vector<uint64_t>> takeRest(const HeapGraph &G,
                                                 const DominatorTree &T,
                                                 llvm::ArrayRef<Node> Roots);

private:
  BigArray<uint64_t> Claimed; ///< By node; empty if unused.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_WASTELEDGER_H
