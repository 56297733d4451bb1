//===- NodeGroups.h - Groups objects by class and others --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the objects of a graph into groups. Each object is in exactly one.
/// - By class: its class; class objects belong to java.lang.Class.
/// - By name: as by class, but classes with the same stableClassName()
///   (ClassName.h) are merged, such as all lambdas of a class.
/// - By package: the package of its class; for an array, of the element class.
///   A class object, and thus its static fields, belongs to the package of the
///   class it represents.
/// - By loader: the loader of its class. A class object belongs to the loader
///   of the class it represents, and a loader belongs to its own group.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_NODEGROUPS_H
#define HPROF_ANALYSIS_GRAPH_NODEGROUPS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Heap/GroupBy.h"

namespace hprof {

class NodeGroups {
public:
  using Number = uint32_t;

  /// \p G must outlive the groups.
  static NodeGroups of(const HeapGraph &G, GroupBy By);
  /// Puts \p Objects in group 1 and all others in group 0.
  static NodeGroups ofObjects(const HeapGraph &G, llvm::ArrayRef<Node> Objects);

  Number size() const { return Number(Groups.size()); }
  /// Returns a name for output; classes of several loaders may share it.
  const std::string &name(Number Group) const { return Groups[Group].Name; }
  /// Returns the id of the class or the loader; 0 if there is none.
  uint64_t id(Number Group) const { return Groups[Group].Id; }
  /// The classes merged into a group by name; empty for other groups.
  struct Joined {
    uint64_t Classes = 0;
    uint64_t Loaders = 0;
    uint64_t Example = 0; ///< Id of the first class.
  };
  const Joined &joined(Number Group) const { return Groups[Group].Of; }

  Number groupOf(Node N) const {
    if (!Apart.empty())
      if (auto It = Apart.find(N); It != Apart.end())
        return It->second;
    return OfType[G.types().get(N)];
  }
  /// Returns the group of all nodes of a type (HeapGraph::types()), except
  /// those in apart().
  Number groupOfType(uint64_t Type) const { return OfType[Type]; }
  /// Returns the nodes that may be in a different group than other nodes of
  /// their type.
  std::vector<Node> apart() const {
    std::vector<Node> Nodes;
    for (const auto &Entry : Apart)
      Nodes.push_back(Entry.first);
    return Nodes;
  }

private:
  struct Group {
    std::string Name;
    uint64_t Id = 0;
    Joined Of;
  };
  explicit NodeGroups(const HeapGraph &G) : G(G) {}
  void byClass();
  void byName();
  void byPackage();
  void byLoader();

  const HeapGraph &G;
  std::vector<Group> Groups;
  /// Group numbers by type; see HeapGraph::types().
  std::vector<Number> OfType;
  /// Nodes that are not in the group of their type.
  llvm::DenseMap<Node, Number> Apart;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_NODEGROUPS_H
