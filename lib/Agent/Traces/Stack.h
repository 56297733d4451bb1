//===- Stack.h - A stack as the VM reports it -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The key of a trace: frames, thread and phase. No VM is needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_TRACES_STACK_H
#define HPROF_LIB_AGENT_TRACES_STACK_H

#include "Agent/Memory/IndexTable.h"
#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>

namespace hprof::agent {

struct Stack {
  llvm::ArrayRef<jvmtiFrameInfo> Frames; ///< Innermost first.
  /// Serial of the thread; 0 unless traces are separate for each thread.
  uint32_t Thread = 0;
  jvmtiPhase Phase = JVMTI_PHASE_LIVE;

  bool operator==(const Stack &O) const {
    // Frames are hashed as bytes and must not contain padding.
    static_assert(sizeof(jvmtiFrameInfo) ==
                  sizeof(jmethodID) + sizeof(jlocation));
    return Thread == O.Thread && Phase == O.Phase &&
           Frames.size() == O.Frames.size() &&
           (Frames.empty() ||
            std::memcmp(Frames.data(), O.Frames.data(),
                        Frames.size() * sizeof(jvmtiFrameInfo)) == 0);
  }

  uint32_t hash() const {
    HashOf H;
    H.add(uint64_t(Thread) << 32 | uint32_t(Phase));
    for (const jvmtiFrameInfo &F : Frames)
      H.add(uint64_t(reinterpret_cast<uintptr_t>(F.method)))
          .add(uint64_t(F.location));
    return H.get();
  }
};

/// Returns a phase as in "from start phase of JVM"; empty for the live phase.
inline llvm::StringRef phaseName(jvmtiPhase P) {
  switch (P) {
  case JVMTI_PHASE_ONLOAD:
    return "onload";
  case JVMTI_PHASE_PRIMORDIAL:
    return "primordial";
  case JVMTI_PHASE_START:
    return "start";
  case JVMTI_PHASE_LIVE:
    return "";
  case JVMTI_PHASE_DEAD:
    return "dead";
  }
  return "unknown";
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_TRACES_STACK_H
