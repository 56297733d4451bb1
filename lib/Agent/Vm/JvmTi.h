//===- JvmTi.h - JVM TI, with later additions ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI and JNI as the oldest supported JDK declares them. Later additions
/// are declared here by number and used only if the running VM has them, so
/// that one binary works with JDK 11 and later.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JVMTI_H
#define HPROF_LIB_AGENT_VM_JVMTI_H

#include <cstddef>
#include <cstdint>
#include <jvmti.h>

namespace hprof::agent {

/// Version that the agent requests from the VM.
constexpr jint NeededVersion = JVMTI_VERSION_11;

/// Events of JVM TI 21.
constexpr jvmtiEvent VirtualThreadStartEvent = jvmtiEvent(87);
constexpr jvmtiEvent VirtualThreadEndEvent = jvmtiEvent(88);
/// Bit of can_support_virtual_threads in jvmtiCapabilities.
constexpr unsigned VirtualThreadsBit = 44;

inline bool hasBit(const jvmtiCapabilities &C, unsigned Bit) {
  return reinterpret_cast<const uint8_t *>(&C)[Bit / 8] >> (Bit % 8) & 1;
}
inline void setBit(jvmtiCapabilities &C, unsigned Bit) {
  reinterpret_cast<uint8_t *>(&C)[Bit / 8] |= uint8_t(1U << (Bit % 8));
}

/// jvmtiEventCallbacks, filled in by event number. A VM reads as many entries
/// as it supports.
class EventCallbacks {
public:
  template <class Fn> void set(jvmtiEvent E, Fn *Callback) {
    Entries[E - JVMTI_MIN_EVENT_TYPE_VAL] =
        reinterpret_cast<jvmtiEventReserved>(Callback);
  }
  jvmtiError install(jvmtiEnv &Ti) const {
    return Ti.SetEventCallbacks(
        reinterpret_cast<const jvmtiEventCallbacks *>(Entries),
        sizeof(Entries));
  }

private:
  jvmtiEventReserved
      Entries[VirtualThreadEndEvent - JVMTI_MIN_EVENT_TYPE_VAL + 1] = {};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JVMTI_H
