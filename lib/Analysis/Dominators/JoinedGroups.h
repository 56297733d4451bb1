//===- JoinedGroups.h - Several groupings of objects ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Combines groupings, such as by class, package and loader. Each object is in
/// one group of each grouping. Groups of different groupings that have the same
/// members, such as a class and its name, are merged. Most objects are in the
/// same groups as other objects of their type, so lists of groups are numbered
/// and shared.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_JOINEDGROUPS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_JOINEDGROUPS_H

#include "hprof/Analysis/Graph/NodeGroups.h"

namespace hprof {

class JoinedGroups {
public:
  using Number = NodeGroups::Number;

  /// \p G and \p Ways must outlive this.
  JoinedGroups(const HeapGraph &G, llvm::ArrayRef<NodeGroups> Ways);

  /// Number of groups. The groups of the first grouping keep their numbers.
  Number size() const { return Size; }
  /// Returns the merged number of the group \p Of in grouping \p Way.
  Number joined(size_t Way, Number Of) const { return Joined[Way][Of]; }

  /// Returns the number of the list of groups that contain \p N.
  Number listOf(Node N) const {
    Number List = ListOfType[G.types().get(N)];
    return LLVM_LIKELY(List != Varies) ? List : findList(N);
  }
  /// Returns the groups in \p List, ascending.
  llvm::ArrayRef<Number> list(Number List) const { return Lists[List]; }
  Number lists() const { return Number(Lists.size()); }

private:
  using Groups = llvm::SmallVector<Number, 4>;
  static constexpr Number Varies = UINT32_MAX;

  void joinEqual(llvm::ArrayRef<NodeGroups> Ways, llvm::ArrayRef<Node> Apart);
  Number findList(Node N) const;

  const HeapGraph &G;
  Number Size = 0;
  std::vector<std::vector<Number>> Joined;
  std::vector<Groups> Lists;
  std::vector<Number> ListOfType; ///< By HeapGraph::types().
  /// For types whose nodes are in different groups: the list of each
  /// exceptional node, and the list of all other nodes.
  llvm::DenseMap<Node, Number> ListOfNode;
  llvm::DenseMap<TypeNumber, Number> ListOfOthers;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_JOINEDGROUPS_H
