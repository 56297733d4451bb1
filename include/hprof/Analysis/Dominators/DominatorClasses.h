//===- DominatorClasses.h - The dominator tree by class ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dominator tree in which objects are merged if their paths from the root
/// go through the same classes: "1000 HashMap$Node below HashMap$Node[] below
/// HashMap". The objects of a group do not dominate each other, so their
/// retained sizes add up exactly.
///
/// A group directly below a group of the same class is merged into it: a linked
/// list is one group rather than one group per node.
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
    uint32_t Type = 0;  ///< A type as in HeapGraph::types().
    uint32_t Depth = 0; ///< 0 for the virtual root.
    uint64_t Objects = 0;
    uint64_t Shallow = 0;
    uint64_t Retained = 0;
    Node Example = NoNode; ///< The object with the lowest id.
  };

  /// Groups the objects \p Below and those they dominate, or all objects if \p
  /// Below is empty. Objects deeper than \p MaxDepth groups count towards the
  /// group at that depth.
  static llvm::Expected<DominatorClasses> of(const HeapGraph &G,
                                             const DominatorTree &T,
                                             llvm::ArrayRef<Node> Below,
                                             unsigned MaxDepth);

  /// Restores the groups that of() computed earlier, in the same order; returns
  /// nullopt if they do not form a tree of objects and types of \p G.
  static std::optional<DominatorClasses> fromGroups(const HeapGraph &G,
                                                    std::vector<Group> Groups);

  /// Returns the groups. The first group is the virtual root, which has no
  /// objects; parents precede children.
  llvm::ArrayRef<Group> groups() const { return Groups; }
  /// Returns the children of group \p N, largest retained size first.
  llvm::ArrayRef<Number> children(Number N) const {
    return llvm::ArrayRef(Children).slice(Begins[N], Begins[N + 1] - Begins[N]);
  }

private:
  void sum();
  void order(const HeapGraph &G);

  std::vector<Group> Groups;
  std::vector<Number> Children;
  std::vector<uint64_t> Begins; ///< Indices in Children, by group.
};

/// Returns the name of a type of \p G: a class name, or "class " and the name
/// for a class object.
std::string typeName(const HeapGraph &G, uint64_t Type);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_DOMINATORCLASSES_H
