//===- HeapStore.h - Answers about a heap dump ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph of a heap dump and the analyses of it:
///
///     auto Store = HeapStore::open("heap.hprof");
///     const HeapGraph &G = (*Store)->graph();
///     auto Tree = (*Store)->dominators();
///     (*Tree)->retained(G.find(0x7f00));
///
/// Results come from the index next to the dump if it has them. Otherwise they
/// are computed on first use, with the same result. With an index, the dump is
/// not read until the content of an object is needed.
///
/// Threads: graph(), origin(), path() and name() may be called from any thread.
/// The other members may compute, so only one thread at a time may call them.
/// Their results may be shared between threads as far as their headers allow
/// it, and are valid as long as the store unless stated otherwise. Computing
/// uses StoreOptions::Threads; StoreEvents.h says which events may come from
/// these threads.
///
/// Errors of open() and file() name the file; those of computations concern
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
struct KnownInput;

class HeapStore {
public:
  /// Opens the dump \p Path of any format, "-" for standard input, and finds
  /// its index or builds its graph. A file without a heap dump is an error. \p
  /// File is the dump if it is already open, not with HeapAccess::Once.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(llvm::StringRef Path, const StoreOptions &Options = {},
       const StoreEvents &Events = {},
       std::shared_ptr<HeapFile> File = nullptr);
  /// The same with the result of findIndex(); null computes everything.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(llvm::StringRef Path, const StoreOptions &Options,
       const StoreEvents &Events, std::shared_ptr<HeapIndex> Index,
       std::shared_ptr<HeapFile> File);
  /// The same of a heap dump that is open already. A file is opened again if
  /// and when it is needed, so that an index can do without; a pipe is not.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(KnownInput In, const StoreOptions &Options, const StoreEvents &Events);
  virtual ~HeapStore() = default;

  virtual const std::string &path() const = 0; ///< As given.
  virtual const std::string &name() const = 0; ///< For people.
  /// What the graph was built from. The identity of the dump is set only with
  /// an index.
  virtual const GraphOrigin &origin() const = 0;
  virtual const HeapGraph &graph() const = 0;
  /// The index that the graph is from; null if it was built.
  virtual std::shared_ptr<HeapIndex> index() const = 0;
  /// Damage found while reading the dump so far; the first 100,000.
  virtual llvm::ArrayRef<Damage> damages() const = 0;
  /// Whether the dump is truncated, so that sums over it cover an unknown part.
  virtual bool isCut() const = 0;
  /// Bytes that its records declare past its end: at least that many are
  /// missing. 0 when the dump is complete or does not say. Opens the dump.
  virtual llvm::Expected<uint64_t> missingBytes() = 0;
  /// Announces random access to objects instead of passes over all of them, so
  /// that less memory is used where it is short.
  virtual void expectRandomAccess() = 0;

  /// The file of the graph, mapped. With an index, the first call decompresses
  /// a compressed dump.
  virtual llvm::Expected<HeapFile *> file() = 0;
  /// The contents of the objects.
  virtual llvm::Expected<const HeapContents *> contents() = 0;
  /// The fields of references; contents() uses them after that.
  virtual llvm::Expected<const EntryLabels *> labels() = 0;
  /// By all references but origin().Ignored.
  virtual llvm::Expected<const DominatorTree *> dominators() = 0;
  /// The dominators by all references from the dump's own roots, if known
  /// without computing; else null.
  virtual const DominatorTree *fullTree() const = 0;
  /// The inverse of all references, whatever is ignored.
  virtual llvm::Expected<const InboundReferences *> inbound() = 0;
  /// As in ShortestPaths::compute(). Valid until the next call.
  virtual llvm::Expected<const ShortestPaths *>
  shortestPaths(const EdgeFilter &Follow, llvm::ArrayRef<Node> Targets) = 0;
  /// The groups of \p Paths, a result of shortestPaths(); null when they are
  /// not known without computing.
  virtual const PathGroups *pathGroups(const ShortestPaths *Paths) const = 0;
  /// The retained sets of \p Groups, made by \p By, without origin().Ignored.
  virtual llvm::Expected<RetainedSets> retainedSets(const NodeGroups &Groups,
                                                    GroupBy By) = 0;
  /// The same for several groupings, computed together; groupsBefore() is not
  /// available.
  virtual llvm::Expected<std::vector<RetainedSets>>
  computeRetainedSets(llvm::ArrayRef<GroupBy> Ways) = 0;
  /// As in DominatorClasses::of() for dominators().
  virtual llvm::Expected<DominatorClasses>
  dominatorClasses(llvm::ArrayRef<Node> Below, unsigned MaxDepth) = 0;
  /// Suspects that retain at least \p Least of the reachable bytes, as in
  /// LeakSearch: with StoreOptions::Ignored or the default of the search.
  virtual llvm::Expected<LeakReport>
  leakSuspects(llvm::function_ref<uint64_t(uint64_t)> Least) = 0;
  /// The same for a comparison, see ComparedSuspects.
  virtual llvm::Expected<LeakReport>
  comparedSuspects(llvm::function_ref<uint64_t(uint64_t)> Least,
                   NeedsSmaller Needs) = 0;
  /// Whether the references that leakSuspects() followed reach \p N.
  virtual bool isHeld(Node N) const = 0;
};

/// "only the first of the 2 heap dumps in it is looked at", for users who did
/// not choose one; empty if it is the only one.
std::string otherDumps(const HeapGraph &G);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_HEAPSTORE_H
