//===- GraphFacts.h - What answers say of a graph ---------------*- C++ -*-===//
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

/// A store with what every answer on its graph says.
struct GraphFacts {
  std::shared_ptr<HeapStore> Store;
  const DominatorTree *Tree = nullptr; ///< Null for suspects.
  DominatorTotals Totals;
  uint64_t Missing = 0; ///< See HeapStore::missingBytes().
  llvm::StringRef View; ///< The name of what was asked for.
  unsigned Dump = 1;
  bool IsVerbose = false, AsksForKept = false;

  /// Computes the dominators, but not for suspects, nor their Totals.
  static llvm::Expected<GraphFacts> of(std::shared_ptr<HeapStore> Store,
                                       const DominatorRequest &Request);
  const HeapGraph &graph() const { return Store->graph(); }
};

/// The name given to a class loader: ' "plugin"'. Empty for all else.
Prose loaderName(const GraphFacts &Of, Node N);

/// The object for people: "java.lang.Thread 0x7f00", a loader with its name.
Prose shown(const GraphFacts &A, Node N);
/// \p Bytes of the reachable ones; missing if these are an unknown part.
Datum shareOf(const GraphFacts &A, uint64_t Bytes);
/// None for NoNode.
std::optional<uint64_t> idOf(const GraphFacts &A, Node N);

// For GraphFactColumns.def.
const TableInfo &faultTable();
std::unique_ptr<Rows> faultsOf(const HeapGraph &G);
LayoutFacts layoutOf(const HeapGraph &G);
/// Null when nobody knows.
Datum missingBytes(const GraphFacts &Of);

/// The lines above a table, and an empty one.
void presentGraph(Presenter &To, const GraphFacts &Of);
// The same in two parts: the first line, and the others.
void presentTotals(Presenter &To, const GraphFacts &Of);
void presentRestOfHead(Presenter &To, const GraphFacts &Of);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_GRAPHFACTS_H
