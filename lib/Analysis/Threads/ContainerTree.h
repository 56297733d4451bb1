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

/// Thread containers in a dump, each with its threads and child containers.
class ContainerTree {
public:
  struct Node {
    std::vector<uint32_t> Children; ///< Containers, in the order of the dump.
    std::vector<uint32_t> Threads;  ///< Indices in the dump.
    /// The thread that owns the container, if it is in the dump.
    std::optional<uint32_t> Owner;
    /// Number of the container's threads that the dump does not list.
    uint64_t Missing = 0;
  };

  explicit ContainerTree(const ThreadDump &Dump);

  /// By container.
  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  /// Top-level containers.
  llvm::ArrayRef<uint32_t> roots() const { return Roots; }
  /// Threads that are not in a container.
  llvm::ArrayRef<uint32_t> others() const { return Others; }
  /// Number of unlisted threads in all containers.
  uint64_t missing() const;

private:
  std::vector<Node> Nodes;
  std::vector<uint32_t> Roots, Others;
};

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_CONTAINERTREE_H
