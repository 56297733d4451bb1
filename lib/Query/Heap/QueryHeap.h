//===- QueryHeap.h - A heap that is asked questions -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tables of queries need beyond the graph, computed when a query
/// first uses it.
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

  // Each computes something once. The accessors of the same name may be used
  // after that.
  llvm::Error needTree();
  llvm::Error needDepths();
  llvm::Error needContents();
  llvm::Error needInbound();
  llvm::Error needCounts();

  const DominatorTree &tree() const { return *Tree; }
  const HeapContents &contents() const { return *Contents; }
  const InboundReferences &inbound() const { return *Inbound; }
  /// Objects from the top of the dominator tree down to \p N, which a root
  /// reaches. Without needDepths(), they are counted one by one.
  uint64_t depth(Node N) const;

  /// What \p N retains; null if no root reaches it.
  Datum retained(Node N) const;
  /// From now on, notes the objects whose retained sizes are read.
  void watchRetained();
  /// Ends the watch. Returns an object that was noted and another such object
  /// that retains it; NoNode twice if no two are like that.
  std::pair<Node, Node> takeOverlap();
  /// Bytes that would be freed with all of \p Objects.
  llvm::Expected<uint64_t> retainedByAll(llvm::ArrayRef<Node> Objects);

  /// The objects of a class.
  struct ClassCount {
    uint64_t Objects = 0;
    uint64_t Bytes = 0;
    uint64_t Largest = 0;
  };
  /// By class number.
  llvm::ArrayRef<ClassCount> counts() const { return Counts; }
  /// Objects of \p Class, if they have been counted; else a guess.
  uint64_t expectedObjects(ClassNumber Class) const;

  // After needContents():
  /// The first \p Most entries of a collection. If these are not known, its
  /// class is noted; what is no collection is noted only if \p IsSure that it
  /// is meant to be one.
  std::optional<CollectionEntries> entries(Node N, uint64_t Most, bool IsSure);
  /// Sentences about what was noted since the last call.
  std::vector<std::string> takeUnknown();

  /// What hprof-lint finds.
  llvm::Expected<const LintReport *> lintReport();

  /// Whether the query at hand is to end: its result is an error then. Null:
  /// never.
  std::function<bool()> ShouldEnd;
  /// The same for loops, to be called in each step: only a few of the calls
  /// ask.
  bool mustEnd() const {
    constexpr uint64_t StepsPerCheck = 1 << 16;
    return LLVM_UNLIKELY(++Steps % StepsPerCheck == 0) && ShouldEnd &&
           ShouldEnd();
  }
  llvm::Error endError() const;

  /// The objects up to \p N were looked at.
  void noteScan(Node N) { Scanned = std::max(Scanned, N); }
  /// How many were looked at since it was last set to 0.
  Node Scanned = 0;

  /// From now on, the mask that \p Make returns decides what is shown.
  void maskTexts(TextMaskMaker Make) { MakeMask = std::move(Make); }
  bool masksTexts() const { return bool(MakeMask); }
  // After needContents():
  /// \p Text, which \p N says, as it may be shown.
  std::string shown(Node N, std::string Text) const;
  /// The same of the value of something called \p Name.
  std::string shownAs(llvm::StringRef Name, std::string Text) const;
  /// The same of what \p N says if it is the value of what is called \p Name.
  std::string shownAs(llvm::StringRef Name, Node N, std::string Text) const;
  /// Whether \p V, of the field \p Name of \p Of or, without a name, an element
  /// of \p Of, may be shown. References always are.
  bool isShown(Node Of, llvm::StringRef Name, const Value &V) const;

  /// A value was asked for that the dump lacks.
  void countMissing() { ++Missing; }
  /// How many were since the last call.
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
  std::vector<bool> AreCollections;  ///< By class; empty: not known yet.
  std::set<ClassNumber> Unknown;     ///< With entries that are not known.
  mutable std::vector<bool> Watched; ///< Empty if there is no watch.
  std::unique_ptr<LintReport> Lint;
  uint64_t Missing = 0;
  mutable uint64_t Steps = 0;
  TextMaskMaker MakeMask;                 ///< Null: all is shown.
  mutable std::unique_ptr<TextMask> Mask; ///< Made when first used.
};

} // namespace hprof

#endif // LIB_QUERY_HEAP_QUERYHEAP_H
