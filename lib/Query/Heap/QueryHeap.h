//===- QueryHeap.h - A heap for queries -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data for queries beyond the graph, computed when a query first uses it.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_HEAP_QUERYHEAP_H
#define LIB_QUERY_HEAP_QUERYHEAP_H

#include "Query/Heap/TextMask.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Answer/Rows.h"
#include <memory>
#include <set>
#include <vector>

namespace hprof {

struct LintReport;

class QueryHeap {
public:
  explicit QueryHeap(std::shared_ptr<HeapStore> Store);
  ~QueryHeap();

  HeapStore &store() const { return *Store; }
  const std::shared_ptr<HeapStore> &sharedStore() const { return Store; }
  const HeapGraph &graph() const { return Store->graph(); }

  // Each function computes its data on the first call. Afterwards, the accessor
  // of the same name may be used.
  llvm::Error needTree();
  llvm::Error needDepths();
  llvm::Error needContents();
  llvm::Error needInbound();
  llvm::Error needCounts();

  const DominatorTree &tree() const { return *Tree; }
  const HeapContents &contents() const { return *Contents; }
  const InboundReferences &inbound() const { return *Inbound; }
  /// Number of objects from the top of the dominator tree down to \p N, which
  /// must be reachable. Without needDepths(), each call counts them.
  uint64_t depth(Node N) const;

  /// Retained size of \p N; null if it is unreachable.
  Datum retained(Node N) const;
  /// Starts recording the objects whose retained sizes are read.
  void watchRetained();
  /// Stops recording. Returns a recorded object and another recorded object
  /// that retains it, or NoNode twice if there is no such pair.
  std::pair<Node, Node> takeOverlap();
  /// Number of bytes that would be freed if all of \p Objects were removed.
  llvm::Expected<uint64_t> retainedByAll(llvm::ArrayRef<Node> Objects);

  /// Number of objects of a class.
  struct ClassCount {
    uint64_t Objects = 0;
    uint64_t Bytes = 0;
    uint64_t Largest = 0;
  };
  /// By class number.
  llvm::ArrayRef<ClassCount> counts() const { return Counts; }
  /// Number of objects of \p Class if they have been counted, otherwise an
  /// estimate.
  uint64_t expectedObjects(ClassNumber Class) const;

  // After needContents():
  /// First \p Most entries of the collection \p N. If its entries are unknown,
  /// its class is recorded for takeUnknown(). If \p N might not be a
  /// collection, the class is recorded only with \p IsSure, which means that a
  /// collection is expected.
  std::optional<CollectionEntries> entries(Node N, uint64_t Most, bool IsSure);
  /// Sentences about the classes recorded since the last call.
  std::vector<std::string> takeUnknown();

  /// Findings of hprof-lint.
  llvm::Expected<const LintReport *> lintReport();

  /// Returns whether to cancel the current query, which then returns an error.
  /// If null, queries are never cancelled.
  std::function<bool()> ShouldEnd;
  /// Performs the same check in each iteration of a loop; only a few of the
  /// calls evaluate ShouldEnd.
  bool mustEnd() const {
    constexpr uint64_t StepsPerCheck = 1 << 16;
    return LLVM_UNLIKELY(++Steps % StepsPerCheck == 0) && ShouldEnd &&
           ShouldEnd();
  }
  llvm::Error endError() const;

  /// Records that the objects up to \p N were visited.
  void noteScan(Node N) { Scanned = std::max(Scanned, N); }
  /// Number of objects visited since this counter was last set to 0.
  Node Scanned = 0;

  /// Sets the function that creates the mask for later output.
  void maskTexts(TextMaskMaker Make) { MakeMask = std::move(Make); }
  bool masksTexts() const { return bool(MakeMask); }
  // After needContents():
  /// \p Text of \p N, masked where necessary.
  std::string shown(Node N, std::string Text) const;
  /// Masks the text of a value called \p Name in the same way.
  std::string shownAs(llvm::StringRef Name, std::string Text) const;
  /// Masks the text of \p N as the value of a field or key called \p Name.
  std::string shownAs(llvm::StringRef Name, Node N, std::string Text) const;
  /// Whether \p V may be shown: the value of the field \p Name of \p Of or, if
  /// \p Name is empty, of an element of \p Of. References may always be shown.
  bool isShown(Node Of, llvm::StringRef Name, const Value &V) const;

  /// Records a request for a value that the dump lacks.
  void countMissing() { ++Missing; }
  /// Number of requests recorded since the last call.
  uint64_t takeMissing() { return std::exchange(Missing, 0); }

private:
  const TextMask &mask() const;
  bool isCollection(ClassNumber C);

  std::shared_ptr<HeapStore> Store;
  const DominatorTree *Tree = nullptr;
  const HeapContents *Contents = nullptr;
  const InboundReferences *Inbound = nullptr;
  NumberArray Depths;
  std::vector<ClassCount> Counts;
  std::vector<bool> AreCollections;  ///< By class; empty if unknown.
  std::set<ClassNumber> Unknown;     ///< Classes whose entries are unknown.
  mutable std::vector<bool> Watched; ///< Empty while nothing is recorded.
  std::unique_ptr<LintReport> Lint;
  uint64_t Missing = 0;
  mutable uint64_t Steps = 0;
  TextMaskMaker MakeMask;                 ///< If null, nothing is masked.
  mutable std::unique_ptr<TextMask> Mask; ///< Created on first use.
};

} // namespace hprof

#endif // LIB_QUERY_HEAP_QUERYHEAP_H
