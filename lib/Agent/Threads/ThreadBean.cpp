//===- ThreadBean.cpp - Thread dumps from management beans ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadBean.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <unistd.h>
#include <unordered_map>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static constexpr const char *During = "the VM's thread dump";

namespace {
/// Finds methods until one is missing, which error() reports.
class Methods {
public:
  explicit Methods(JNIEnv &Jni) : Jni(Jni) {}
  jclass type(const char *Name) {
    return Jni.ExceptionCheck() ? nullptr : Jni.FindClass(Name);
  }
  jmethodID of(jclass Class, const char *Name, const char *Signature) {
    return Jni.ExceptionCheck() ? nullptr
                                : Jni.GetMethodID(Class, Name, Signature);
  }
  Error error() { return takeException(Jni, During); }

private:
  JNIEnv &Jni;
};

/// Reads ThreadInfo objects.
class InfoReader {
public:
  InfoReader(JNIEnv &Jni, ThreadDump &To) : Jni(Jni), To(To) {}
  Error find();
  Error read(jobject Info);

private:
  jobject get(jobject Of, jmethodID Getter) {
    return Jni.ExceptionCheck() ? nullptr : Jni.CallObjectMethod(Of, Getter);
  }
  jlong number(jobject Of, jmethodID Getter) {
    return Jni.ExceptionCheck() ? 0 : Jni.CallLongMethod(Of, Getter);
  }
  jint integer(jobject Of, jmethodID Getter) {
    return Jni.ExceptionCheck() ? 0 : Jni.CallIntMethod(Of, Getter);
  }
  std::string text(jobject String);
  template <class Fn> void each(jobject Array, Fn Do);
  ThreadDump::LockObject lock(jobject Info);
  void readStack(jobject Info, ThreadDump::Thread &T);
  void readLocks(jobject Info, ThreadDump::Thread &T);

  JNIEnv &Jni;
  ThreadDump &To;
  jmethodID ToString = nullptr, Id = nullptr, Name = nullptr, State = nullptr,
            IsDaemon = nullptr, Priority = nullptr, Stack = nullptr,
            Lock = nullptr, OwnerId = nullptr, OwnerName = nullptr,
            Monitors = nullptr, Synchronizers = nullptr, ClassName = nullptr,
            Hash = nullptr, Depth = nullptr;
};
} // namespace

Error InfoReader::find() {
  Methods M(Jni);
  jclass Object = M.type("java/lang/Object");
  ToString = M.of(Object, "toString", "()Ljava/lang/String;");
  jclass Info = M.type("java/lang/management/ThreadInfo");
  Id = M.of(Info, "getThreadId", "()J");
  Name = M.of(Info, "getThreadName", "()Ljava/lang/String;");
  State = M.of(Info, "getThreadState", "()Ljava/lang/Thread$State;");
  IsDaemon = M.of(Info, "isDaemon", "()Z");
  Priority = M.of(Info, "getPriority", "()I");
  Stack = M.of(Info, "getStackTrace", "()[Ljava/lang/StackTraceElement;");
  Lock = M.of(Info, "getLockInfo", "()Ljava/lang/management/LockInfo;");
  OwnerId = M.of(Info, "getLockOwnerId", "()J");
  OwnerName = M.of(Info, "getLockOwnerName", "()Ljava/lang/String;");
  Monitors =
      M.of(Info, "getLockedMonitors", "()[Ljava/lang/management/MonitorInfo;");
  Synchronizers = M.of(Info, "getLockedSynchronizers",
                       "()[Ljava/lang/management/LockInfo;");
  jclass LockInfo = M.type("java/lang/management/LockInfo");
  ClassName = M.of(LockInfo, "getClassName", "()Ljava/lang/String;");
  Hash = M.of(LockInfo, "getIdentityHashCode", "()I");
  jclass MonitorInfo = M.type("java/lang/management/MonitorInfo");
  Depth = M.of(MonitorInfo, "getLockedStackDepth", "()I");
  return M.error();
}

std::string InfoReader::text(jobject String) {
  if (!String || Jni.ExceptionCheck())
    return "";
  const char *Chars = Jni.GetStringUTFChars(jstring(String), nullptr);
  if (!Chars)
    return "";
  std::string Text = modifiedUtf8ToUtf8(Chars);
  Jni.ReleaseStringUTFChars(jstring(String), Chars);
  return Text;
}

template <class Fn> void InfoReader::each(jobject Array, Fn Do) {
  if (!Array || Jni.ExceptionCheck())
    return;
  const jsize Count = Jni.GetArrayLength(jarray(Array));
  for (jsize I = 0; I != Count && !Jni.ExceptionCheck(); ++I) {
    LocalFrame Refs(Jni);
    if (jobject Each = Jni.GetObjectArrayElement(jobjectArray(Array), I))
      Do(Each);
  }
}

ThreadDump::LockObject InfoReader::lock(jobject Info) {
  ThreadDump::LockObject Object;
  Object.ClassName = text(get(Info, ClassName));
  Object.IdentityHash = uint32_t(integer(Info, Hash));
  return Object;
}

void InfoReader::readStack(jobject Info, ThreadDump::Thread &T) {
  std::vector<uint32_t> Frames;
  each(get(Info, Stack), [&](jobject Element) {
    ThreadFrame F;
    const std::string Text = text(get(Element, ToString));
    if (!parseFrame(Text, F))
      F.Method = Text;
    Frames.push_back(To.Stacks.addFrame(std::move(F)));
  });
  T.Stack = To.Stacks.add(Frames);
}

void InfoReader::readLocks(jobject Info, ThreadDump::Thread &T) {
  each(get(Info, Monitors), [&](jobject Monitor) {
    ThreadDump::HeldLock L;
    L.Object = lock(Monitor);
    L.Depth = uint32_t(std::max<jint>(integer(Monitor, Depth), 0));
    T.Locks.push_back(std::move(L));
  });
  each(get(Info, Synchronizers),
       [&](jobject Each) { T.Synchronizers.push_back(lock(Each)); });
  jobject For = get(Info, Lock);
  if (!For)
    return;
  ThreadDump::Wait W;
  W.Object = lock(For);
  const ArrayRef<uint32_t> Frames = To.frames(T);
  const bool InWait =
      !Frames.empty() &&
      To.Stacks.frame(Frames.front()).ClassName == "java.lang.Object";
  W.Kind = T.State == ThreadState::Blocked ? ThreadDump::WaitKind::Blocked
           : InWait                        ? ThreadDump::WaitKind::Waiting
                                           : ThreadDump::WaitKind::Parked;
  if (const jlong Owner = number(Info, OwnerId); Owner > 0) {
    W.Owner = ThreadDump::ThreadRef::byId(uint64_t(Owner),
                                          text(get(Info, OwnerName)));
  }
  T.WaitsFor = std::move(W);
}

Error InfoReader::read(jobject Info) {
  LocalFrame Refs(Jni, 64);
  ThreadDump::Thread T;
  T.Id = uint64_t(number(Info, Id));
  T.Name = text(get(Info, Name));
  if (jobject S = get(Info, State))
    T.State = parseThreadState(text(get(S, ToString)));
  if (!Jni.ExceptionCheck())
    T.IsDaemon = Jni.CallBooleanMethod(Info, IsDaemon) == JNI_TRUE;
  T.Priority = integer(Info, Priority);
  readStack(Info, T);
  readLocks(Info, T);
  if (Error E = takeException(Jni, During))
    return E;
  To.Threads.push_back(std::move(T));
  return Error::success();
}

Expected<ThreadDump> agent::readThreadBean(JNIEnv &Jni) {
  LocalFrame Refs(Jni, 64);
  ThreadDump Dump;
  InfoReader Reader(Jni, Dump);
  if (Error E = Reader.find())
    return E;
  Methods M(Jni);
  jclass Factory = M.type("java/lang/management/ManagementFactory");
  jmethodID Get =
      Factory ? Jni.GetStaticMethodID(Factory, "getThreadMXBean",
                                      "()Ljava/lang/management/ThreadMXBean;")
              : nullptr;
  jclass Kind = M.type("java/lang/management/ThreadMXBean");
  jmethodID All =
      M.of(Kind, "dumpAllThreads", "(ZZ)[Ljava/lang/management/ThreadInfo;");
  jobject Bean = All ? Jni.CallStaticObjectMethod(Factory, Get) : nullptr;
  jobject Infos =
      Bean && !Jni.ExceptionCheck()
          ? Jni.CallObjectMethod(Bean, All, jboolean(true), jboolean(true))
          : nullptr;
  if (Error E = M.error())
    return E;
  if (!Infos)
    return make_error<JvmError>(Twine(During) + ": there is no ThreadMXBean");
  const jsize Count = Jni.GetArrayLength(jarray(Infos));
  for (jsize I = 0; I != Count; ++I) {
    LocalFrame Each(Jni);
    // Null if the thread has ended.
    if (jobject Info = Jni.GetObjectArrayElement(jobjectArray(Infos), I))
      if (Error E = Reader.read(Info))
        return E;
  }
  return Dump;
}

//===----------------------------------------------------------------------===//
// HotSpotDiagnosticMXBean
//===----------------------------------------------------------------------===//

/// Makes the VM write a dump to \p Path. \return whether the VM supports this.
static Expected<bool> writeDump(JNIEnv &Jni, const std::string &Path,
                                bool IsText) {
  LocalFrame Refs(Jni);
  jclass Format = Jni.FindClass(
      "com/sun/management/HotSpotDiagnosticMXBean$ThreadDumpFormat");
  if (!Format) {
    clearException(Jni);
    return false; // Before JDK 21.
  }
  Methods M(Jni);
  jfieldID Field = Jni.GetStaticFieldID(
      Format, IsText ? "TEXT_PLAIN" : "JSON",
      "Lcom/sun/management/HotSpotDiagnosticMXBean$ThreadDumpFormat;");
  jobject Json = Field ? Jni.GetStaticObjectField(Format, Field) : nullptr;
  jclass Kind = M.type("com/sun/management/HotSpotDiagnosticMXBean");
  jmethodID Dump = M.of(Kind, "dumpThreads",
                        "(Ljava/lang/String;Lcom/sun/management/"
                        "HotSpotDiagnosticMXBean$ThreadDumpFormat;)V");
  jclass Factory = M.type("java/lang/management/ManagementFactory");
  jmethodID Get = Factory ? Jni.GetStaticMethodID(
                                Factory, "getPlatformMXBean",
                                "(Ljava/lang/Class;)"
                                "Ljava/lang/management/PlatformManagedObject;")
                          : nullptr;
  jobject Bean = Get ? Jni.CallStaticObjectMethod(Factory, Get, Kind) : nullptr;
  if (Bean && !Jni.ExceptionCheck())
    if (jstring Name = Jni.NewStringUTF(Path.c_str()))
      Jni.CallVoidMethod(Bean, Dump, Name, Json);
  if (Error E = M.error())
    return E;
  return Bean != nullptr;
}

Expected<std::optional<ThreadDump>>
agent::readDiagnosticBean(JNIEnv &Jni, const std::string &Scratch,
                          bool AsText) {
  auto Remove = make_scope_exit([&] { ::unlink(Scratch.c_str()); });
  Expected<bool> IsWritten = writeDump(Jni, Scratch, AsText);
  if (!IsWritten)
    return IsWritten.takeError();
  if (!*IsWritten)
    return std::nullopt;
  SourceOptions Options;
  Options.Threads = 1;
  Expected<std::unique_ptr<Source>> In = Source::open(Scratch, Options);
  if (!In)
    return In.takeError();
  const auto Ignore = [](const Damage &) {};
  if (AsText) {
    Expected<std::vector<ThreadDump>> Dumps = readJstack(**In, Ignore);
    if (!Dumps)
      return Dumps.takeError();
    return std::optional(std::move(Dumps->front()));
  }
  Expected<ThreadDump> Dump = readThreadJson(**In, Ignore);
  if (!Dump)
    return Dump.takeError();
  return std::optional(std::move(*Dump));
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Copies the thread \p T of \p From, with its stack, to \p To.
static void take(ThreadDump &Dump, ThreadDump::Thread &To,
                 const ThreadDump &From, const ThreadDump::Thread &T) {
  std::vector<uint32_t> Frames;
  for (uint32_t N : From.frames(T))
    Frames.push_back(Dump.Stacks.addFrame(From.Stacks.frame(N)));
  // Lock depths refer to the stack in the same dump.
  To.Stack = Dump.Stacks.add(Frames);
  To.State = T.State;
  To.Locks = T.Locks;
  To.WaitsFor = T.WaitsFor;
}

void agent::addLocks(ThreadDump &Dump, const ThreadDump &Locks) {
  const bool HasStates = any_of(Dump.Threads, [](const auto &T) {
    return T.State != ThreadState::Unknown;
  });
  std::unordered_map<uint64_t, const ThreadDump::Thread *> ById;
  for (const ThreadDump::Thread &T : Locks.Threads)
    ById[T.Id.value_or(0)] = &T;
  for (ThreadDump::Thread &T : Dump.Threads) {
    auto It = T.Id && !T.IsVirtual ? ById.find(*T.Id) : ById.end();
    if (It == ById.end())
      continue;
    const ThreadDump::Thread &Known = *It->second;
    if (!HasStates)
      take(Dump, T, Locks, Known);
    else if (T.WaitsFor && Known.WaitsFor && !T.WaitsFor->Owner &&
             T.WaitsFor->Object.isSame(Known.WaitsFor->Object))
      T.WaitsFor->Owner = Known.WaitsFor->Owner;
    if (!T.IsDaemon)
      T.IsDaemon = Known.IsDaemon;
    if (!T.Priority)
      T.Priority = Known.Priority;
  }
}
