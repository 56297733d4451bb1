//===- JdkFields.h - What the JDK's classes state of threads ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What JVM TI does not state of threads: which are virtual, what parked ones
/// wait for, and the owner of a lock of java.util.concurrent. It is read from
/// classes and fields of the JDK: Thread.parkBlocker, which LockSupport sets,
/// and the owner and state of synchronizers. No Java code runs, so that a dump
/// works also when the program does not.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JDKFIELDS_H
#define HPROF_LIB_AGENT_VM_JDKFIELDS_H

#include "JvmTi.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::agent {

/// The references that it returns are local ones.
class JdkFields {
public:
  /// To be called once. Without a class or field of the VM, what depends on it
  /// has no answer.
  void start(JNIEnv &Jni);
  void stop(JNIEnv &Jni);

  bool isVirtual(JNIEnv &Jni, jthread T) const {
    return VirtualThread && Jni.IsInstanceOf(T, VirtualThread);
  }
  /// What the thread \p T is parked on; null if that is not known.
  jobject blockerOf(JNIEnv &Jni, jthread T) const;
  /// Whether threads that are parked on \p Blocker wait for their turn. On
  /// others, such as conditions, they wait for a notification.
  bool isSynchronizer(JNIEnv &Jni, jobject Blocker) const {
    return is(Jni, Blocker, Queued) || is(Jni, Blocker, QueuedLong) ||
           is(Jni, Blocker, Stamped);
  }
  /// The thread that holds \p Blocker; null if there is none.
  jthread ownerOf(JNIEnv &Jni, jobject Blocker) const;
  /// How often the owner of \p Blocker has entered it.
  uint32_t entryCount(JNIEnv &Jni, jobject Blocker) const;

private:
  /// A base class of locks and the like.
  struct Synchronizer {
    jclass Class = nullptr;   ///< A global reference.
    jfieldID State = nullptr; ///< Null if it counts nothing that is shown.
  };

  static bool is(JNIEnv &Jni, jobject Blocker, const Synchronizer &S) {
    return S.Class && Jni.IsInstanceOf(Blocker, S.Class);
  }

  jclass VirtualThread = nullptr, Ownable = nullptr; ///< Global references.
  Synchronizer Queued;     ///< AbstractQueuedSynchronizer
  Synchronizer QueuedLong; ///< AbstractQueuedLongSynchronizer
  Synchronizer Stamped;    ///< StampedLock
  jfieldID ParkBlocker = nullptr, Owner = nullptr;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JDKFIELDS_H
