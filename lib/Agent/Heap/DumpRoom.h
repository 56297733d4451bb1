//===- DumpRoom.h - Disk space for a heap dump -----------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses where the VM writes a dump that is to be imported, and checks
/// whether there is enough space.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_DUMPROOM_H
#define HPROF_LIB_AGENT_HEAP_DUMPROOM_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof::agent {

class Recorder;

/// Location of an output's temporary files.
struct DumpPlace {
  std::string Stem; ///< Prefix of their names.
  bool WithOutput;  ///< The output is on the same file system.
  std::string folder() const;
};

/// Returns the directory of \p Out's file, or TMPDIR or /tmp if the output is a
/// device, FIFO or socket.
DumpPlace placeOfDumps(const Recorder &Out);

/// Fails if \p Place may lack space for a dump of the present heap and its copy
/// in the output, or if that cannot be determined. No exception may be pending.
llvm::Error checkRoom(jvmtiEnv &Ti, JNIEnv &Jni, const DumpPlace &Place);

/// Returns the maximum size of the dump for \p Used bytes of objects, plus that
/// of its copy in the output if \p WithOutput.
constexpr uint64_t roomFor(uint64_t Used, bool WithOutput) {
  // Ids are 8 bytes wide, whereas references in most heaps are 4 bytes wide; on
  // the other hand, part of the heap is garbage.
  const uint64_t One = Used + Used / 2;
  return WithOutput ? 2 * One : One;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_DUMPROOM_H
