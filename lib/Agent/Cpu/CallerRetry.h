//===- CallerRetry.h - Stacks from the caller's frame --------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file AsyncGetCallTrace finds no stack where compiled code has no complete
/// frame: at the beginning and the end of methods, in stubs, and in adapters
/// between the interpreter and compiled code. In programs with many small
/// methods, this affects a quarter of the samples. At these points, the return
/// address is in one of a few places, so the function is called again with the
/// registers that the caller has after the return. The sample is then
/// attributed to the caller.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_CALLERRETRY_H
#define HPROF_LIB_AGENT_CPU_CALLERRETRY_H

#include "AsyncCallTrace.h"
#include <atomic>

namespace hprof::agent {

/// Address range that contains the VM's generated code. Return addresses are in
/// this range; AsyncGetCallTrace mistakes any other number for a native code
/// address, and may skip a frame.
class CodeRange {
public:
  void add(const void *Begin, size_t Bytes);
  bool has(uintptr_t Address) const {
    return Address >= Low.load(std::memory_order_relaxed) &&
           Address < High.load(std::memory_order_relaxed);
  }

private:
  std::atomic<uintptr_t> Low{UINTPTR_MAX}, High{0};
};

/// Calls \p Get again after it has stored an error code in \p T. Restores
/// \p Context. Reads the stack above the stack pointer, where it is mapped. For
/// use in signal handlers.
void retryFromCaller(AsyncGetCallTraceFn Get, AsyncTrace &T, jint Depth,
                     void *Context, const CodeRange &Code);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_CALLERRETRY_H
