//===- JvmTiThreads.cpp - Thread dumps from JVM TI ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JvmTiThreads.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/DenseMap.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class JvmTiThreads {
public:
  JvmTiThreads(jvmtiEnv &Ti, JNIEnv &Jni, const JdkFields &Jdk)
      : Ti(Ti), Jni(Jni), Jdk(Jdk) {}
  Error look();
  ThreadDump take() { return std::move(Dump); }

private:
  /// Returns the Java name of a class, such as "java.lang.Object".
  std::string className(jclass C);
  uint32_t frame(const jvmtiFrameInfo &F);
  void add(const jvmtiStackInfo &S);
  void addWait(jthread T, ThreadDump::Thread &To);
  uint64_t idOf(jthread T);

  jvmtiEnv &Ti;
  JNIEnv &Jni;
  const JdkFields &Jdk;
  jfieldID Tid = nullptr;
  ThreadDump Dump;
};
} // namespace

std::string JvmTiThreads::className(jclass C) {
  JvmText Signature(Ti);
  if (!C || Ti.GetClassSignature(C, Signature.out(), nullptr))
    return "";
  StringRef Text = Signature.str();
  if (Text.consume_front("L"))
    Text.consume_back(";");
  return modifiedUtf8ToUtf8(javaClassName(Text));
}

uint32_t JvmTiThreads::frame(const jvmtiFrameInfo &F) {
  LocalFrame Refs(Jni);
  ThreadFrame To;
  JvmText Name(Ti), File(Ti);
  jclass C = nullptr;
  if (Ti.GetMethodName(F.method, Name.out(), nullptr, nullptr) ==
      JVMTI_ERROR_NONE)
    To.Method = modifiedUtf8ToUtf8(Name.str());
  if (Ti.GetMethodDeclaringClass(F.method, &C) == JVMTI_ERROR_NONE) {
    To.ClassName = className(C);
    if (Ti.GetSourceFileName(C, File.out()) == JVMTI_ERROR_NONE)
      To.SourceFile = modifiedUtf8ToUtf8(File.str());
  }
  JvmArray<jvmtiLineNumberEntry> Lines(Ti);
  To.IsNative = F.location < 0;
  if (!To.IsNative && Ti.GetLineNumberTable(F.method, &Lines.Count,
                                            Lines.out()) == JVMTI_ERROR_NONE) {
    jlocation Best = -1;
    for (const jvmtiLineNumberEntry &L : Lines.get())
      if (L.start_location <= F.location && L.start_location > Best) {
        Best = L.start_location;
        To.Line = L.line_number;
      }
  }
  return Dump.Stacks.addFrame(std::move(To));
}

/// The masks are from the description of GetThreadState.
static ThreadState stateOf(jint State) {
  switch (State & JVMTI_JAVA_LANG_THREAD_STATE_MASK) {
  case JVMTI_JAVA_LANG_THREAD_STATE_NEW:
    return ThreadState::New;
  case JVMTI_JAVA_LANG_THREAD_STATE_TERMINATED:
    return ThreadState::Terminated;
  case JVMTI_JAVA_LANG_THREAD_STATE_RUNNABLE:
    return ThreadState::Runnable;
  case JVMTI_JAVA_LANG_THREAD_STATE_BLOCKED:
    return ThreadState::Blocked;
  case JVMTI_JAVA_LANG_THREAD_STATE_WAITING:
    return ThreadState::Waiting;
  case JVMTI_JAVA_LANG_THREAD_STATE_TIMED_WAITING:
    return ThreadState::TimedWaiting;
  default:
    return ThreadState::Unknown;
  }
}

uint64_t JvmTiThreads::idOf(jthread T) {
  return Tid ? uint64_t(Jni.GetLongField(T, Tid)) : 0;
}

void JvmTiThreads::addWait(jthread T, ThreadDump::Thread &To) {
  LocalFrame Refs(Jni);
  jobject Blocker = Jdk.blockerOf(Jni, T);
  jint Hash = 0;
  if (!Blocker || Ti.GetObjectHashCode(Blocker, &Hash) != JVMTI_ERROR_NONE)
    return;
  ThreadDump::Wait W;
  W.Kind = ThreadDump::WaitKind::Parked;
  W.Object.ClassName = className(Jni.GetObjectClass(Blocker));
  W.Object.IdentityHash = uint32_t(Hash);
  if (jthread Owner = Jdk.ownerOf(Jni, Blocker); Owner && idOf(Owner))
    W.Owner = ThreadDump::ThreadRef::byId(idOf(Owner));
  To.WaitsFor = std::move(W);
}

void JvmTiThreads::add(const jvmtiStackInfo &S) {
  LocalFrame Refs(Jni);
  jvmtiThreadInfo Info = {};
  if (Ti.GetThreadInfo(S.thread, &Info) != JVMTI_ERROR_NONE)
    return;
  Refs.expect(2); // The thread's group and loader.
  JvmText Name(Ti);
  *Name.out() = Info.name;
  ThreadDump::Thread T;
  T.Name = modifiedUtf8ToUtf8(Name.str());
  if (const uint64_t Id = idOf(S.thread))
    T.Id = Id;
  T.IsDaemon = Info.is_daemon != 0;
  T.Priority = Info.priority;
  T.State = stateOf(S.state);
  std::vector<uint32_t> Frames;
  for (jint I = 0; I != S.frame_count; ++I)
    Frames.push_back(frame(S.frame_buffer[I]));
  T.Stack = Dump.Stacks.add(Frames);
  if (S.state & JVMTI_THREAD_STATE_PARKED)
    addWait(S.thread, T);
  Dump.Threads.push_back(std::move(T));
}

Error JvmTiThreads::look() {
  LocalFrame Refs(Jni);
  if (jclass Thread = Jni.FindClass("java/lang/Thread"))
    Tid = Jni.GetFieldID(Thread, "tid", "J");
  clearException(Jni);
  constexpr jint MaxFrames = 2048;
  JvmArray<jvmtiStackInfo> Stacks(Ti);
  if (Error E =
          check("GetAllStackTraces",
                Ti.GetAllStackTraces(MaxFrames, Stacks.out(), &Stacks.Count)))
    return E;
  Refs.expect(Stacks.Count);
  for (const jvmtiStackInfo &S : Stacks.get())
    add(S);
  return Error::success();
}

Expected<ThreadDump> agent::readJvmTiThreads(jvmtiEnv &Ti, JNIEnv &Jni,
                                             const JdkFields &Jdk) {
  JvmTiThreads Threads(Ti, Jni, Jdk);
  if (Error E = Threads.look())
    return E;
  return Threads.take();
}
