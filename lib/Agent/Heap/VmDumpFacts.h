//===- VmDumpFacts.h - Facts about a VM's heap dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A first pass over a heap dump written by the VM, which collects the
/// facts needed to map its ids and serials to those of the agent's output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H
#define HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H

#include "hprof/Convert/Ids/IdMap.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace hprof::agent {

struct VmDumpFacts {
  /// Ids of the held objects, in order; 0 for missing ones.
  std::vector<uint64_t> Held;
  /// Offsets of their roots in the dump, ascending, and the size of each.
  std::vector<uint64_t> HeldRoots;
  unsigned RootSize = 0;

  /// Classes and threads: serials assigned by the VM, and ids of the objects.
  std::vector<std::pair<uint32_t, uint64_t>> Classes, Threads;

  // Largest id or serial of each kind.
  uint64_t LastFrame = 0;
  uint32_t LastTrace = 0, LastClass = 0, LastThread = 0;
  /// Smallest object id.
  uint64_t FirstObject = UINT64_MAX;
};

/// Fills a VmDumpFacts.
class VmDumpFactFinder final : public RecordVisitor {
public:
  /// \p Handles are the results of HeldObjects::handles().
  VmDumpFactFinder(VmDumpFacts &Found, llvm::ArrayRef<uint64_t> Handles);

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void visit(const LoadClass &R) override;
  void visit(const StackFrame &R) override;
  void visit(const StackTrace &R) override;
  void visit(const RootJniGlobal &R) override;
  void visit(const RootThreadObject &R) override;
  void visit(const InstanceDump &R) override { object(R.Object); }
  void visit(const PrimitiveArrayDump &R) override { object(R.Object); }
  void visit(const ObjectArrayDump &R) override { object(R.Object); }

private:
  void object(uint64_t Id) {
    Found.FirstObject = std::min(Found.FirstObject, Id);
  }

  VmDumpFacts &Found;
  IdMap Indexes; ///< Indices in Held, by handle.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H
