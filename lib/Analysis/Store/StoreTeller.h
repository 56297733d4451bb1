//===- StoreTeller.h - Reports to users of a store --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_STORE_STORETELLER_H
#define HPROF_LIB_ANALYSIS_STORE_STORETELLER_H

#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include <vector>

namespace hprof {

/// Phrases the messages to users of a store, and remembers what was reported.
class StoreTeller {
public:
  /// \p Name is the name of the dump.
  StoreTeller(llvm::StringRef Name, StoreEvents Events)
      : Name(Name), Events(std::move(Events)) {}

  const std::string &name() const { return Name; }
  void note(const llvm::Twine &Text) const;
  void verbose(const llvm::Twine &Text) const;
  void loss(llvm::Error E) const;
  const StoreEvents &events() const { return Events; }

  /// Returns a handler that records damage and passes it on. The handler refers
  /// to this object.
  DamageHandler damageHandler();
  llvm::ArrayRef<Damage> damages() const { return Damages; }
  /// Whether the damage at offsets from \p Begin up to, but excluding, \p End
  /// includes a premature end of input.
  bool isCut(uint64_t Begin = 0, uint64_t End = UINT64_MAX) const;

  /// Reports that about \p Bytes of memory will be needed.
  void need(const MemoryBudget &Memory, uint64_t Bytes) const;
  void duplicates(const HeapGraph &G) const;
  /// Reports, once, that most of a damaged dump is unreachable, according to
  /// its \p Totals or to \p Sets that cover all reachable objects.
  void unreachable(const HeapGraph &G, const DominatorTotals &Totals);
  void unreachable(const HeapGraph &G, const RetainedSets &Sets);

  /// Returns a function that forwards the phases of a computation; empty if
  /// there is no listener.
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
  progress(bool InBytes) const;
  void endProgress() const;

private:
  std::string Name;
  StoreEvents Events;
  std::vector<Damage> Damages;
  bool IsUnreachableTold = false;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_STORE_STORETELLER_H
