//===- ThreadTable.cpp - The threads of an output -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadTable.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// The id follows from the serial, since both are assigned together.
static ThreadTable::Entry entryOf(uint32_t Serial) {
  return {Numbers::threadId(Serial), Serial};
}

/// Bit above the serial in the tag of a thread whose end was written. The
/// thread may keep running: the thread that exits the program runs until after
/// the last dump.
static constexpr jlong Ended = jlong(1) << 32;

std::optional<ThreadTable::Entry> ThreadTable::known(jthread T) {
  jlong Tag = 0;
  if (Tags.get(T, Tag) != JVMTI_ERROR_NONE)
    return std::nullopt;
  if (!Tag)
    return Entry();
  Entry E = entryOf(uint32_t(Tag));
  E.HasEnded = Tag & Ended;
  return E;
}

namespace {
/// The names in a START THREAD.
struct ThreadNames {
  std::string Thread, Group, Parent;
};
} // namespace

static std::string groupName(jvmtiEnv &Ti, jthreadGroup G,
                             jthreadGroup *Parent) {
  jvmtiThreadGroupInfo Info = {};
  if (!G || Ti.GetThreadGroupInfo(G, &Info) != JVMTI_ERROR_NONE)
    return "";
  std::string Name = Info.name ? Info.name : "";
  Ti.Deallocate(reinterpret_cast<unsigned char *>(Info.name));
  if (Parent)
    *Parent = Info.parent;
  return Name;
}

static ThreadNames namesOf(jvmtiEnv &Ti, JNIEnv &Jni, jthread T) {
  ThreadNames Result;
  LocalFrame Refs(Jni);
  jvmtiThreadInfo Info = {};
  if (Ti.GetThreadInfo(T, &Info) != JVMTI_ERROR_NONE)
    return Result;
  Result.Thread = Info.name ? Info.name : "";
  Ti.Deallocate(reinterpret_cast<unsigned char *>(Info.name));
  jthreadGroup Parent = nullptr;
  Result.Group = groupName(Ti, Info.thread_group, &Parent);
  Result.Parent = groupName(Ti, Parent, nullptr);
  return Result;
}

ThreadTable::Entry ThreadTable::started(JNIEnv &Jni, jthread T) {
  // A thread whose tag cannot be read is not numbered: it would count as new
  // each time.
  std::optional<Entry> Before = known(T);
  if (!Before || Before->Serial || Before->HasEnded)
    return Before.value_or(Entry());
  const ThreadNames Names = namesOf(Ti, Jni, T);
  // The thread's start event may have arrived or may be arriving now, or the
  // thread has ended.
  std::lock_guard<std::mutex> Hold(Numbering);
  Before = known(T);
  if (!Before || Before->Serial || Before->HasEnded)
    return Before.value_or(Entry());
  Entry E;
  Out.with([&](RecordStream &S) {
    E = entryOf(S.Next.ThreadSerials.take());
    StartThread R;
    R.ThreadSerial = E.Serial;
    R.Thread = E.Id;
    R.TraceSerial = Numbers::SystemTrace;
    R.Name = S.name(Names.Thread);
    R.GroupName = S.name(Names.Group);
    R.ParentGroupName = S.name(Names.Parent);
    S.write(R);
  });
  if (!E.Serial || Tags.set(T, E.Serial) == JVMTI_ERROR_NONE)
    return E;
  writeEnd(E);
  return {};
}

void ThreadTable::writeEnd(const Entry &E) {
  Out.with([&](RecordStream &S) {
    EndThread R;
    R.ThreadSerial = E.Serial;
    S.write(R);
  });
}

uint32_t ThreadTable::ended(jthread T) {
  std::lock_guard<std::mutex> Hold(Numbering);
  const Entry E = known(T).value_or(Entry());
  if (E.HasEnded)
    return 0;
  // Set even without a number: find() may have a reference to the thread.
  Tags.set(T, Ended | E.Serial);
  if (E.Serial)
    writeEnd(E);
  return E.Serial;
}

Expected<std::vector<ThreadTable::Live>> ThreadTable::live(LocalFrame &Refs) {
  JvmArray<jthread> All(Ti);
  if (Error E = check("GetAllThreads", Ti.GetAllThreads(&All.Count, All.out())))
    return E;
  Refs.expect(All.Count);
  std::vector<Live> Result;
  for (jthread T : All.get())
    if (Entry E = known(T).value_or(Entry()); E.Serial && !E.HasEnded)
      Result.push_back({T, E});
  return Result;
}

Error ThreadTable::find(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  JvmArray<jthread> All(Ti);
  if (Error E = check("GetAllThreads", Ti.GetAllThreads(&All.Count, All.out())))
    return E;
  Refs.expect(All.Count);
  for (jthread T : All.get())
    started(Jni, T);
  return Error::success();
}
