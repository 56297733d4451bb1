//===- HeapWalkVirtualThreads.cpp - Virtual threads for a walk ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkVirtualThreads.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// Searches for virtual threads in a separate environment, \p Own, since the
/// time of the VM's tag search is proportional to the number of tags.
class Search {
public:
  Search(jvmtiEnv &Own, jvmtiEnv &Ti, JNIEnv &Jni, const WalkTags &Tags,
         jclass Class)
      : Own(Own), Ti(Ti), Jni(Jni), Tags(Tags), Class(Class) {}

  Error run();

private:
  Error look(jlong Tag);
  Error findContinuation();
  Error number(ArrayRef<jobject> Threads);

  jvmtiEnv &Own, &Ti;
  JNIEnv &Jni;
  const WalkTags &Tags;
  const jclass Class;
  jfieldID Continuation = nullptr;
  uint32_t Next = 0;
};

/// Results of one pass over the heap.
struct Found {
  jlong Tag; ///< Tag to set.
  uint64_t Count = 0;
};
} // namespace

static jint JNICALL onInstance(jlong, jlong, jlong *Tag, jint, void *User) {
  auto &F = *static_cast<Found *>(User);
  if (*Tag == 0) {
    *Tag = F.Tag;
    ++F.Count;
  }
  return JVMTI_VISIT_OBJECTS;
}

/// Finds the field through JVM TI: GetFieldID would initialize the class, and
/// fail if the Java heap is full.
Error Search::findContinuation() {
  JvmArray<jfieldID> Fields(Ti);
  if (Error E = check("GetClassFields",
                      Ti.GetClassFields(Class, &Fields.Count, Fields.out())))
    return E;
  for (jfieldID F : Fields.get()) {
    JvmText Name(Ti);
    if (Ti.GetFieldName(Class, F, Name.out(), nullptr, nullptr) ==
            JVMTI_ERROR_NONE &&
        Name.str() == "cont")
      Continuation = F;
  }
  return Error::success();
}

/// Numbers the \p Threads whose constructor has set the continuation.
Error Search::number(ArrayRef<jobject> Threads) {
  for (jobject Thread : Threads) {
    jobject Set = Jni.GetObjectField(Thread, Continuation);
    if (!Set) {
      Own.SetTag(Thread, 0); // The thread may be complete in the next pass.
      continue;
    }
    Jni.DeleteLocalRef(Set);
    const uint64_t Number = WalkNumbers::ofVirtualThread(Next);
    if (!Number)
      break; // The rest will not be visited.
    Expected<uint64_t> Has = Tags.give(Ti, Thread, Number);
    if (!Has)
      return Has.takeError();
    Next += *Has == Number;
  }
  return Error::success();
}

Error Search::look(jlong Tag) {
  Found F{Tag};
  jvmtiHeapCallbacks Calls = {};
  Calls.heap_iteration_callback = onInstance;
  if (Error E = check("IterateThroughHeap",
                      Own.IterateThroughHeap(0, Class, &Calls, &F)))
    return E;
  if (!F.Count)
    return Error::success();
  if (!Continuation)
    if (Error E = findContinuation())
      return E;
  if (!Continuation)
    return Error::success(); // Unknown VM: visit no virtual thread.
  LocalFrame Refs(Jni);
  Refs.expect(jint(std::min<uint64_t>(F.Count, INT32_MAX)));
  JvmArray<jobject> Threads(Own);
  if (Error E = check("GetObjectsWithTags",
                      Own.GetObjectsWithTags(1, &Tag, &Threads.Count,
                                             Threads.out(), nullptr)))
    return E;
  return number(Threads.get());
}

Error Search::run() {
  jvmtiCapabilities Wanted = {};
  Wanted.can_tag_objects = 1;
  if (Error E = check("AddCapabilities", Own.AddCapabilities(&Wanted)))
    return E;
  // The second pass takes little time, so few threads begin during it.
  for (jlong Tag : {1, 2})
    if (Error E = look(Tag))
      return E;
  return Error::success();
}

Error agent::numberVirtualThreads(const Jvm &J, jvmtiEnv &Ti, JNIEnv &Jni,
                                  const WalkTags &Tags, jclass Class) {
  Expected<Jvm> Own = Jvm::open(*J.Vm, J.IsAttached);
  if (!Own)
    return Own.takeError();
  Error Result = Search(*Own->Ti, Ti, Jni, Tags, Class).run();
  Own->Ti->DisposeEnvironment();
  return Result;
}
