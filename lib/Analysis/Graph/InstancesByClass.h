//===- InstancesByClass.h - Instances of classes ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_INSTANCESBYCLASS_H
#define HPROF_LIB_ANALYSIS_GRAPH_INSTANCESBYCLASS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <mutex>

namespace hprof {

/// Finds the instances of classes. Scanning the types of all objects takes a
/// few milliseconds; for queries about many classes, lists are built, which
/// take 4 bytes per object (8 in graphs with wide entries).
class InstancesByClass {
public:
  /// \p G must outlive this.
  explicit InstancesByClass(const HeapGraph &G) : G(G) {}

  /// Calls \p F with the instances of the class whose class object is \p Class,
  /// in ascending order, until \p F returns false. \return whether all calls
  /// returned true. Thread-safe.
  bool forEach(Node Class, llvm::function_ref<bool(Node)> F) const;

private:
  static constexpr unsigned MostScans = 4;

  void findSlots() const;
  void list() const;
  bool scan(uint32_t Slot, llvm::function_ref<bool(Node)> F) const;

  const HeapGraph &G;
  // Set once a slot is assigned to each class object.
  mutable std::once_flag HasSlots;
  mutable llvm::DenseMap<Node, uint32_t> SlotOf;
  mutable std::vector<uint32_t> SlotOfType; ///< Slot of the class, by type.
  static constexpr uint32_t NoSlot = UINT32_MAX;
  mutable std::atomic<unsigned> Scans{0};
  mutable std::once_flag IsListed;
  mutable std::vector<uint64_t> Begins; ///< By slot, in Nodes; and the end.
  mutable NumberArray Nodes;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_INSTANCESBYCLASS_H
