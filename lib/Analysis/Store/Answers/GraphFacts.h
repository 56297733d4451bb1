//===- GraphFacts.h - Facts about a graph in answers ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_GRAPHFACTS_H
#define LIB_ANALYSIS_STORE_ANSWERS_GRAPHFACTS_H

#include "hprof/Analysis/Heap/LayoutTable.h"
#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Answer/TypedTable.h"

namespace hprof {

/// A store, with the data that every answer about its graph contains.
struct GraphFacts {
  std::shared_ptr<HeapStore> Store;
  const DominatorTree *Tree = nullptr; ///< Null for suspects.
  DominatorTotals Totals;
  uint64_t Missing = 0; ///< See HeapStore::missingBytes().
  llvm::StringRef View; ///< Name of the requested view.
  unsigned Dump = 1;
  bool IsVerbose = false, AsksForKept = false;

  /// Computes the dominators and Totals, except for suspects.
  static llvm::Expected<GraphFacts> of(std::shared_ptr<HeapStore> Store,
                                       const DominatorRequest &Request);
  const HeapGraph &graph() const { return Store->graph(); }
};

/// Returns the name given to a class loader, ' "plugin"', or "".
Prose loaderName(const GraphFacts &Of, Node N);

/// Returns an object for text output: "java.lang.Thread 0x7f00". Class loaders
/// are shown with their names.
Prose shown(const GraphFacts &A, Node N);
/// Returns the share of reachable bytes; missing if the total is unknown.
Datum shareOf(const GraphFacts &A, uint64_t Bytes);
/// Returns nullopt for NoNode.
std::optional<uint64_t> idOf(const GraphFacts &A, Node N);

// Used in GraphFactColumns.def.
const TableInfo &faultTable();
std::unique_ptr<Rows> faultsOf(const HeapGraph &G);
LayoutFacts layoutOf(const HeapGraph &G);
/// Returns null if the number is unknown.
Datum missingBytes(const GraphFacts &Of);

/// Presents the lines above a table, and an empty line.
void presentGraph(Presenter &To, const GraphFacts &Of);
// These functions present the first line and the other lines separately.
void presentTotals(Presenter &To, const GraphFacts &Of);
void presentRestOfHead(Presenter &To, const GraphFacts &Of);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_GRAPHFACTS_H
