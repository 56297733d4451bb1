//===- VmHeapDump.h - A heap dump by the VM itself -------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file into which the VM has dumped its heap, and what it takes to bring it
/// into the agent's output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VMHEAPDUMP_H
#define HPROF_LIB_AGENT_VMHEAPDUMP_H

#include "ClassTable.h"
#include "HeapDump.h"
#include "ThreadTable.h"
#include <string>

namespace hprof::agent {

class VmHeapDump {
public:
  /// Lets the VM dump its heap into a file next to the output. Fails if this VM
  /// cannot, if there may be no room for the file, or if Java code throws, as
  /// it does when the heap is full; then nothing has happened.
  static llvm::Expected<VmHeapDump> make(JNIEnv &Jni,
                                         const RecordingContext &C);
  VmHeapDump(VmHeapDump &&Other);
  /// Removes the file.
  ~VmHeapDump();

  llvm::Error append(RecordStream &Out) const;

private:
  VmHeapDump() = default;
  llvm::Error hold(JNIEnv &Jni, const RecordingContext &C);

  std::string Path;
  std::vector<ClassTable::Entry> Classes;
  std::vector<ThreadTable::Entry> Threads;
  uint64_t Handle = 0; ///< See HeldEntries.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VMHEAPDUMP_H
