//===- LeakSearch.h - Weighs a heap for suspects ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides what counts as held when leaks are looked for, and looks for them.
///
/// Soft, weak, final and phantom references are left out unless somebody chose
/// which to leave out: what only these hold is no leak. But when what only they
/// hold could itself be suspected, all references are followed.
///
///     LeakSearch Search(Heap, Chosen, KeepUnreachable);
///     auto Report = Search.find([](uint64_t Bytes) { return Bytes / 10; });
///     Search.isHeld(N);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LEAKS_LEAKSEARCH_H
#define HPROF_ANALYSIS_LEAKS_LEAKSEARCH_H

#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace hprof {

/// The heap in which leaks are looked for: what a LeakSearch asks it.
class LeakHeap {
public:
  virtual ~LeakHeap() = default;

  virtual const HeapGraph &graph() const = 0;
  virtual llvm::Expected<const HeapContents *> contents() = 0;
  /// By all references but leftOut(). Valid as long as this.
  virtual llvm::Expected<const DominatorTree *> dominators() = 0;
  virtual ReferenceKinds leftOut() const = 0;
  /// By all references but \p Ignored.
  virtual llvm::Expected<DominatorTree> computeTree(ReferenceKinds Ignored) = 0;
  /// A report that was made earlier, by the default or by other choices; none
  /// where none was kept.
  virtual llvm::Expected<std::optional<LeakReport>> keptReport() = 0;
  /// Whether references reach \p N, as they were followed for a report that was
  /// kept without \p Ignored.
  virtual bool isReached(Node N, ReferenceKinds Ignored) const = 0;
  /// Told what suspects are weighed against, before they are looked for.
  virtual void onTotals(const DominatorTotals &Totals) = 0;
};

class LeakSearch {
public:
  /// \p Heap must outlive this. \p Chosen are references that somebody chose to
  /// leave out.
  LeakSearch(LeakHeap &Heap, std::optional<ReferenceKinds> Chosen,
             bool KeepUnreachable)
      : Heap(Heap), Chosen(Chosen), KeepUnreachable(KeepUnreachable) {}

  /// Objects that no root reaches are held, too. Call it before find().
  void keepUnreachable() { KeepUnreachable = true; }

  /// What retains at least as much as \p Least makes of all reachable bytes.
  /// Takes a report that was kept when that is the same.
  llvm::Expected<LeakReport> find(llvm::function_ref<uint64_t(uint64_t)> Least);

  /// Whether the references that find() followed reach \p N. Call find() first.
  bool isHeld(Node N) const;

private:
  std::optional<LeakReport>
  takeKept(std::optional<LeakReport> &Kept,
           llvm::function_ref<uint64_t(uint64_t)> Least) const;
  llvm::Expected<const DominatorTree *>
  weigh(LeakReport &Report, std::optional<LeakReport> Kept,
        llvm::function_ref<uint64_t(uint64_t)> Least);
  llvm::Expected<const DominatorTree *> tree(ReferenceKinds Ignored);
  ReferenceKinds wanted() const { return Chosen.value_or(weakReferences()); }

  LeakHeap &Heap;
  const std::optional<ReferenceKinds> Chosen;
  bool KeepUnreachable;
  std::optional<DominatorTree> Own;        ///< When it is not the heap's.
  const DominatorTree *Followed = nullptr; ///< Null with a kept report.
  ReferenceKinds Ignored;                  ///< By what find() returned.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_LEAKSEARCH_H
