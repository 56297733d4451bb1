//===- DumpRoom.h - Room for a heap dump on disk ---------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a dump by the VM goes before it is in the output, and whether there is
/// room for it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_DUMPROOM_H
#define HPROF_LIB_AGENT_HEAP_DUMPROOM_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof::agent {

class Recorder;

/// Where temporary files of an output are.
struct DumpPlace {
  std::string Stem; ///< Their names begin with this.
  bool WithOutput;  ///< The output grows in the same file system.
  std::string folder() const;
};

/// Next to the file that \p Out writes or will write. Devices, FIFOs and
/// sockets have no place for files; then it is TMPDIR or /tmp.
DumpPlace placeOfDumps(const Recorder &Out);

/// Fails if there may be no room in \p Place for a dump of the heap as it is,
/// and one in the output; or if that cannot be found out. No exception may be
/// pending.
llvm::Error checkRoom(jvmtiEnv &Ti, JNIEnv &Jni, const DumpPlace &Place);

/// The bytes that such dumps of \p Used bytes of objects may take.
constexpr uint64_t roomFor(uint64_t Used, bool WithOutput) {
  // Ids take 8 bytes where most heaps have references of 4 bytes; on the other
  // hand a part of the heap is garbage.
  const uint64_t One = Used + Used / 2;
  return WithOutput ? 2 * One : One;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_DUMPROOM_H
