//===- VmDumpFacts.h - What must be known of a VM's dump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A first pass over a heap dump that the VM wrote, for what decides how its
/// ids and serials become those of the agent's output.
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
  /// The ids of the held objects, in their order; 0 for those that are missing.
  std::vector<uint64_t> Held;
  /// The offsets of their roots in the dump, ascending, and the size of each.
  std::vector<uint64_t> HeldRoots;
  unsigned RootSize = 0;

  /// Classes and threads with the serials that the VM gave them, and the ids of
  /// the objects.
  std::vector<std::pair<uint32_t, uint64_t>> Classes, Threads;

  // The largest of each kind.
  uint64_t LastFrame = 0;
  uint32_t LastTrace = 0, LastClass = 0, LastThread = 0;
  /// The least id of an object.
  uint64_t FirstObject = UINT64_MAX;
};

/// Finds these facts.
class VmDumpFactFinder final : public RecordVisitor {
public:
  /// \p Handles are those of the held objects: see HeldObjects::handles().
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
  IdMap Indexes; ///< In Held, by handle.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H
