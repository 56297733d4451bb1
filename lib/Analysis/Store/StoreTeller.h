//===- StoreTeller.h - Tells users of a store -------------------*- C++ -*-===//
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

/// Words what a user of a store should know, and remembers what was told.
class StoreTeller {
public:
  /// \p Name is that of the dump.
  StoreTeller(llvm::StringRef Name, StoreEvents Events)
      : Name(Name), Events(std::move(Events)) {}

  const std::string &name() const { return Name; }
  void note(const llvm::Twine &Text) const;
  void verbose(const llvm::Twine &Text) const;
  void loss(llvm::Error E) const;
  const StoreEvents &events() const { return Events; }

  /// Keeps damage and passes it on. Refers to this.
  DamageHandler damageHandler();
  llvm::ArrayRef<Damage> damages() const { return Damages; }
  /// Whether some of the damage is that the input ends too early.
  bool isCut() const;

  /// About \p Bytes will be needed.
  void need(const MemoryBudget &Memory, uint64_t Bytes) const;
  void duplicates(const HeapGraph &G) const;
  /// That most of a damaged dump is not reached, once; by \p Totals of it, or
  /// by \p Sets that have all that is reachable.
  void unreachable(const HeapGraph &G, const DominatorTotals &Totals);
  void unreachable(const HeapGraph &G, const RetainedSets &Sets);

  /// What passes the phases of a computation on; empty when nobody listens.
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
