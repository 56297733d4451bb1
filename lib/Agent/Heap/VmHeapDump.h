//===- VmHeapDump.h - A heap dump by the VM itself -------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap dump file written by the VM, and the facts needed to import it into
/// the agent's output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_VMHEAPDUMP_H
#define HPROF_LIB_AGENT_HEAP_VMHEAPDUMP_H

#include "Agent/Recording/Recording.h"
#include "DumpImport.h"
#include <optional>
#include <string>

namespace hprof::agent {

class VmDumper;

class VmHeapDump {
public:
  /// Makes the VM dump its heap into a file next to the output. Fails, without
  /// any effect, if this VM does not support it, if there may be no space for
  /// the file, if Java code throws, or if the file is unusable.
  static llvm::Expected<VmHeapDump> make(JNIEnv &Jni, const RecordingContext &C,
                                         const VmDumper &Dumper);
  VmHeapDump(VmHeapDump &&Other);
  /// Removes the file.
  ~VmHeapDump();

  /// See DumpImport::append().
  llvm::Error append(RecordStream &Out, llvm::StringRef Lost = "") const;

private:
  VmHeapDump() = default;
  llvm::Error hold(JNIEnv &Jni, const RecordingContext &C,
                   const VmDumper &Dumper);

  std::string Path;
  std::optional<DumpImport> Import;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_VMHEAPDUMP_H
