//===- ComputingStore.h - A store that computes results ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_STORE_COMPUTINGSTORE_H
#define HPROF_LIB_ANALYSIS_STORE_COMPUTINGSTORE_H

#include "StoreTeller.h"
#include "hprof/Analysis/Leaks/LeakSearch.h"
#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

/// A store that builds a graph and computes each result from it on first use. A
/// derived class can return stored results and use this class for all other
/// results.
class ComputingStore : public HeapStore, private LeakHeap {
public:
  ComputingStore(llvm::StringRef Path, const StoreOptions &Options,
                 const StoreEvents &Events, std::shared_ptr<HeapFile> File);

  /// Builds the graph and reports problems with it. Call this first.
  virtual llvm::Error prepare();

  const std::string &path() const override { return Path; }
  const std::string &name() const override { return Tell.name(); }
  const GraphOrigin &origin() const override { return Origin; }
  const HeapGraph &graph() const override { return *Built; }
  std::shared_ptr<HeapIndex> index() const override { return nullptr; }
  llvm::ArrayRef<Damage> damages() const override { return Tell.damages(); }
  bool isCut() const final { return IsCut; }
  llvm::Expected<uint64_t> missingBytes() final;
  void expectRandomAccess() override;

  llvm::Expected<HeapFile *> file() override;
  llvm::Expected<const HeapContents *> contents() override;
  llvm::Expected<const EntryLabels *> labels() override;
  llvm::Expected<const DominatorTree *> dominators() override;
  const DominatorTree *fullTree() const override { return nullptr; }
  llvm::Expected<const InboundReferences *> inbound() override;
  llvm::Expected<const ShortestPaths *>
  shortestPaths(const EdgeFilter &Follow,
                llvm::ArrayRef<Node> Targets) override;
  const PathGroups *pathGroups(const ShortestPaths *) const override {
    return nullptr;
  }
  llvm::Expected<RetainedSets> retainedSets(const NodeGroups &Groups,
                                            GroupBy By) override;
  llvm::Expected<std::vector<RetainedSets>>
  computeRetainedSets(llvm::ArrayRef<GroupBy> Ways) override;
  llvm::Expected<DominatorClasses> dominatorClasses(llvm::ArrayRef<Node> Below,
                                                    unsigned MaxDepth) override;
  llvm::Expected<LeakReport>
  leakSuspects(llvm::function_ref<uint64_t(uint64_t)> Least) final;
  llvm::Expected<LeakReport>
  comparedSuspects(llvm::function_ref<uint64_t(uint64_t)> Least,
                   NeedsSmaller Needs) final;
  bool isHeld(Node N) const final { return Leaks.isHeld(N); }

protected:
  /// Returns the budget for results computed from the graph.
  std::shared_ptr<MemoryBudget> makeBudget() const;
  /// Opens the dump unless it is open, and reports damage to \p OnDamage.
  llvm::Expected<HeapFile *> openDump(DamageHandler OnDamage);
  llvm::Error checkHasDump() const;
  /// Applies StoreOptions::KeepIfCut; call this once the graph is built.
  llvm::Error keepIfCut();
  /// Whether dominators() has computed a tree.
  bool hasTree() const { return Tree.has_value(); }
  void tellUnreachable(const DominatorTotals &Totals);
  void tellUnreachable(const RetainedSets &Sets);
  /// Keeps \p Made. The result is valid until the next call.
  const ShortestPaths *keep(ShortestPaths Made);

  // From LeakHeap.
  llvm::Expected<std::optional<LeakReport>> keptReport() override;
  bool isReached(Node N, ReferenceKinds Ignored) const override;

  StoreTeller Tell;
  GraphOrigin Origin;

  const StoreOptions Options;

private:
  llvm::Error findCut();
  ReferenceKinds leftOut() const final { return Origin.Ignored; }
  llvm::Expected<DominatorTree> computeTree(ReferenceKinds Ignored,
                                            ReachedFn OnReached) final;
  void onTotals(const DominatorTotals &Totals) final;
  RetainedOptions retainedOptions() const;

  const std::string Path;
  const unsigned Threads;
  std::shared_ptr<HeapFile> File;
  std::unique_ptr<HeapGraph> Built;
  std::optional<DominatorTree> Tree;
  std::optional<EntryLabels> Labels;
  std::unique_ptr<HeapContents> Contents;
  std::optional<InputPages> Pages; ///< Pages of the input file.
  std::optional<InboundReferences> Inbound;
  std::optional<ShortestPaths> Paths;
  bool IsCut = false;
  bool JumpsAbout = false; ///< See expectRandomAccess().
  LeakSearch Leaks;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_STORE_COMPUTINGSTORE_H
