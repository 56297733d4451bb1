//===- VmDumpFacts.h - What must be known of a VM's dump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A first walk over a heap dump that the VM wrote, for what decides how its
/// ids and serials become those of the agent's output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H
#define HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H

#include "hprof/Format/Records/RecordVisitor.h"
#include <utility>
#include <vector>

namespace hprof::agent {

/// Bytes of a record in the dump; empty if there is none.
struct RecordPlace {
  uint64_t Begin = 0, End = 0;
  bool any() const { return Begin != End; }
};

struct VmDumpFacts {
  /// The array of held objects: its id, its root and itself; ids of its
  /// elements.
  uint64_t Array = 0;
  RecordPlace RootPlace, ArrayPlace;
  std::vector<uint64_t> Held;

  /// Classes and threads with the serials that the VM gave them, and the ids of
  /// the objects.
  std::vector<std::pair<uint32_t, uint64_t>> Classes, Threads;

  // The largest of each kind.
  uint64_t LastFrame = 0;
  uint32_t LastTrace = 0, LastClass = 0, LastThread = 0;
  /// The least id of an object.
  uint64_t FirstObject = UINT64_MAX;
};

/// Finds these facts. The record of the array may come before its root, so the
/// walk is made again for it: see needsAgain().
class VmDumpFactFinder final : public RecordVisitor {
public:
  VmDumpFactFinder(VmDumpFacts &Found, uint64_t Handle)
      : Found(Found), Handle(Handle) {}

  /// To be called after a walk: whether another one is needed.
  bool needsAgain() const { return Found.Array && !Found.ArrayPlace.any(); }

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { IdSize = H.IdSize; }
  void visit(const LoadClass &R) override;
  void visit(const StackFrame &R) override;
  void visit(const StackTrace &R) override;
  void visit(const RootJniGlobal &R) override;
  void visit(const RootThreadObject &R) override;
  void visit(const InstanceDump &R) override { object(R.Object); }
  void visit(const PrimitiveArrayDump &R) override { object(R.Object); }
  void visit(const ObjectArrayDump &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;

private:
  void object(uint64_t Id) {
    Found.FirstObject = std::min(Found.FirstObject, Id);
    InArray = false;
  }
  void elements(llvm::ArrayRef<uint8_t> Bytes);

  VmDumpFacts &Found;
  const uint64_t Handle;
  unsigned IdSize = 8;
  bool InArray = false;               ///< The payload to come is the array's.
  llvm::SmallVector<uint8_t, 8> Rest; ///< The beginning of an id.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_VMDUMPFACTS_H
