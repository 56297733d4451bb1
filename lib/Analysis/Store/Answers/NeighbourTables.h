//===- NeighbourTables.h - What refers to what, in tables -------*- C++ -*-===//
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

/// The neighbours of some objects, of these, and so on.
struct NeighbourQuestion {
  const HeapQuestion *Question;
  llvm::ArrayRef<Node> Of;
  bool IsIncoming;
  bool ByClass;
  unsigned Depth; ///< Steps.
};

const TableInfo &neighbourTable();
/// Levels within levels.
std::unique_ptr<Rows> neighbourTree(const PathFacts &Of,
                                    const NeighbourQuestion &Q);
/// The same as rows, each followed by what is below it.
std::unique_ptr<Rows> neighbourRows(const PathFacts &Of,
                                    const NeighbourQuestion &Q);
/// The same for people.
void presentNeighbours(Presenter &To, const PathFacts &Of,
                       const NeighbourQuestion &Q);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_NEIGHBOURTABLES_H
