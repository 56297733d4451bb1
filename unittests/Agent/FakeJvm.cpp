//===- FakeJvm.cpp - A scripted VM for tests of the agent -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/FakeJvm.h"
#include "Agent/Vm/Jvm.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

thread_local FakeJvm::Thread *FakeJvm::Current = nullptr;

//===----------------------------------------------------------------------===//
// The invocation interface
//===----------------------------------------------------------------------===//

namespace hprof::agent {
struct FakeInvoke {
  static FakeJvm &of(JavaVM *V) {
    return *static_cast<FakeJvm::Invocation *>(V)->Vm;
  }
  static jint JNICALL getEnv(JavaVM *V, void **Out, jint Version) {
    FakeJvm &Vm = of(V);
    std::lock_guard<std::recursive_mutex> Hold(Vm.Lock);
    *Out = nullptr;
    if ((Version & JVMTI_VERSION_MASK_INTERFACE_TYPE) ==
        JVMTI_VERSION_INTERFACE_JVMTI) {
      if (Vm.Now == FakeJvm::Phase::Dead)
        return JNI_EDETACHED;
      FakeJvm::Env &E = Vm.Environments.emplace_back();
      E.functions = &fakeTiTable();
      E.Vm = &Vm;
      *Out = static_cast<jvmtiEnv *>(&E);
      return JNI_OK;
    }
    if (!Vm.current() || !Vm.current()->IsAttached)
      return JNI_EDETACHED;
    *Out = static_cast<JNIEnv *>(Vm.current());
    return JNI_OK;
  }
  static jint JNICALL destroy(JavaVM *V) {
    of(V).found("unexpected call of DestroyJavaVM");
    return JNI_ERR;
  }
  static jint JNICALL attach(JavaVM *V, void **, void *) {
    of(V).found("unexpected call of AttachCurrentThread");
    return JNI_ERR;
  }
  static jint JNICALL detach(JavaVM *V) {
    of(V).found("unexpected call of DetachCurrentThread");
    return JNI_ERR;
  }
  static constexpr JNIInvokeInterface_ Table = {
      nullptr, nullptr, nullptr, destroy, attach, detach, getEnv, attach};
};
} // namespace hprof::agent

FakeJvm::FakeJvm() {
  Invoke.functions = &FakeInvoke::Table;
  Invoke.Vm = this;
  std::memset(&Potential, 0xff, sizeof(Potential));
  addClass("Ljava/lang/Object;");
  addClass("Ljava/lang/Class;");
  addClass("Ljava/lang/Thread;");
  Object &System = make(Object::Kind::Group, "system");
  MainGroup = &make(Object::Kind::Group, "main");
  MainGroup->Parent = &System;
  Main = &addThread("main");
  Current = Main;
}

void FakeJvm::joinAgents() {
  for (std::thread &T : Agents)
    if (T.joinable())
      T.join();
}

FakeJvm::~FakeJvm() {
  joinAgents();
  Jvm::forgetIdle();
  Current = nullptr;
  for (const std::string &What : takeFindings())
    ADD_FAILURE() << What;
  for (void *P : Allocated)
    std::free(P);
}

bool FakeJvm::Env::isAtRest() const {
  constexpr jvmtiCapabilities None = {};
  return IsDisposed ||
         (Enabled.empty() &&
          none_of(Callbacks, [](auto C) { return C != nullptr; }) &&
          !std::memcmp(&Possessed, &None, sizeof(None)));
}

void FakeJvm::found(const std::string &What) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  Findings.push_back(What);
}

void FakeJvm::checkLeft() {
  if (!Allocated.empty())
    found(std::to_string(Allocated.size()) + " blocks are not deallocated");
  size_t NumGlobal = 0;
  for (const Reference &R : References)
    NumGlobal += R.IsGlobal && !R.IsOver;
  if (NumGlobal)
    found(std::to_string(NumGlobal) + " global references are left");
  for (const Thread &T : Threads)
    if (T.Frames.size() != 1)
      found(T.Java->Text + ": a local frame is left");
}

std::vector<std::string> FakeJvm::takeFindings() {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  checkLeft();
  return std::move(Findings);
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

FakeJvm::Object &FakeJvm::make(Object::Kind Is, StringRef Text) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  Object &O = Objects.emplace_back();
  O.Is = Is;
  O.Text = Text.str();
  O.Address = 0x7f0000000 + Objects.size() * 0x40;
  return O;
}

FakeJvm::Object &FakeJvm::addClass(StringRef Signature) {
  return make(Object::Kind::Class, Signature);
}

FakeJvm::Thread &FakeJvm::addThread(StringRef Name) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  Thread &T = Threads.emplace_back();
  T.functions = &fakeJniTable();
  T.Vm = this;
  T.Java = &make(Object::Kind::Thread, Name);
  T.Java->Parent = MainGroup;
  return T;
}

FakeJvm::Thread &FakeJvm::addVirtualThread(StringRef Name) {
  Thread &T = addThread(Name);
  T.IsVirtual = true;
  const StringRef Signature = "Ljava/lang/BaseVirtualThread;";
  Object *Class = classOf(Signature);
  T.Java->Class = Class ? Class : &addClass(Signature);
  return T;
}

FakeJvm::Object &FakeJvm::addObject(Object &Class) {
  Object &O = make(Object::Kind::Plain, "an object");
  O.Class = &Class;
  return O;
}

jvmtiFrameInfo FakeJvm::addPlace(Object &Class, StringRef Name) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  return {reinterpret_cast<jmethodID>(method(&Class, Name)), 0};
}

void FakeJvm::collect(Object &O) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  for (Reference &R : References)
    if (R.IsWeak && R.To == &O)
      R.To = nullptr;
}

void FakeJvm::as(Thread &T, function_ref<void()> F) {
  Thread *Before = std::exchange(Current, &T);
  F();
  Current = Before;
}

size_t FakeJvm::LocalRefs::numLive() const {
  return size_t(llvm::count_if(*this, [](Reference *R) { return !R->IsOver; }));
}

FakeJvm::Reference *FakeJvm::refer(Object *To, bool IsGlobal) {
  return &References.emplace_back(Reference{To, IsGlobal});
}

jobject FakeJvm::local(Object *To) {
  if (!To)
    return nullptr;
  Reference *R = refer(To);
  if (Current)
    Current->Frames.back().push_back(R);
  return reinterpret_cast<jobject>(R);
}

FakeJvm::Object *FakeJvm::object(jobject Ref) {
  if (!Ref)
    return nullptr;
  for (const Reference &R : References)
    if (reinterpret_cast<jobject>(const_cast<Reference *>(&R)) == Ref) {
      if (!R.IsOver)
        return R.To;
      found("use of a deleted reference to '" + (R.To ? R.To->Text : "") + "'");
      return nullptr;
    }
  found("use of what is no reference");
  return nullptr;
}

FakeJvm::Object *FakeJvm::classOf(StringRef Signature) {
  for (Object &O : Objects)
    if (O.Is == Object::Kind::Class && O.IsLoaded && O.Text == Signature)
      return &O;
  return nullptr;
}

FakeJvm::Thread *FakeJvm::threadOf(Object *Java) {
  for (Thread &T : Threads)
    if (T.Java == Java)
      return &T;
  return nullptr;
}

void FakeJvm::throwNew(StringRef Text) {
  Current->Pending = &make(Object::Kind::Plain, Text);
}

FakeJvm::Method *FakeJvm::method(Object *Class, StringRef Name) {
  return &Methods.emplace_back(Method{Class, Name.str()});
}

void *FakeJvm::allocate(size_t N) {
  void *P = std::malloc(N ? N : 1);
  Allocated.insert(P);
  return P;
}

bool FakeJvm::deallocate(void *P) {
  if (!P)
    return true;
  if (!Allocated.erase(P))
    return false;
  std::free(P);
  return true;
}

char *FakeJvm::copy(StringRef Text) {
  char *P = static_cast<char *>(allocate(Text.size() + 1));
  std::memcpy(P, Text.data(), Text.size());
  P[Text.size()] = 0;
  return P;
}

//===----------------------------------------------------------------------===//
// The life of the VM
//===----------------------------------------------------------------------===//

namespace {
/// An argument of a callback that is a jclass.
struct OfClass {
  FakeJvm::Object *Class;
};
} // namespace

template <class Fn, class... Args> void FakeJvm::post(jvmtiEvent E, Args... A) {
  // A callback may add an environment, so the size is read each time.
  for (size_t I = 0;; ++I) {
    Env *Each = nullptr;
    Fn Callback = nullptr;
    {
      std::lock_guard<std::recursive_mutex> Hold(Lock);
      if (I == Environments.size())
        return;
      Each = &Environments[I];
      const Env &To = *Each;
      const auto Stored = To.Callbacks[E - JVMTI_MIN_EVENT_TYPE_VAL];
      if (!To.IsDisposed && To.Enabled.count(E))
        Callback = reinterpret_cast<Fn>(Stored);
    }
    if (!Callback)
      continue;
    Thread &T = *Current;
    const size_t NumFrames = T.Frames.size();
    Object *Pending = T.Pending;
    T.Frames.emplace_back();
    [[maybe_unused]] auto Convert = [&](auto Arg) {
      std::lock_guard<std::recursive_mutex> Hold(Lock);
      if constexpr (std::is_same_v<decltype(Arg), Object *>)
        return local(Arg);
      else if constexpr (std::is_same_v<decltype(Arg), OfClass>)
        return static_cast<jclass>(local(Arg.Class));
      else
        return Arg;
    };
    Callback(static_cast<jvmtiEnv *>(Each), Convert(A)...);
    std::lock_guard<std::recursive_mutex> Hold(Lock);
    if (T.Frames.size() != NumFrames + 1)
      found("a callback leaves a local frame");
    if (T.Pending != Pending)
      found("a callback changes the pending exception");
    while (T.Frames.size() > NumFrames) {
      for (Reference *R : T.Frames.back())
        R->IsOver = true;
      T.Frames.pop_back();
    }
  }
}

void FakeJvm::init() {
  Now = Phase::Live;
  post<jvmtiEventVMInit>(JVMTI_EVENT_VM_INIT, static_cast<JNIEnv *>(Current),
                         Current->Java);
}

std::vector<uint8_t> FakeJvm::loadClass(ArrayRef<uint8_t> File) {
  jint NewSize = 0;
  unsigned char *New = nullptr;
  post<jvmtiEventClassFileLoadHook>(
      JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, static_cast<JNIEnv *>(Current),
      jclass(), jobject(), static_cast<const char *>(nullptr), jobject(),
      jint(File.size()), File.data(), &NewSize, &New);
  if (!New)
    return File.vec();
  std::vector<uint8_t> Result(New, New + NewSize);
  if (!deallocate(New))
    found("a class file is not in memory of JVM TI");
  return Result;
}

void FakeJvm::startThread(Thread &T) {
  as(T, [&] {
    post<jvmtiEventThreadStart>(JVMTI_EVENT_THREAD_START,
                                static_cast<JNIEnv *>(&T), T.Java);
  });
}

void FakeJvm::endThread(Thread &T) {
  as(T, [&] {
    post<jvmtiEventThreadEnd>(JVMTI_EVENT_THREAD_END, static_cast<JNIEnv *>(&T),
                              T.Java);
  });
  T.IsAlive = false;
}

void FakeJvm::startVirtualThread(Thread &T) {
  as(T, [&] {
    post<jvmtiEventThreadStart>(VirtualThreadStartEvent,
                                static_cast<JNIEnv *>(&T), T.Java);
  });
}

void FakeJvm::endVirtualThread(Thread &T) {
  as(T, [&] {
    post<jvmtiEventThreadEnd>(VirtualThreadEndEvent, static_cast<JNIEnv *>(&T),
                              T.Java);
  });
  T.IsAlive = false;
}

void FakeJvm::block(Thread &T, Object &O) {
  T.State =
      JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER;
  T.Contended = &O;
  O.Monitor.Entering.push_back(&T);
  as(T, [&] {
    post<jvmtiEventMonitorContendedEnter>(JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
                                          static_cast<JNIEnv *>(&T), T.Java,
                                          &O);
  });
}

/// Lets a thread continue after its wait has ended.
static void goOn(FakeJvm::Thread &T, std::vector<FakeJvm::Thread *> &Among) {
  T.State = JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_RUNNABLE;
  T.Contended = nullptr;
  llvm::erase(Among, &T);
}

void FakeJvm::enter(Thread &T, Object &O) {
  goOn(T, O.Monitor.Entering);
  as(T, [&] {
    post<jvmtiEventMonitorContendedEntered>(
        JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, static_cast<JNIEnv *>(&T),
        T.Java, &O);
  });
}

void FakeJvm::wait(Thread &T, Object &O, jlong Millis) {
  T.State = JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_WAITING |
            JVMTI_THREAD_STATE_IN_OBJECT_WAIT;
  T.Contended = &O;
  O.Monitor.Waiting.push_back(&T);
  as(T, [&] {
    post<jvmtiEventMonitorWait>(JVMTI_EVENT_MONITOR_WAIT,
                                static_cast<JNIEnv *>(&T), T.Java, &O, Millis);
  });
}

void FakeJvm::endWait(Thread &T, Object &O) {
  goOn(T, O.Monitor.Waiting);
  as(T, [&] {
    post<jvmtiEventMonitorWaited>(JVMTI_EVENT_MONITOR_WAITED,
                                  static_cast<JNIEnv *>(&T), T.Java, &O,
                                  jboolean(JNI_FALSE));
  });
}

void FakeJvm::allocate(Object &O, jlong Size) {
  post<jvmtiEventSampledObjectAlloc>(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC,
                                     static_cast<JNIEnv *>(Current),
                                     Current->Java, &O, OfClass{O.Class}, Size);
}

void FakeJvm::requestDump() {
  post<jvmtiEventDataDumpRequest>(JVMTI_EVENT_DATA_DUMP_REQUEST);
}

void FakeJvm::exhaust(const char *What) {
  post<jvmtiEventResourceExhausted>(JVMTI_EVENT_RESOURCE_EXHAUSTED,
                                    static_cast<JNIEnv *>(Current),
                                    jint(JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR |
                                         JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP),
                                    static_cast<const void *>(nullptr), What);
}

void FakeJvm::die() {
  post<jvmtiEventVMDeath>(JVMTI_EVENT_VM_DEATH, static_cast<JNIEnv *>(Current));
  Now = Phase::Dead;
}

//===----------------------------------------------------------------------===//
// The script
//===----------------------------------------------------------------------===//

void FakeJvm::failTi(unsigned N, jvmtiError E, StringRef Name) {
  std::lock_guard<std::recursive_mutex> Hold(
      Lock); // Lock, because the agent's threads may be calling functions.
  Ti = {N, Name.str()};
  TiError = E;
}
void FakeJvm::failJni(unsigned N, StringRef Name) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  Jni = {N, Name.str()};
}

jvmtiError FakeJvm::enter(Env &E, const char *Name, unsigned Phases,
                          bool IsGranted, bool MayFail) {
  if (BeforeTi)
    BeforeTi(Name);
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  if (E.IsDisposed) {
    found(std::string(Name) + " is called in a disposed environment");
    return JVMTI_ERROR_INVALID_ENVIRONMENT;
  }
  if (!(Phases >> unsigned(Now) & 1)) {
    found(std::string(Name) + " is called in phase " +
          std::to_string(unsigned(Now)));
    return JVMTI_ERROR_WRONG_PHASE;
  }
  if (!IsGranted) {
    found(std::string(Name) + " is called without its capability");
    return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  }
  if (!MayFail || !Ti.comes(Name))
    return JVMTI_ERROR_NONE;
  Failed = Name;
  return TiError;
}

bool FakeJvm::enter(JNIEnv *E, const char *Name, bool AlsoPending,
                    bool MayFail) {
  std::lock_guard<std::recursive_mutex> Hold(Lock);
  if (static_cast<Thread *>(E) != Current)
    found(std::string(Name) + " is called in another thread's environment");
  if (Now != Phase::Start && Now != Phase::Live &&
      !(Current && Current->HasExited))
    found(std::string(Name) + " is called in phase " +
          std::to_string(unsigned(Now)));
  if (Current && Current->Pending && !AlsoPending)
    found(std::string(Name) + " is called with an exception pending");
  // HotSpot checks at the end of each function except EnsureLocalCapacity. It
  // warns if there are more than 32 references over the planned capacity.
  if (Current && StringRef(Name) != "EnsureLocalCapacity") {
    LocalRefs &Refs = Current->Frames.back();
    const size_t N = Refs.numLive();
    if (N > Refs.Room + 32)
      found(std::to_string(N) + " local references exceed the capacity " +
            std::to_string(Refs.Room) + " in " + Name);
    Refs.Room = std::max(Refs.Room, N); // Report the excess only once.
  }
  if (!MayFail || !Jni.comes(Name))
    return true;
  Failed = Name;
  if (Failed != "NewGlobalRef")
    throwNew("java.lang.OutOfMemoryError: scripted");
  return false;
}
