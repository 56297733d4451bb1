//===- NeighbourTables.h - Tables of references -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_NEIGHBOURTABLES_H
#define LIB_ANALYSIS_STORE_ANSWERS_NEIGHBOURTABLES_H

#include "PathSearch.h"

namespace hprof {

/// Neighbours of some objects, their neighbours, and so on.
struct NeighbourQuestion {
  const HeapQuestion *Question;
  llvm::ArrayRef<Node> Of;
  bool IsIncoming;
  bool ByClass;
  unsigned Depth; ///< Number of steps.
};

const TableInfo &neighbourTable();
/// Returns nested levels.
std::unique_ptr<Rows> neighbourTree(const PathFacts &Of,
                                    const NeighbourQuestion &Q);
/// Returns the same neighbours as rows, each followed by its own neighbours.
std::unique_ptr<Rows> neighbourRows(const PathFacts &Of,
                                    const NeighbourQuestion &Q);
/// Presents the same neighbours as text.
void presentNeighbours(Presenter &To, const PathFacts &Of,
                       const NeighbourQuestion &Q);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_NEIGHBOURTABLES_H
