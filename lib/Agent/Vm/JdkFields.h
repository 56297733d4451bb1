//===- JdkFields.h - Thread data from JDK classes ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thread data that JVM TI does not provide: which threads are virtual, the
/// blockers of parked threads, and the owners of java.util.concurrent locks. It
/// is read from classes and fields of the JDK: Thread.parkBlocker, which
/// LockSupport sets, and the owner and state of synchronizers. No Java code
/// runs, so a dump works even when the program hangs.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JDKFIELDS_H
#define HPROF_LIB_AGENT_VM_JDKFIELDS_H

#include "JvmTi.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::agent {

/// Returned references are local.
class JdkFields {
public:
  /// Called once. If the VM lacks a class or field, results that depend on it
  /// are empty.
  void start(JNIEnv &Jni);
  void stop(JNIEnv &Jni);

  bool isVirtual(JNIEnv &Jni, jthread T) const {
    return VirtualThread && Jni.IsInstanceOf(T, VirtualThread);
  }
  /// Returns the object that the thread \p T is parked on; null if unknown.
  jobject blockerOf(JNIEnv &Jni, jthread T) const;
  /// Whether threads parked on \p Blocker wait to acquire it. On other
  /// blockers, such as conditions, they wait for a notification.
  bool isSynchronizer(JNIEnv &Jni, jobject Blocker) const {
    return is(Jni, Blocker, Queued) || is(Jni, Blocker, QueuedLong) ||
           is(Jni, Blocker, Stamped);
  }
  /// Returns the thread that owns \p Blocker, or null.
  jthread ownerOf(JNIEnv &Jni, jobject Blocker) const;
  /// Returns how often the owner of \p Blocker has entered it.
  uint32_t entryCount(JNIEnv &Jni, jobject Blocker) const;

private:
  /// Base class of locks and other synchronizers.
  struct Synchronizer {
    jclass Class = nullptr;   ///< A global reference.
    jfieldID State = nullptr; ///< Null if the class has no entry count.
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
