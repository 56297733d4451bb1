//===- HeapStore.h - Answers about a heap dump ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph of a heap dump and all that is asked about it:
///
///     auto Store = HeapStore::open("heap.hprof");
///     const HeapGraph &G = (*Store)->graph();
///     auto Tree = (*Store)->dominators();
///     (*Tree)->retained(G.find(0x7f00));
///
/// An answer comes from the index beside the dump when that has it. Otherwise
/// it is computed when it is first asked for; it is the same. With an index,
/// the dump is not read before the content of an object is wanted.
///
/// Threads: graph(), origin(), path() and name() may be called from any thread.
/// The other members belong to one thread at a time: they may compute. Their
/// results are for any number of threads, as far as their own headers say so,
/// and are valid as long as the store unless said otherwise. Computing uses
/// StoreOptions::Threads; what may be told from these, StoreEvents.h says.
///
/// Errors of open() and file() name the file; those of computations are of
/// memory and disk.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_HEAPSTORE_H
#define HPROF_ANALYSIS_STORE_HEAPSTORE_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Index/HeapIndex.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"

namespace hprof {

class HeapFile;

class HeapStore {
public:
  /// Opens the dump \p Path of any format, "-" for standard input, and finds
  /// its index or builds its graph. A file without a heap dump is an error.
  /// \p File is the dump when it is open already, not for HeapAccess::Once.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(llvm::StringRef Path, const StoreOptions &Options = {},
       const StoreEvents &Events = {},
       std::shared_ptr<HeapFile> File = nullptr);
  /// The same with what findIndex() returned; null computes everything.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(llvm::StringRef Path, const StoreOptions &Options,
       const StoreEvents &Events, std::shared_ptr<HeapIndex> Index,
       std::shared_ptr<HeapFile> File);
  virtual ~HeapStore() = default;

  virtual const std::string &path() const = 0; ///< As it was given.
  virtual const std::string &name() const = 0; ///< For people.
  /// What the graph was made of. The identity of the dump is set only when
  /// there is an index.
  virtual const GraphOrigin &origin() const = 0;
  virtual const HeapGraph &graph() const = 0;
  /// What reading the dump had to survive so far; the first 100,000.
  virtual llvm::ArrayRef<Damage> damages() const = 0;
  /// Whether the dump ends before its records do, so that sums over it are of
  /// a part that nobody knows.
  virtual bool isCut() const = 0;
  /// Bytes that its records promise behind its end: so many are missing at
  /// least. 0 when the dump is complete or does not tell. Opens the dump.
  virtual llvm::Expected<uint64_t> missingBytes() = 0;
  /// Says that from now on objects are looked at in no order, rather than all
  /// of them in turn, so that this needs little memory where that is short.
  virtual void expectRandomAccess() = 0;

  /// The file that the graph is of, mapped. With an index a compressed dump is
  /// unpacked when this is first called.
  virtual llvm::Expected<HeapFile *> file() = 0;
  /// What the objects hold.
  virtual llvm::Expected<const HeapContents *> contents() = 0;
  /// Which fields references are of; contents() uses them from then on.
  virtual llvm::Expected<const EntryLabels *> labels() = 0;
  /// By all references but origin().Ignored.
  virtual llvm::Expected<const DominatorTree *> dominators() = 0;
  /// By all references and from the roots of the dump, when this is known
  /// without computing it; else null.
  virtual const DominatorTree *fullTree() const = 0;
  /// Of all references, whatever is ignored.
  virtual llvm::Expected<const InboundReferences *> inbound() = 0;
  /// As ShortestPaths::compute(). Valid until the next call.
  virtual llvm::Expected<const ShortestPaths *>
  shortestPaths(const EdgeFilter &Follow, llvm::ArrayRef<Node> Targets) = 0;
  /// Those of \p Paths, which shortestPaths() returned; null when they are not
  /// known without computing them.
  virtual const PathGroups *pathGroups(const ShortestPaths *Paths) const = 0;
  /// What \p Groups, made by \p By, retain without origin().Ignored.
  virtual llvm::Expected<RetainedSets> retainedSets(const NodeGroups &Groups,
                                                    GroupBy By) = 0;
  /// The same for several ways to group, computed together; groupsBefore() is
  /// not known.
  virtual llvm::Expected<std::vector<RetainedSets>>
  computeRetainedSets(llvm::ArrayRef<GroupBy> Ways) = 0;
  /// As DominatorClasses::of() of dominators().
  virtual llvm::Expected<DominatorClasses>
  dominatorClasses(llvm::ArrayRef<Node> Below, unsigned MaxDepth) = 0;
  /// What retains at least as much as \p Least makes of all reachable bytes,
  /// as LeakSearch looks for it: by StoreOptions::Ignored or its own default.
  virtual llvm::Expected<LeakReport>
  leakSuspects(llvm::function_ref<uint64_t(uint64_t)> Least) = 0;
  /// Whether the references that leakSuspects() followed reach \p N.
  virtual bool isHeld(Node N) const = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_HEAPSTORE_H
