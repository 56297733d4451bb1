//===- LeakSearch.h - Searches a heap for leak suspects ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which objects count as held, and searches for leaks.
///
/// By default, soft, weak, final and phantom references are ignored: objects
/// reachable only through these do not leak. If these objects are large enough
/// together to be a suspect themselves, all references are followed.
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

/// The heap, as seen by a LeakSearch.
class LeakHeap {
public:
  virtual ~LeakHeap() = default;

  virtual const HeapGraph &graph() const = 0;
  virtual llvm::Expected<const HeapContents *> contents() = 0;
  /// Returns the dominators for all references except leftOut(). Valid as long
  /// as this exists.
  virtual llvm::Expected<const DominatorTree *> dominators() = 0;
  virtual ReferenceKinds leftOut() const = 0;
  /// Returns the inverse of all references.
  virtual llvm::Expected<const InboundReferences *> inbound() = 0;
  /// Computes the dominators for all references except \p Ignored. See
  /// DominatorOptions::OnReached.
  using ReachedFn = decltype(DominatorOptions::OnReached);
  virtual llvm::Expected<DominatorTree> computeTree(ReferenceKinds Ignored,
                                                    ReachedFn OnReached) = 0;
  /// Returns a report computed earlier, with default or other options; nullopt
  /// if none was stored.
  virtual llvm::Expected<std::optional<LeakReport>> keptReport() = 0;
  /// Whether \p N is reachable through the references that were followed for a
  /// stored report: all references except \p Ignored.
  virtual bool isReached(Node N, ReferenceKinds Ignored) const = 0;
  /// Called before the search with the totals with which suspects are compared.
  virtual void onTotals(const DominatorTotals &Totals) = 0;
};

class LeakSearch {
public:
  /// \p Chosen are the kinds of references that the user chose to ignore. If \p
  /// Program is not null, classes that match it belong to the application,
  /// regardless of their packages. \p Heap and \p Program must outlive this.
  LeakSearch(LeakHeap &Heap, std::optional<ReferenceKinds> Chosen,
             bool KeepUnreachable, const ClassPattern *Program = nullptr)
      : Heap(Heap), Chosen(Chosen), KeepUnreachable(KeepUnreachable),
        Program(Program) {}

  /// Treats unreachable objects as held. Must be called before find().
  void keepUnreachable() { KeepUnreachable = true; }

  /// Finds suspects that retain at least \p Least of the reachable bytes.
  /// Reuses a stored report if it has the same parameters.
  llvm::Expected<LeakReport> find(llvm::function_ref<uint64_t(uint64_t)> Least);
  /// Same as above, for a comparison; see ComparedSuspects.
  llvm::Expected<LeakReport>
  findToCompare(llvm::function_ref<uint64_t(uint64_t)> Least,
                NeedsSmaller Needs);

  /// Whether \p N is reachable through the references that find() followed.
  /// Must be called after find().
  bool isHeld(Node N) const;

private:
  llvm::Expected<LeakReport> find(llvm::function_ref<uint64_t(uint64_t)> Least,
                                  const NeedsSmaller *Needs);
  std::optional<LeakReport>
  takeKept(std::optional<LeakReport> &Kept,
           llvm::function_ref<uint64_t(uint64_t)> Least) const;
  llvm::Expected<const DominatorTree *>
  weigh(LeakReport &Report, std::optional<LeakReport> Kept,
        llvm::function_ref<uint64_t(uint64_t)> Least);
  llvm::Expected<const DominatorTree *>
  followAll(LeakReport &Report, llvm::function_ref<uint64_t(uint64_t)> Least);
  llvm::Expected<const DominatorTree *>
  tree(ReferenceKinds Ignored, LeakHeap::ReachedFn OnReached = {});
  llvm::Expected<bool>
  leavesTooMuch(LeakReport &Report,
                llvm::function_ref<uint64_t(uint64_t)> Least, uint64_t Reached,
                llvm::function_ref<bool(Node)> IsReached);
  ReferenceKinds wanted() const { return Chosen.value_or(weakReferences()); }

  LeakHeap &Heap;
  const std::optional<ReferenceKinds> Chosen;
  bool KeepUnreachable;
  const ClassPattern *Program;
  std::optional<DominatorTree> Own; ///< The tree used, unless the heap's.
  const DominatorTree *Followed = nullptr; ///< Null with a stored report.
  ReferenceKinds Ignored; ///< In the report that find() returned.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_LEAKSEARCH_H
