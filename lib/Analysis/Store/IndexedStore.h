//===- IndexedStore.h - A store with an index -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_STORE_INDEXEDSTORE_H
#define HPROF_LIB_ANALYSIS_STORE_INDEXEDSTORE_H

#include "ComputingStore.h"

namespace hprof {

/// A separate base class, so that the index is destroyed after all users of its
/// graph.
struct OpenIndex {
  std::shared_ptr<HeapIndex> Index;
};

/// A store whose graph comes from an index. Results that are missing from the
/// index, or stored for other options, are computed from this graph.
class IndexedStore final : private OpenIndex, public ComputingStore {
public:
  /// \p Index must fit \p Path and \p Options; see checkIndex().
  IndexedStore(std::shared_ptr<HeapIndex> Index, llvm::StringRef Path,
               const StoreOptions &Options, const StoreEvents &Events,
               std::shared_ptr<HeapFile> File);

  llvm::Error prepare() override;
  const HeapGraph &graph() const override { return Index->graph(); }
  std::shared_ptr<HeapIndex> index() const override { return Index; }
  llvm::Expected<HeapFile *> file() override;
  llvm::Expected<const HeapContents *> contents() override;
  llvm::Expected<const EntryLabels *> labels() override;
  llvm::Expected<const DominatorTree *> dominators() override;
  const DominatorTree *fullTree() const override;
  llvm::Expected<const InboundReferences *> inbound() override;
  llvm::Expected<const ShortestPaths *>
  shortestPaths(const EdgeFilter &Follow,
                llvm::ArrayRef<Node> Targets) override;
  const PathGroups *pathGroups(const ShortestPaths *Paths) const override;
  llvm::Expected<RetainedSets> retainedSets(const NodeGroups &Groups,
                                            GroupBy By) override;
  llvm::Expected<DominatorClasses> dominatorClasses(llvm::ArrayRef<Node> Below,
                                                    unsigned MaxDepth) override;

private:
  llvm::Expected<std::optional<LeakReport>> keptReport() override;
  bool isReached(Node N, ReferenceKinds Ignored) const override;
  /// Whether the dominators of the index have the requested parameters.
  bool hasRightTree() const;

  /// Derives the dominators from those in the index if few differ.
  llvm::Error changeTree();

  // In a shared process, pages of files count towards the limit.
  std::shared_ptr<MemoryBudget> Memory;
  std::optional<InputPages> IndexPages, DumpPages;
  std::unique_ptr<HeapContents> Contents;
  std::optional<DominatorTree> Changed; ///< Result of changeTree().
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_STORE_INDEXEDSTORE_H
