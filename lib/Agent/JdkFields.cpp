//===- JdkFields.cpp - What the JDK's classes tell of threads -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JdkFields.h"
#include "JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;

/// A global reference; null if there is no such class.
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
  Queued =
      findClass(Jni, "java/util/concurrent/locks/AbstractQueuedSynchronizer");
  Owner = findField(Jni, Ownable, "exclusiveOwnerThread", "Ljava/lang/Thread;");
  State = findField(Jni, Queued, "state", "I");
  LocalFrame Refs(Jni);
  jclass Thread = Jni.FindClass("java/lang/Thread");
  clearException(Jni);
  ParkBlocker = findField(Jni, Thread, "parkBlocker", "Ljava/lang/Object;");
}

void JdkFields::stop(JNIEnv &Jni) {
  for (jclass *Each : {&VirtualThread, &Ownable, &Queued}) {
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
  if (!State || !isSynchronizer(Jni, Blocker))
    return 1;
  // ReentrantLock counts its owner's entries, ReentrantReadWriteLock those for
  // writing in the lower half, and readers in the upper one.
  const jint Entries = Jni.GetIntField(Blocker, State) & 0xffff;
  return Entries ? uint32_t(Entries) : 1;
}
