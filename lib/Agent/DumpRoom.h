//===- DumpRoom.h - Room for a heap dump on disk ---------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the file system of an output has room for a dump by the VM, which is
/// there twice for a while.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_DUMPROOM_H
#define HPROF_LIB_AGENT_DUMPROOM_H

#include "JvmTi.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof::agent {

/// Fails if there may be no room next to \p Output for a dump of the heap as it
/// is, and one in the output; or if that cannot be found out. No exception may
/// be pending.
llvm::Error checkRoom(JNIEnv &Jni, const std::string &Output);

/// The bytes that such dumps of \p Used bytes of objects may take.
constexpr uint64_t roomFor(uint64_t Used, bool WithOutput) {
  // Ids take 8 bytes where most heaps have references of 4 bytes; on the other
  // hand a part of the heap is garbage.
  const uint64_t One = Used + Used / 2;
  return WithOutput ? 2 * One : One;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_DUMPROOM_H
