//===- JdkFields.cpp - Thread data from JDK classes -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JdkFields.h"
#include "JvmMemory.h"
#include <algorithm>

using namespace hprof;
using namespace hprof::agent;

/// Returns a global reference; null if there is no such class.
static jclass findClass(JNIEnv &Jni, const char *Name) {
  LocalFrame Refs(Jni);
  jclass Found = Jni.FindClass(Name);
  clearException(Jni);
  return Found ? static_cast<jclass>(Jni.NewGlobalRef(Found)) : nullptr;
}

static jfieldID findField(JNIEnv &Jni, jclass Class, const char *Name,
                          const char *Type) {
  jfieldID Found = Class ? Jni.GetFieldID(Class, Name, Type) : nullptr;
  clearException(Jni);
  return Found;
}

void JdkFields::start(JNIEnv &Jni) {
  VirtualThread = findClass(Jni, "java/lang/BaseVirtualThread");
  Ownable =
      findClass(Jni, "java/util/concurrent/locks/AbstractOwnableSynchronizer");
  Queued.Class =
      findClass(Jni, "java/util/concurrent/locks/AbstractQueuedSynchronizer");
  QueuedLong.Class = findClass(
      Jni, "java/util/concurrent/locks/AbstractQueuedLongSynchronizer");
  Stamped.Class = findClass(Jni, "java/util/concurrent/locks/StampedLock");
  Owner = findField(Jni, Ownable, "exclusiveOwnerThread", "Ljava/lang/Thread;");
  Queued.State = findField(Jni, Queued.Class, "state", "I");
  QueuedLong.State = findField(Jni, QueuedLong.Class, "state", "J");
  LocalFrame Refs(Jni);
  jclass Thread = Jni.FindClass("java/lang/Thread");
  clearException(Jni);
  ParkBlocker = findField(Jni, Thread, "parkBlocker", "Ljava/lang/Object;");
}

void JdkFields::stop(JNIEnv &Jni) {
  for (jclass *Each : {&VirtualThread, &Ownable, &Queued.Class,
                       &QueuedLong.Class, &Stamped.Class}) {
    if (*Each)
      Jni.DeleteGlobalRef(*Each);
    *Each = nullptr;
  }
}

jobject JdkFields::blockerOf(JNIEnv &Jni, jthread T) const {
  return ParkBlocker ? Jni.GetObjectField(T, ParkBlocker) : nullptr;
}

jthread JdkFields::ownerOf(JNIEnv &Jni, jobject Blocker) const {
  if (!Owner || !Jni.IsInstanceOf(Blocker, Ownable))
    return nullptr;
  return Jni.GetObjectField(Blocker, Owner);
}

uint32_t JdkFields::entryCount(JNIEnv &Jni, jobject Blocker) const {
  // ReentrantLock counts its owner's entries. In ReentrantReadWriteLock, the
  // lower half of the state (a long in later JDKs) counts write entries and the
  // upper half readers.
  uint32_t Entries = 0;
  if (Queued.State && is(Jni, Blocker, Queued))
    Entries = uint32_t(Jni.GetIntField(Blocker, Queued.State)) & 0xffff;
  else if (QueuedLong.State && is(Jni, Blocker, QueuedLong))
    Entries = uint32_t(Jni.GetLongField(Blocker, QueuedLong.State));
  return std::max(Entries, UINT32_C(1));
}
