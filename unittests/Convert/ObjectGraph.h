//===- ObjectGraph.h - Dumps as graphs, for comparison ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data that all formats have in common: the objects, their classes, and
/// their references. Dumps of any formats can be compared as graphs, to check
/// that converting a dump and converting it back preserves the graph.
///
/// Graphs are held entirely in memory.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_OBJECTGRAPH_H
#define HPROF_UNITTESTS_CONVERT_OBJECTGRAPH_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace hprof {

enum class NodeKind : uint8_t { Class, Instance, ObjectArray, PrimitiveArray };

/// An object, or a class.
struct GraphNode {
  uint64_t Id = 0;
  NodeKind Kind = NodeKind::Instance;
  /// For a class, its own name; for an object, the name of its class; spelled
  /// as in Java source.
  std::string ClassName;
  /// Non-null ids in numeric order. For a class: statics, constants, loader,
  /// signers and protection domain. Does not include an object's class or a
  /// class's superclass.
  std::vector<uint64_t> References;
  /// Set if the class has no layout, so that the references are unknown.
  bool IsUnexplained = false;
  std::optional<uint64_t> Super;  ///< The superclass of a class, if known.
  std::optional<uint64_t> Length; ///< Number of elements of an array.
  std::optional<uint64_t> Size;   ///< Size in the VM's heap, in bytes.
};

struct ObjectGraphRoot {
  std::string Kind; ///< For example "ROOT JNI GLOBAL".
  uint64_t Object = 0;
  bool operator<(const ObjectGraphRoot &R) const {
    return std::tie(Object, Kind) < std::tie(R.Object, R.Kind);
  }
  bool operator==(const ObjectGraphRoot &R) const {
    return std::tie(Object, Kind) == std::tie(R.Object, R.Kind);
  }
};

struct ObjectGraph {
  std::vector<GraphNode> Nodes; ///< Sorted by id, classes before other objects.
  std::vector<ObjectGraphRoot> Roots; ///< Sorted by object, without duplicates.
  bool HasRoots = true;               ///< Whether the format can express roots.

  uint64_t numReferences() const;
};

/// Reads \p In, of any format, twice. Reports damage to \p OnDamage.
llvm::Expected<ObjectGraph> readObjectGraph(Source &In,
                                            DamageHandler OnDamage = nullptr);

/// The data to ignore in comparisons.
struct GraphIgnore {
  bool Roots = false;
  bool Sizes = false;
  bool Lengths = false;
  bool Names = false;
  bool Supers = false;
  bool ClassReferences = false;
  /// Whether to ignore classes without objects that are in one graph only.
  bool UnusedClasses = false;
};

/// The first difference, as sentences for display; empty if the graphs are
/// equal. Values that only one of the graphs has (sizes, roots) are not
/// compared.
std::optional<std::string> firstDifference(const ObjectGraph &A,
                                           const ObjectGraph &B,
                                           const GraphIgnore &Ignore = {});

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_OBJECTGRAPH_H
