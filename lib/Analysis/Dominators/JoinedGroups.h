//===- JoinedGroups.h - Several ways to group objects -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each object is in one group of each grouping: of a class, a package and a
/// loader. Groups of different groupings with the same members, such as a class
/// and its name, are the same. Most objects are in the same groups as others of
/// their type, so the groups of an object are a list that has a number.
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

  /// The number of groups. Those of the first way keep their numbers.
  Number size() const { return Size; }
  /// The number of group \p Of of way \p Way.
  Number joined(size_t Way, Number Of) const { return Joined[Way][Of]; }

  /// The number of the list of groups that \p N is in.
  Number listOf(Node N) const {
    Number List = ListOfType[G.types().get(N)];
    return LLVM_LIKELY(List != Varies) ? List : findList(N);
  }
  /// Ascending.
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
  /// For types whose nodes are in different groups: of the exceptions, and of
  /// all others.
  llvm::DenseMap<Node, Number> ListOfNode;
  llvm::DenseMap<TypeNumber, Number> ListOfOthers;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_JOINEDGROUPS_H
