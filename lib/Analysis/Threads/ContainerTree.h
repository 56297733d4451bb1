//===- ContainerTree.h - Containers and their threads -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_CONTAINERTREE_H
#define LIB_ANALYSIS_THREADS_CONTAINERTREE_H

#include "hprof/Format/Thread/ThreadDump.h"
#include <cstdint>
#include <vector>

namespace hprof {

/// The containers of a dump, each with its threads and the containers in it.
class ContainerTree {
public:
  struct Node {
    std::vector<uint32_t> Children; ///< Containers, in the order of the dump.
    std::vector<uint32_t> Threads;  ///< Indices in the dump.
    /// The thread that owns the container, if it is in the dump.
    std::optional<uint32_t> Owner;
    /// Threads that the container has but the dump does not list.
    uint64_t Missing = 0;
  };

  explicit ContainerTree(const ThreadDump &Dump);

  /// By container.
  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  /// The containers that are in no other.
  llvm::ArrayRef<uint32_t> roots() const { return Roots; }
  /// The threads that no container has.
  llvm::ArrayRef<uint32_t> others() const { return Others; }
  /// Threads not listed, of all containers.
  uint64_t missing() const;

private:
  std::vector<Node> Nodes;
  std::vector<uint32_t> Roots, Others;
};

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_CONTAINERTREE_H
