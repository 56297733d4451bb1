//===- DominatorClasses.h - The dominator tree by classes -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dominator tree with objects joined whose way from the root leads through
/// the same classes: "1000 HashMap$Node below HashMap$Node[] below HashMap".
/// As the objects of a group are apart in the dominator tree, what they retain
/// adds up exactly.
///
/// A class below itself is joined with itself, so that a linked list is one
/// group and not one for each of its nodes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_DOMINATORCLASSES_H
#define HPROF_ANALYSIS_DOMINATORS_DOMINATORCLASSES_H

#include "hprof/Analysis/Dominators/DominatorTree.h"

namespace hprof {

class DominatorClasses {
public:
  using Number = uint32_t;

  struct Group {
    Number Parent = 0;
    uint32_t Type = 0;  ///< As of HeapGraph::types().
    uint32_t Depth = 0; ///< 0 for the root of all, which has no objects.
    uint64_t Objects = 0;
    uint64_t Shallow = 0;
    uint64_t Retained = 0;
    Node Example = NoNode; ///< The object with the least id.
  };

  /// Of the objects \p Below, they among them; of all when it is empty. What
  /// is deeper than \p MaxDepth groups counts to the group at that depth.
  static llvm::Expected<DominatorClasses> of(const HeapGraph &G,
                                             const DominatorTree &T,
                                             llvm::ArrayRef<Node> Below,
                                             unsigned MaxDepth);

  /// The groups that of() found earlier, in that order; nothing when they are
  /// not a tree of objects and types of \p G.
  static std::optional<DominatorClasses> fromGroups(const HeapGraph &G,
                                                    std::vector<Group> Groups);

  /// The root of all is the first; parents come before children.
  llvm::ArrayRef<Group> groups() const { return Groups; }
  /// Of group \p N: those that retain most first.
  llvm::ArrayRef<Number> children(Number N) const {
    return llvm::ArrayRef(Children).slice(Begins[N], Begins[N + 1] - Begins[N]);
  }

private:
  void sum();
  void order(const HeapGraph &G);

  std::vector<Group> Groups;
  std::vector<Number> Children;
  std::vector<uint64_t> Begins; ///< In Children, by group.
};

/// The name of a type of \p G: of a class, or "class " and the name for the
/// object that stands for it.
std::string typeName(const HeapGraph &G, uint64_t Type);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_DOMINATORCLASSES_H
