//===- FakeJvmTi.cpp - JVM TI on the model of the fake VM -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/FakeTable.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

using Object = FakeJvm::Object;
using Kind = Object::Kind;

namespace {
constexpr unsigned bit(FakeJvm::Phase P) { return 1U << unsigned(P); }
constexpr unsigned OnLoad = bit(FakeJvm::Phase::OnLoad);
constexpr unsigned Live = bit(FakeJvm::Phase::Live);
constexpr unsigned OnLoadOrLive = OnLoad | Live;
constexpr unsigned StartOrLive = bit(FakeJvm::Phase::Start) | Live;
constexpr unsigned Any = 31;

/// Properties of the functions, from the table.
struct Function {
  const char *Name;
  unsigned Phases;
  bool (*IsGranted)(const jvmtiCapabilities &);
};
#define FAKE_TI(NAME, PHASES)                                                  \
  constexpr Function NAME##Facts = {                                           \
      #NAME, PHASES, [](const jvmtiCapabilities &) { return true; }};
#define FAKE_TI_IF(NAME, PHASES, CAPABILITY)                                   \
  constexpr Function NAME##Facts = {                                           \
      #NAME, PHASES,                                                           \
      [](const jvmtiCapabilities &C) { return C.CAPABILITY != 0; }};
#include "Agent/FakeJvmTi.def"

/// One call of a function.
struct Call {
  FakeJvm::Env &Env;
  FakeJvm &Vm;
  const jvmtiError Error;
  std::unique_lock<std::recursive_mutex> Hold;

  Call(jvmtiEnv *E, const Function &F, bool MayFail)
      : Env(*static_cast<FakeJvm::Env *>(E)), Vm(*Env.Vm),
        Error(Vm.enter(Env, F.Name, F.Phases, F.IsGranted(Env.Possessed),
                       MayFail)),
        Hold(Vm.Lock) {}
};
} // namespace

#define FAKE_CALL(NAME, MAY_FAIL)                                              \
  Call C(E, NAME##Facts, MAY_FAIL);                                            \
  if (C.Error)                                                                 \
  return C.Error

//===----------------------------------------------------------------------===//
// Environments
//===----------------------------------------------------------------------===//

static jvmtiError JNICALL getPotential(jvmtiEnv *E, jvmtiCapabilities *Out) {
  FAKE_CALL(GetPotentialCapabilities, true);
  *Out = C.Vm.Potential;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL addCapabilities(jvmtiEnv *E,
                                          const jvmtiCapabilities *Wanted) {
  FAKE_CALL(AddCapabilities, true);
  constexpr unsigned NumBits = 8 * sizeof(*Wanted);
  for (unsigned I = 0; I != NumBits; ++I)
    if (hasBit(*Wanted, I) && !hasBit(C.Vm.Potential, I))
      return JVMTI_ERROR_NOT_AVAILABLE;
  for (unsigned I = 0; I != NumBits; ++I)
    if (hasBit(*Wanted, I))
      setBit(C.Env.Possessed, I);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL getCapabilities(jvmtiEnv *E, jvmtiCapabilities *Out) {
  FAKE_CALL(GetCapabilities, true);
  *Out = C.Env.Possessed;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL setCallbacks(jvmtiEnv *E,
                                       const jvmtiEventCallbacks *Given,
                                       jint Size) {
  FAKE_CALL(SetEventCallbacks, true);
  if (Size < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  std::memset(C.Env.Callbacks, 0, sizeof(C.Env.Callbacks));
  if (Given)
    std::memcpy(C.Env.Callbacks, Given,
                std::min(size_t(Size), sizeof(C.Env.Callbacks)));
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL setMode(jvmtiEnv *E, jvmtiEventMode Mode,
                                  jvmtiEvent Event, jthread, ...) {
  FAKE_CALL(SetEventNotificationMode, true);
  if (Event < JVMTI_MIN_EVENT_TYPE_VAL || Event > VirtualThreadEndEvent)
    return JVMTI_ERROR_INVALID_EVENT_TYPE;
  if (Mode == JVMTI_ENABLE)
    C.Env.Enabled.insert(Event);
  else
    C.Env.Enabled.erase(Event);
  return JVMTI_ERROR_NONE;
}

/// The fake has no extension events.
static jvmtiError JNICALL extensionEvents(jvmtiEnv *E, jint *Count,
                                          jvmtiExtensionEventInfo **Out) {
  FAKE_CALL(GetExtensionEvents, true);
  *Count = 0;
  *Out = nullptr;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL samplingInterval(jvmtiEnv *E, jint Bytes) {
  FAKE_CALL(SetHeapSamplingInterval, true);
  return Bytes < 0 ? JVMTI_ERROR_ILLEGAL_ARGUMENT : JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL getStorage(jvmtiEnv *E, void **Out) {
  FAKE_CALL(GetEnvironmentLocalStorage, false);
  *Out = C.Env.Storage;
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL setStorage(jvmtiEnv *E, const void *Data) {
  FAKE_CALL(SetEnvironmentLocalStorage, true);
  C.Env.Storage = const_cast<void *>(Data);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL dispose(jvmtiEnv *E) {
  FAKE_CALL(DisposeEnvironment, false);
  C.Env.IsDisposed = true;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL getPhase(jvmtiEnv *E, jvmtiPhase *Out) {
  FAKE_CALL(GetPhase, true);
  static constexpr jvmtiPhase Phases[] = {
      JVMTI_PHASE_ONLOAD, JVMTI_PHASE_PRIMORDIAL, JVMTI_PHASE_START,
      JVMTI_PHASE_LIVE, JVMTI_PHASE_DEAD};
  *Out = Phases[unsigned(C.Vm.Now)];
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL allocate(jvmtiEnv *E, jlong Size,
                                   unsigned char **Out) {
  FAKE_CALL(Allocate, true);
  if (Size < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  *Out = static_cast<unsigned char *>(C.Vm.allocate(size_t(Size)));
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL deallocate(jvmtiEnv *E, unsigned char *Memory) {
  FAKE_CALL(Deallocate, false);
  if (!C.Vm.deallocate(Memory))
    C.Vm.found("Deallocate of what is not allocated");
  return JVMTI_ERROR_NONE;
}

//===----------------------------------------------------------------------===//
// Classes and objects
//===----------------------------------------------------------------------===//

/// Stores references to the objects \p From as an array.
template <class T>
static void giveAll(FakeJvm &Vm, const std::vector<Object *> &From, jint *Count,
                    T **Out) {
  *Count = jint(From.size());
  *Out = static_cast<T *>(Vm.allocate(From.size() * sizeof(T)));
  for (size_t I = 0; I != From.size(); ++I)
    (*Out)[I] = static_cast<T>(Vm.local(From[I]));
}

static jvmtiError JNICALL loadedClasses(jvmtiEnv *E, jint *Count,
                                        jclass **Out) {
  FAKE_CALL(GetLoadedClasses, true);
  std::vector<Object *> Found;
  for (Object &O : C.Vm.Objects)
    if (O.Is == Kind::Class && O.IsLoaded)
      Found.push_back(&O);
  giveAll(C.Vm, Found, Count, Out);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL classStatus(jvmtiEnv *E, jclass, jint *Status) {
  FAKE_CALL(GetClassStatus, true);
  *Status = JVMTI_CLASS_STATUS_PREPARED;
  return JVMTI_ERROR_NONE;
}

/// No system property is available.
static jvmtiError JNICALL property(jvmtiEnv *E, const char *, char **) {
  FAKE_CALL(GetSystemProperty, true);
  return JVMTI_ERROR_NOT_AVAILABLE;
}

static jvmtiError JNICALL isModifiable(jvmtiEnv *E, jclass Class,
                                       jboolean *Result) {
  FAKE_CALL(IsModifiableClass, true);
  Object *O = C.Vm.object(Class);
  *Result = O && !StringRef(O->Text).starts_with("[");
  return JVMTI_ERROR_NONE;
}
/// In the fake, retransformation passes no class files; see loadClass().
static jvmtiError JNICALL retransform(jvmtiEnv *E, jint Count,
                                      const jclass *Classes) {
  FAKE_CALL(RetransformClasses, true);
  for (jint I = 0; I != Count; ++I)
    if (!C.Vm.object(Classes[I]))
      return JVMTI_ERROR_INVALID_CLASS;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL signature(jvmtiEnv *E, jclass Class, char **Out,
                                    char **Generic) {
  FAKE_CALL(GetClassSignature, true);
  Object *O = C.Vm.object(Class);
  if (!O || O->Is != Kind::Class)
    return JVMTI_ERROR_INVALID_CLASS;
  if (Out)
    *Out = C.Vm.copy(O->Text);
  if (Generic)
    *Generic = nullptr;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL getTag(jvmtiEnv *E, jobject Of, jlong *Out) {
  FAKE_CALL(GetTag, true);
  Object *O = C.Vm.object(Of);
  if (!O)
    return JVMTI_ERROR_INVALID_OBJECT;
  auto At = C.Env.Tags.find(O);
  *Out = At == C.Env.Tags.end() ? 0 : At->second;
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL setTag(jvmtiEnv *E, jobject Of, jlong Tag) {
  FAKE_CALL(SetTag, true);
  Object *O = C.Vm.object(Of);
  if (!O)
    return JVMTI_ERROR_INVALID_OBJECT;
  C.Env.Tags[O] = Tag;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL hashCode(jvmtiEnv *E, jobject Of, jint *Out) {
  FAKE_CALL(GetObjectHashCode, true);
  Object *O = C.Vm.object(Of);
  if (!O)
    return JVMTI_ERROR_INVALID_OBJECT;
  *Out = jint(reinterpret_cast<uintptr_t>(O) >> 4);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL objectSize(jvmtiEnv *E, jobject Of, jlong *Out) {
  FAKE_CALL(GetObjectSize, true);
  *Out = 16;
  return C.Vm.object(Of) ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_OBJECT;
}
static jvmtiError JNICALL versionNumber(jvmtiEnv *E, jint *Out) {
  FAKE_CALL(GetVersionNumber, true);
  *Out = 25 << JVMTI_VERSION_SHIFT_MAJOR;
  return JVMTI_ERROR_NONE;
}

/// The heap of the fake cannot be walked.
static jvmtiError JNICALL iterate(jvmtiEnv *E, jint, jclass,
                                  const jvmtiHeapCallbacks *, const void *) {
  FAKE_CALL(IterateThroughHeap, true);
  return JVMTI_ERROR_NOT_AVAILABLE;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static jvmtiError JNICALL allThreads(jvmtiEnv *E, jint *Count, jthread **Out) {
  FAKE_CALL(GetAllThreads, true);
  std::vector<Object *> Found;
  for (FakeJvm::Thread &T : C.Vm.Threads)
    if (T.IsAlive && !T.IsVirtual)
      Found.push_back(T.Java);
  giveAll(C.Vm, Found, Count, Out);
  return JVMTI_ERROR_NONE;
}

/// The thread of \p Ref; null if it is not a live thread.
static FakeJvm::Thread *liveThread(FakeJvm &Vm, jthread Ref) {
  FakeJvm::Thread *T = Ref ? Vm.threadOf(Vm.object(Ref)) : Vm.current();
  return T && T->IsAlive ? T : nullptr;
}

static jvmtiError JNICALL threadInfo(jvmtiEnv *E, jthread Of,
                                     jvmtiThreadInfo *Out) {
  FAKE_CALL(GetThreadInfo, true);
  FakeJvm::Thread *T = Of ? C.Vm.threadOf(C.Vm.object(Of)) : C.Vm.current();
  if (!T)
    return JVMTI_ERROR_INVALID_THREAD;
  Out->name = C.Vm.copy(T->Java->Text);
  Out->priority = 5;
  Out->is_daemon = JNI_FALSE;
  // A terminated thread has no group.
  Out->thread_group = T->IsAlive ? C.Vm.local(T->Java->Parent) : nullptr;
  Out->context_class_loader = nullptr;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL groupInfo(jvmtiEnv *E, jthreadGroup Of,
                                    jvmtiThreadGroupInfo *Out) {
  FAKE_CALL(GetThreadGroupInfo, true);
  Object *O = C.Vm.object(Of);
  if (!O || O->Is != Kind::Group)
    return JVMTI_ERROR_INVALID_THREAD_GROUP;
  Out->parent = C.Vm.local(O->Parent);
  Out->name = C.Vm.copy(O->Text);
  Out->max_priority = 10;
  Out->is_daemon = JNI_FALSE;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL topGroups(jvmtiEnv *E, jint *Count,
                                    jthreadGroup **Out) {
  FAKE_CALL(GetTopThreadGroups, true);
  giveAll(C.Vm, {C.Vm.group().Parent}, Count, Out);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL runAgent(jvmtiEnv *E, jthread Of,
                                   jvmtiStartFunction Run, const void *Arg,
                                   jint) {
  FAKE_CALL(RunAgentThread, true);
  FakeJvm &Vm = C.Vm;
  FakeJvm::Thread *T = Vm.threadOf(Vm.object(Of));
  if (!T || T->IsAlive)
    return JVMTI_ERROR_INVALID_THREAD;
  T->IsAlive = true;
  Vm.Agents.emplace_back([&Vm, T, E, Run, Arg] {
    Vm.startThread(*T);
    Vm.as(*T, [&] { Run(E, T, const_cast<void *>(Arg)); });
    Vm.endThread(*T);
  });
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL collect(jvmtiEnv *E) {
  FAKE_CALL(ForceGarbageCollection, true);
  ++C.Vm.NumCollections;
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL threadState(jvmtiEnv *E, jthread Of, jint *Out) {
  FAKE_CALL(GetThreadState, true);
  FakeJvm::Thread *T = Of ? C.Vm.threadOf(C.Vm.object(Of)) : C.Vm.current();
  if (!T)
    return JVMTI_ERROR_INVALID_THREAD;
  *Out = T->IsAlive ? T->State : jint(JVMTI_THREAD_STATE_TERMINATED);
  return JVMTI_ERROR_NONE;
}

//===----------------------------------------------------------------------===//
// Stacks and methods
//===----------------------------------------------------------------------===//

static jvmtiError JNICALL stackTrace(jvmtiEnv *E, jthread Of, jint Start,
                                     jint Max, jvmtiFrameInfo *Out,
                                     jint *Count) {
  FAKE_CALL(GetStackTrace, true);
  FakeJvm::Thread *T = liveThread(C.Vm, Of);
  if (!T)
    return JVMTI_ERROR_THREAD_NOT_ALIVE;
  if (Start != 0 || Max < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  const size_t N = std::min(size_t(Max), T->Stack.size());
  std::copy_n(T->Stack.begin(), N, Out);
  *Count = jint(N);
  return JVMTI_ERROR_NONE;
}

/// Relinquishing a capability disables the events that require it.
static jvmtiError JNICALL relinquish(jvmtiEnv *E,
                                     const jvmtiCapabilities *Which) {
  FAKE_CALL(RelinquishCapabilities, false);
  for (size_t I = 0; I != sizeof(jvmtiCapabilities); ++I)
    reinterpret_cast<uint8_t *>(&C.Env.Possessed)[I] &=
        uint8_t(~reinterpret_cast<const uint8_t *>(Which)[I]);
  return JVMTI_ERROR_NONE;
}

static FakeJvm::Method &methodOf(jmethodID M) {
  return *reinterpret_cast<FakeJvm::Method *>(M);
}

static jvmtiError JNICALL methodName(jvmtiEnv *E, jmethodID M, char **Name,
                                     char **Signature, char **Generic) {
  FAKE_CALL(GetMethodName, true);
  *Name = C.Vm.copy(methodOf(M).Name);
  *Signature = C.Vm.copy("()V");
  if (Generic)
    *Generic = nullptr;
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL methodClass(jvmtiEnv *E, jmethodID M, jclass *Out) {
  FAKE_CALL(GetMethodDeclaringClass, true);
  *Out = static_cast<jclass>(C.Vm.local(methodOf(M).Class));
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL sourceFile(jvmtiEnv *E, jclass, char **) {
  FAKE_CALL(GetSourceFileName, true);
  return JVMTI_ERROR_ABSENT_INFORMATION;
}
static jvmtiError JNICALL lineNumbers(jvmtiEnv *E, jmethodID, jint *,
                                      jvmtiLineNumberEntry **) {
  FAKE_CALL(GetLineNumberTable, true);
  return JVMTI_ERROR_ABSENT_INFORMATION;
}

//===----------------------------------------------------------------------===//
// Monitors
//===----------------------------------------------------------------------===//

static jvmtiError JNICALL ownedMonitors(jvmtiEnv *E, jthread Of, jint *Count,
                                        jobject **Out) {
  FAKE_CALL(GetOwnedMonitorInfo, true);
  FakeJvm::Thread *T = liveThread(C.Vm, Of);
  if (!T)
    return JVMTI_ERROR_THREAD_NOT_ALIVE;
  std::vector<Object *> Found;
  for (Object &O : C.Vm.Objects)
    if (O.Monitor.Owner == T)
      Found.push_back(&O);
  giveAll(C.Vm, Found, Count, Out);
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL contendedMonitor(jvmtiEnv *E, jthread Of,
                                           jobject *Out) {
  FAKE_CALL(GetCurrentContendedMonitor, true);
  FakeJvm::Thread *T = liveThread(C.Vm, Of);
  if (!T)
    return JVMTI_ERROR_THREAD_NOT_ALIVE;
  *Out = C.Vm.local(T->Contended);
  return JVMTI_ERROR_NONE;
}

/// Returns only platform threads, like HotSpot since JDK 23. Earlier releases
/// counted threads in Object.wait() twice.
static jvmtiError JNICALL monitorUsage(jvmtiEnv *E, jobject Of,
                                       jvmtiMonitorUsage *Out) {
  FAKE_CALL(GetObjectMonitorUsage, true);
  Object *O = C.Vm.object(Of);
  if (!O)
    return JVMTI_ERROR_INVALID_OBJECT;
  auto &M = O->Monitor;
  auto JavaOf = [](const std::vector<FakeJvm::Thread *> &Threads) {
    std::vector<Object *> Result;
    for (FakeJvm::Thread *T : Threads)
      if (!T->IsVirtual)
        Result.push_back(T->Java);
    return Result;
  };
  const bool HasOwner = M.Owner && !M.Owner->IsVirtual;
  Out->owner = HasOwner ? C.Vm.local(M.Owner->Java) : nullptr;
  Out->entry_count = HasOwner ? M.Entries : 0;
  std::vector<Object *> Waiting = JavaOf(M.Waiting), All = JavaOf(M.Entering);
  All.insert(All.end(), Waiting.begin(), Waiting.end());
  giveAll(C.Vm, All, &Out->waiter_count, &Out->waiters);
  giveAll(C.Vm, Waiting, &Out->notify_waiter_count, &Out->notify_waiters);
  return JVMTI_ERROR_NONE;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static jvmtiInterface_1_ makeTable() {
  jvmtiInterface_1_ T = {};
#define FAKE_TI(NAME, PHASES) FAKE_REFUSE(T, NAME)
#include "Agent/FakeJvmTi.def"
  refuseReserved<jvmtiInterface_1_, jvmtiEnv>(T);
  T.GetPotentialCapabilities = getPotential;
  T.AddCapabilities = addCapabilities;
  T.GetCapabilities = getCapabilities;
  T.SetEventCallbacks = setCallbacks;
  T.SetEventNotificationMode = setMode;
  T.GetExtensionEvents = extensionEvents;
  T.SetHeapSamplingInterval = samplingInterval;
  T.GetEnvironmentLocalStorage = getStorage;
  T.SetEnvironmentLocalStorage = setStorage;
  T.DisposeEnvironment = dispose;
  T.GetPhase = getPhase;
  T.Allocate = allocate;
  T.Deallocate = deallocate;
  T.GetLoadedClasses = loadedClasses;
  T.IsModifiableClass = isModifiable;
  T.RetransformClasses = retransform;
  T.GetClassStatus = classStatus;
  T.GetSystemProperty = property;
  T.GetClassSignature = signature;
  T.GetObjectHashCode = hashCode;
  T.GetObjectSize = objectSize;
  T.GetVersionNumber = versionNumber;
  T.IterateThroughHeap = iterate;
  T.GetTag = getTag;
  T.SetTag = setTag;
  T.GetAllThreads = allThreads;
  T.GetThreadInfo = threadInfo;
  T.GetThreadState = threadState;
  T.RelinquishCapabilities = relinquish;
  T.GetStackTrace = stackTrace;
  T.GetMethodName = methodName;
  T.GetMethodDeclaringClass = methodClass;
  T.GetSourceFileName = sourceFile;
  T.GetLineNumberTable = lineNumbers;
  T.GetOwnedMonitorInfo = ownedMonitors;
  T.GetCurrentContendedMonitor = contendedMonitor;
  T.GetObjectMonitorUsage = monitorUsage;
  T.GetThreadGroupInfo = groupInfo;
  T.GetTopThreadGroups = topGroups;
  T.RunAgentThread = runAgent;
  T.ForceGarbageCollection = collect;
  return T;
}

const jvmtiInterface_1_ &agent::fakeTiTable() {
  static const jvmtiInterface_1_ Table = makeTable();
  return Table;
}
