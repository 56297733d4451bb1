//===- HeapStore.h - Analyses of a heap dump --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph of a heap dump and its analyses:
///
///     auto Store = HeapStore::open("heap.hprof");
///     const HeapGraph &G = (*Store)->graph();
///     auto Tree = (*Store)->dominators();
///     (*Tree)->retained(G.find(0x7f00));
///
/// Results come from the index next to the dump if it contains them. All other
/// results are computed on first use; they do not depend on whether there is an
/// index. With an index, the dump is not read until the contents of an object
/// are needed.
///
/// Threads: graph(), origin(), path() and name() may be called from any thread.
/// All other members may start a computation, so only one thread at a time may
/// call them. Their results may be shared between threads if the headers of
/// their types allow this, and are valid as long as the store exists unless
/// stated otherwise. Computations use StoreOptions::Threads threads;
/// StoreEvents.h lists the events that may be called from these threads.
///
/// Errors from open() and file() include the file name; all other errors
/// concern memory and disk.
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
  /// Opens the dump \p Path in any format, "-" for standard input, and finds
  /// its index or builds its graph. A file without a heap dump is an error. \p
  /// File is the dump if it is already open; it must not be opened with
  /// HeapAccess::Once.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(llvm::StringRef Path, const StoreOptions &Options = {},
       const StoreEvents &Events = {},
       std::shared_ptr<HeapFile> File = nullptr);
  /// Same as above, but \p Index is the result of findIndex(). If it is null,
  /// everything is computed.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(llvm::StringRef Path, const StoreOptions &Options,
       const StoreEvents &Events, std::shared_ptr<HeapIndex> Index,
       std::shared_ptr<HeapFile> File);
  /// Same as above, for a heap dump that is already open. A file is opened
  /// again only when it is needed, which may never be the case if there is an
  /// index; a pipe is not opened again.
  static llvm::Expected<std::unique_ptr<HeapStore>>
  open(KnownInput In, const StoreOptions &Options, const StoreEvents &Events);
  virtual ~HeapStore() = default;

  virtual const std::string &path() const = 0; ///< The path as given.
  virtual const std::string &name() const = 0; ///< The name for output.
  /// Returns the origin of the graph. The identity of the dump is set only if
  /// there is an index.
  virtual const GraphOrigin &origin() const = 0;
  virtual const HeapGraph &graph() const = 0;
  /// Returns the index that contains the graph; null if the graph was built.
  virtual std::shared_ptr<HeapIndex> index() const = 0;
  /// Returns the damage found so far in the dump, up to 100,000 entries.
  virtual llvm::ArrayRef<Damage> damages() const = 0;
  /// Whether the dump is truncated: sums cover an unknown part of the heap.
  virtual bool isCut() const = 0;
  /// Returns the minimum number of bytes that the dump lacks at its end,
  /// according to the lengths in its records; 0 if it is complete, or if this
  /// is unknown. Opens the dump.
  virtual llvm::Expected<uint64_t> missingBytes() = 0;
  /// Announces random access to objects instead of passes over all objects.
  /// This saves memory if it is short.
  virtual void expectRandomAccess() = 0;

  /// Returns the mapped file from which the graph was built. If the graph is
  /// from an index, the first call decompresses a compressed dump.
  virtual llvm::Expected<HeapFile *> file() = 0;
  /// Returns the contents of the objects.
  virtual llvm::Expected<const HeapContents *> contents() = 0;
  /// Returns the labels that name references. After this call, contents() uses
  /// them, too.
  virtual llvm::Expected<const EntryLabels *> labels() = 0;
  /// Returns the dominators for all references except origin().Ignored.
  virtual llvm::Expected<const DominatorTree *> dominators() = 0;
  /// Returns the dominators for all references, from the roots in the dump;
  /// null if they would have to be computed.
  virtual const DominatorTree *fullTree() const = 0;
  /// Returns the inverse of all references, including ignored ones.
  virtual llvm::Expected<const InboundReferences *> inbound() = 0;
  /// Same as ShortestPaths::compute(). The result is valid until the next call.
  virtual llvm::Expected<const ShortestPaths *>
  shortestPaths(const EdgeFilter &Follow, llvm::ArrayRef<Node> Targets) = 0;
  /// Returns the groups of \p Paths, a result of shortestPaths(); null if they
  /// would have to be computed.
  virtual const PathGroups *pathGroups(const ShortestPaths *Paths) const = 0;
  /// Returns the retained sets of \p Groups, which were created with \p By, for
  /// all references except origin().Ignored.
  virtual llvm::Expected<RetainedSets> retainedSets(const NodeGroups &Groups,
                                                    GroupBy By) = 0;
  /// Same as above, for several groupings; groupsBefore() is not available.
  virtual llvm::Expected<std::vector<RetainedSets>>
  computeRetainedSets(llvm::ArrayRef<GroupBy> Ways) = 0;
  /// Same as DominatorClasses::of() for dominators().
  virtual llvm::Expected<DominatorClasses>
  dominatorClasses(llvm::ArrayRef<Node> Below, unsigned MaxDepth) = 0;
  /// Finds suspects that retain at least \p Least of the reachable bytes, as
  /// LeakSearch does, with StoreOptions::Ignored or the default of the search.
  virtual llvm::Expected<LeakReport>
  leakSuspects(llvm::function_ref<uint64_t(uint64_t)> Least) = 0;
  /// Same as above, for a comparison; see ComparedSuspects.
  virtual llvm::Expected<LeakReport>
  comparedSuspects(llvm::function_ref<uint64_t(uint64_t)> Least,
                   NeedsSmaller Needs) = 0;
  /// Whether \p N is reachable by the references that leakSuspects() followed.
  virtual bool isHeld(Node N) const = 0;
};

/// Returns "only the first of the 2 heap dumps in it is looked at", for users
/// who did not choose a heap dump; empty if there is only one dump.
std::string otherDumps(const HeapGraph &G);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_HEAPSTORE_H
