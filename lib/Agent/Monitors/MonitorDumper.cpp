//===- MonitorDumper.cpp - Dumps all threads and monitors -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MonitorDumper.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "ThreadStatus.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

MonitorDumper::MonitorDumper(const RecordingContext &C,
                             const jvmtiCapabilities &Has, const JdkFields &Jdk,
                             JNIEnv &Jni)
    : C(C), Ti(*C.J.Ti), Has(Has), Jdk(Jdk), Jni(Jni), Refs(Jni) {}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Error MonitorDumper::findThreads(ArrayRef<MonitorUser> Users) {
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return Live.takeError();
  for (const ThreadTable::Live &L : *Live)
    Threads.push_back({L.Thread, L.Known.Serial, false});
  for (const MonitorUser &U : Users) {
    Refs.expect(1);
    // Null if the thread object was collected.
    if (jobject T = U.Virtual ? Jni.NewLocalRef(U.Virtual) : nullptr)
      Threads.push_back({T, U.Serial, true});
  }
  llvm::sort(Threads, [](const Thread &A, const Thread &B) {
    return A.Serial < B.Serial;
  });
  llvm::erase_if(Threads, [&](Thread &T) { return !lookAt(T); });
  return Error::success();
}

/// \return false if the thread has ended.
bool MonitorDumper::lookAt(Thread &T) {
  const jvmtiError E = Ti.GetThreadState(T.Ref, &T.State);
  if (E == JVMTI_ERROR_THREAD_NOT_ALIVE ||
      T.State & JVMTI_THREAD_STATE_TERMINATED)
    return false;
  // If the VM call fails, the status is unknown.
  if (E)
    T.State = JVMTI_THREAD_STATE_ALIVE;
  const Trace *At =
      C.Traces.current(Jni, T.Ref, C.Traces.hasThreads() ? T.Serial : 0);
  T.Trace = At ? C.Traces.write(*At) : Numbers::SystemTrace;
  return true;
}

uint32_t MonitorDumper::serialOf(jthread T) {
  return T ? C.Threads.started(Jni, T).Serial : 0;
}

/// Adds the threads of \p From that \p To lacks.
void MonitorDumper::addThreads(SmallVectorImpl<uint32_t> &To,
                               ArrayRef<jthread> From) {
  for (jthread T : From)
    if (const uint32_t Serial = serialOf(T);
        !Serial || !llvm::is_contained(To, Serial))
      To.push_back(Serial);
}

//===----------------------------------------------------------------------===//
// Monitors
//===----------------------------------------------------------------------===//

MonitorDumper::Monitor &MonitorDumper::monitorOf(jobject Object, bool IsLock) {
  jint Hash = 0;
  if (Ti.GetObjectHashCode(Object, &Hash) != JVMTI_ERROR_NONE)
    Hash = 0;
  SmallVector<uint32_t, 1> &Same = ByHash[Hash];
  for (uint32_t N : Same)
    if (Monitor &M = Monitors[N];
        M.IsLock == IsLock && Jni.IsSameObject(M.Object, Object))
      return M;
  Same.push_back(uint32_t(Monitors.size()));
  Monitor &New = Monitors.emplace_back();
  New.Object = Object;
  New.IsLock = IsLock;
  LocalFrame Inner(Jni);
  JvmText Signature(Ti);
  if (jclass Class = Jni.GetObjectClass(Object);
      Class &&
      Ti.GetClassSignature(Class, Signature.out(), nullptr) == JVMTI_ERROR_NONE)
    New.Signature = Signature.str();
  return New;
}

void MonitorDumper::findOwned(const Thread &T) {
  JvmArray<jobject> Owned(Ti);
  if (!Has.can_get_owned_monitor_info ||
      Ti.GetOwnedMonitorInfo(T.Ref, &Owned.Count, Owned.out()) !=
          JVMTI_ERROR_NONE)
    return;
  Refs.expect(Owned.Count);
  for (jobject Object : Owned.get()) {
    Monitor &M = monitorOf(Object, /*IsLock=*/false);
    // Since JDK 23, usage information omits virtual threads.
    if (T.IsVirtual) {
      M.Owner = T.Serial;
      M.EntryCount = 1;
    }
  }
}

/// Finds the monitor of a thread that has waited since before events were
/// enabled.
void MonitorDumper::findContended(const Thread &T) {
  constexpr jint Waits = JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER |
                         JVMTI_THREAD_STATE_IN_OBJECT_WAIT;
  jobject Object = nullptr;
  if (!(T.State & Waits) || !Has.can_get_current_contended_monitor ||
      Ti.GetCurrentContendedMonitor(T.Ref, &Object) != JVMTI_ERROR_NONE ||
      !Object)
    return;
  Refs.expect(1);
  monitorOf(Object, /*IsLock=*/false);
}

/// Finds the monitor reported by events for \p T, if the thread still waits.
void MonitorDumper::findKnown(const Thread &T, const MonitorUser &U) {
  auto Find = [&](jweak Known, jint State) -> Monitor * {
    if (!Known || !(T.State & State))
      return nullptr;
    Refs.expect(1);
    jobject Object = Jni.NewLocalRef(Known);
    return Object ? &monitorOf(Object, /*IsLock=*/false) : nullptr;
  };
  if (Monitor *M =
          Find(U.Enter.Monitor, JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER);
      M && T.IsVirtual)
    M->Entering.push_back(T.Serial);
  if (Monitor *M = Find(U.Wait.Monitor, JVMTI_THREAD_STATE_IN_OBJECT_WAIT);
      M && T.IsVirtual)
    M->Waiting.push_back(T.Serial);
}

void MonitorDumper::askUsage(Monitor &M) {
  if (!Has.can_get_monitor_info)
    return;
  LocalFrame Inner(Jni);
  jvmtiMonitorUsage Usage = {};
  if (Ti.GetObjectMonitorUsage(M.Object, &Usage) != JVMTI_ERROR_NONE)
    return;
  Inner.expect(1 + Usage.waiter_count + Usage.notify_waiter_count);
  JvmArray<jthread> Entering(Ti), Waiting(Ti);
  *Entering.out() = Usage.waiters;
  Entering.Count = Usage.waiter_count;
  *Waiting.out() = Usage.notify_waiters;
  Waiting.Count = Usage.notify_waiter_count;
  if (Usage.owner) {
    M.Owner = serialOf(Usage.owner);
    M.EntryCount = uint32_t(std::max<jint>(Usage.entry_count, 1));
  }
  addThreads(M.Waiting, Waiting.get());
  addThreads(M.Entering, Entering.get());
  // Before JDK 23, HotSpot lists waiting threads among the entering ones, too.
  llvm::erase_if(M.Entering, [&](uint32_t Serial) {
    return Serial && llvm::is_contained(M.Waiting, Serial);
  });
}

void MonitorDumper::findParked(const Thread &T) {
  if (!(T.State & JVMTI_THREAD_STATE_PARKED))
    return;
  Refs.expect(1);
  jobject Blocker = Jdk.blockerOf(Jni, T.Ref);
  if (!Blocker)
    return;
  Monitor &M = monitorOf(Blocker, /*IsLock=*/true);
  LocalFrame Inner(Jni);
  if (jthread Owner = M.Owner ? nullptr : Jdk.ownerOf(Jni, Blocker)) {
    M.Owner = serialOf(Owner);
    M.EntryCount = Jdk.entryCount(Jni, Blocker);
  }
  (Jdk.isSynchronizer(Jni, Blocker) ? M.Entering : M.Waiting)
      .push_back(T.Serial);
}

Error MonitorDumper::look(ArrayRef<MonitorUser> Users) {
  if (Error E = findThreads(Users))
    return E;
  for (const Thread &T : Threads)
    findOwned(T);
  for (const Thread &T : Threads)
    findContended(T);
  DenseMap<uint32_t, const MonitorUser *> BySerial;
  for (const MonitorUser &U : Users)
    BySerial[U.Serial] = &U;
  for (const Thread &T : Threads)
    if (const MonitorUser *U = BySerial.lookup(T.Serial))
      findKnown(T, *U);
  for (Monitor &M : Monitors)
    askUsage(M);
  for (const Thread &T : Threads)
    findParked(T);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static ListRef<ThreadRef> fill(ListBuilder<ThreadRef> &List,
                               ArrayRef<uint32_t> Serials) {
  List.begin(RecordStream::IdSize);
  for (uint32_t Serial : Serials)
    List.add({Serial});
  return List.ref();
}

void MonitorDumper::write() {
  C.Out.with([&](RecordStream &S) {
    S.write(MonitorDump());
    for (const Thread &T : Threads) {
      MonitorDumpThread R;
      R.ThreadSerial = T.Serial;
      R.TraceSerial = T.Trace;
      R.Status = S.name(threadStatus(T.State));
      S.write(R);
    }
    ListBuilder<ThreadRef> Entering, Waiting;
    for (const Monitor &M : Monitors) {
      if (!M.isInUse() || M.Signature.empty())
        continue;
      MonitorDumpMonitor R;
      R.Signature = S.name(M.Signature);
      R.Owner = M.Owner;
      R.EntryCount = M.EntryCount;
      R.Entering = fill(Entering, M.Entering);
      R.Waiting = fill(Waiting, M.Waiting);
      S.write(R);
    }
    S.write(MonitorDumpEnd());
  });
}
