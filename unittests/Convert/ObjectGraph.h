//===- ObjectGraph.h - Dumps as graphs, to be compared ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is the same in all formats: which objects there are, of which classes,
/// and what refers to what. Two dumps of any formats can be compared as graphs,
/// so that a conversion and its way back can be seen to keep them.
///
/// All of a graph is held in memory.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_OBJECTGRAPH_H
#define HPROF_UNITTESTS_CONVERT_OBJECTGRAPH_H

#include "hprof/Format/Error.h"
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
  /// Of a class its own, else that of the object's class; as in Java source.
  std::string ClassName;
  /// Ids other than null, in order of their numbers. A class's: statics,
  /// constants, loader, signers and protection domain. What names an object's
  /// class, or a class's superclass, is none.
  std::vector<uint64_t> References;
  /// The class has no layout, so that the references are not known.
  bool IsUnexplained = false;
  std::optional<uint64_t> Super;  ///< Of classes, where they are told.
  std::optional<uint64_t> Length; ///< Elements of an array.
  std::optional<uint64_t> Size;   ///< Bytes in the VM's heap.
};

struct ObjectGraphRoot {
  std::string Kind; ///< "ROOT JNI GLOBAL"
  uint64_t Object = 0;
  bool operator<(const ObjectGraphRoot &R) const {
    return std::tie(Object, Kind) < std::tie(R.Object, R.Kind);
  }
  bool operator==(const ObjectGraphRoot &R) const {
    return std::tie(Object, Kind) == std::tie(R.Object, R.Kind);
  }
};

struct ObjectGraph {
  std::vector<GraphNode> Nodes;       ///< By id, classes before others.
  std::vector<ObjectGraphRoot> Roots; ///< By object, each once.
  bool HasRoots = true;               ///< The format can tell of roots.

  uint64_t numReferences() const;
};

/// Reads \p In, of any format, twice. Damage is told to \p OnDamage.
llvm::Expected<ObjectGraph> readObjectGraph(Source &In,
                                            DamageHandler OnDamage = nullptr);

/// What is not compared.
struct GraphIgnore {
  bool Roots = false;
  bool Sizes = false;
  bool Lengths = false;
  bool Names = false;
  bool Supers = false;
  bool ClassReferences = false;
  /// Classes that are in one graph only and of which there are no objects.
  bool UnusedClasses = false;
};

/// The first difference, as sentences for people; nothing when the graphs are
/// the same. What only one of them knows (sizes, roots) is not compared.
std::optional<std::string> firstDifference(const ObjectGraph &A,
                                           const ObjectGraph &B,
                                           const GraphIgnore &Ignore = {});

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_OBJECTGRAPH_H
