//===- FakeJvm.h - A scripted VM for tests of the agent --------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A JavaVM with JVM TI and JNI environments whose functions work on a small
/// model: classes, threads, references. A test takes the VM through its phases,
/// and can make any call fail.
///
///     FakeJvm Vm;
///     EXPECT_EQ(load(*Vm.vm(), "heap=dump"), JNI_OK);
///     Vm.init();
///     Vm.die();
///
/// The fake checks what a VM does not check: that functions are called in their
/// phases, with their capabilities, by the right thread and with no exception
/// pending; that references are valid, and no more of them exist than
/// -Xcheck:jni allows; and in the destructor, that nothing leaked. Findings
/// fail the test unless the test has retrieved them with takeFindings(). A call
/// of a function that the fake does not implement is a finding, too.
///
/// Thread-safe. The thread that created the fake is the VM's main thread; any
/// other test thread is the one set by as().
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_AGENT_FAKEJVM_H
#define HPROF_UNITTESTS_AGENT_FAKEJVM_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace hprof::agent {

class FakeJvm {
public:
  enum class Phase : uint8_t { OnLoad, Primordial, Start, Live, Dead };

  struct Thread;
  struct Object {
    enum class Kind : uint8_t { Plain, Class, Thread, Group, String, Array };
    Kind Is = Kind::Plain;
    /// A class's signature; the name of a thread or group; a string's
    /// characters; the result of an exception's toString().
    std::string Text;
    std::vector<Object *> Elements;
    std::vector<int64_t> Numbers; ///< The elements of an array of numbers.
    Object *Class = nullptr;      ///< Null for java.lang.Object.
    /// The group of a thread or group; the superclass of a class.
    Object *Parent = nullptr;
    std::map<std::string, Object *> Fields;
    jint Number = 0; ///< The value of any field that is an int.
    struct {
      Thread *Owner = nullptr;
      jint Entries = 0;
      std::vector<Thread *> Entering, Waiting;
    } Monitor;
    uint64_t Address = 0; ///< The address in heap dumps.
    bool IsLoaded = true; ///< Whether a class is loaded.
  };

  /// What a jobject points to. Never reused, so that any use after deletion is
  /// detected.
  struct alignas(8) Reference {
    Object *To;
    bool IsGlobal;
    bool IsOver = false;
    bool IsWeak = false;
  };

  /// The references of a local frame, and the capacity of the frame.
  struct LocalRefs : std::vector<Reference *> {
    size_t Room = 16;
    size_t numLive() const;
  };

  struct Env;
  struct Thread : JNIEnv_ {
    FakeJvm *Vm = nullptr;
    Object *Java = nullptr;
    bool IsAlive = true;
    bool IsAttached = true;
    bool HasExited = false; ///< Whether Runtime.exit() or halt() was called.
    jint ExitStatus = 0;    ///< The argument of exit() or halt().
    bool IsVirtual = false;
    jint State = JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_RUNNABLE;
    std::vector<jvmtiFrameInfo> Stack;
    Object *Contended = nullptr; ///< The object whose monitor it waits for.
    Object *Pending = nullptr;   ///< The pending exception, if any.
    std::vector<LocalRefs> Frames{1};
  };

  /// An environment of JVM TI.
  struct Env : _jvmtiEnv {
    FakeJvm *Vm = nullptr;
    jvmtiCapabilities Possessed = {};
    jvmtiEventReserved Callbacks[64] = {};
    std::set<jvmtiEvent> Enabled;
    void *Storage = nullptr;
    std::map<Object *, jlong> Tags;
    bool IsDisposed = false;

    /// True if nothing that a session requested is still in effect.
    bool isAtRest() const;
  };

  FakeJvm();
  ~FakeJvm();
  FakeJvm(const FakeJvm &) = delete;
  FakeJvm &operator=(const FakeJvm &) = delete;

  JavaVM *vm() { return &Invoke; }

  // The model.
  Object &addClass(llvm::StringRef Signature);
  void unloadClass(Object &Class) { Class.IsLoaded = false; }
  /// Adds a live thread without posting an event.
  Thread &addThread(llvm::StringRef Name);
  /// Adds a virtual thread, which appears in no thread list.
  Thread &addVirtualThread(llvm::StringRef Name);
  Object &addObject(Object &Class);
  /// Returns a location in a new method of \p Class.
  jvmtiFrameInfo addPlace(Object &Class, llvm::StringRef Method);
  /// Clears all weak references to \p O.
  void collect(Object &O);
  Thread &mainThread() { return *Main; }
  Object &group() { return *MainGroup; }
  /// Runs \p F with \p T as the current thread.
  void as(Thread &T, llvm::function_ref<void()> F);

  // The life of the VM.
  Phase Now = Phase::OnLoad;
  void start() { Now = Phase::Start; }
  void init();
  void startThread(Thread &T);
  void endThread(Thread &T);
  void startVirtualThread(Thread &T);
  void endVirtualThread(Thread &T);
  /// \p T blocks on the monitor of \p O, enters it, waits or stops waiting.
  void block(Thread &T, Object &O);
  void enter(Thread &T, Object &O);
  void wait(Thread &T, Object &O, jlong Millis);
  void endWait(Thread &T, Object &O);
  /// The current thread allocates \p O.
  void allocate(Object &O, jlong Size);
  void requestDump();
  /// The current thread is about to throw an OutOfMemoryError.
  void exhaust(const char *What);
  void die();
  /// Waits for the threads that RunAgentThread has started.
  void joinAgents();

  // The script.
  jvmtiCapabilities Potential;
  /// Makes the \p N-th call from now on fail: of the function \p Name or, if
  /// that is empty, of any function. Functions that cannot fail in a VM are not
  /// counted.
  void failTi(unsigned N, jvmtiError E, llvm::StringRef Name = "");
  /// The same for JNI: the function returns null with an OutOfMemoryError
  /// pending; NewGlobalRef returns null without an exception.
  void failJni(unsigned N, llvm::StringRef Name = "");
  /// The name of the function that failed as scripted; empty if none has.
  const std::string &failed() const { return Failed; }
  bool HasDumper = true; ///< Whether there is a HotSpotDiagnostic bean.
  /// If set, called with the path instead of writing a dump.
  std::function<void(const std::string &)> OnDump;
  /// If set, called without a lock before each JVM TI function with its name.
  std::function<void(llvm::StringRef)> BeforeTi;
  /// The agent load that owns the call tracker; 0 if none does.
  jlong TrackerOwner = 0;
  /// The call tracker's counts, as in CallTracker::Totals.
  std::vector<int64_t> CountedFrames, Counted;
  /// The arrays with the tracker's results; null until it is started.
  Object *FrameBuffer = nullptr, *CountBuffer = nullptr;
  jint NumLostCalls = 0;
  /// Loads a class from \p File. \return the class file after callbacks.
  std::vector<uint8_t> loadClass(llvm::ArrayRef<uint8_t> File);
  unsigned NumDumps = 0; ///< Number of dumps requested of the bean.
  std::atomic<unsigned> NumCollections{0}; ///< By ForceGarbageCollection.

  // What happened.
  std::deque<Env> Environments;
  /// Returns the findings so far, including any leaks at this point.
  std::vector<std::string> takeFindings();
  void found(const std::string &What);

  // For the implementation of the functions.
  struct Method {
    Object *Class;
    std::string Name;
  };
  std::recursive_mutex Lock;
  Thread *current() const { return Current; }
  Reference *refer(Object *To, bool IsGlobal = false);
  jobject local(Object *To);
  /// The object that a reference refers to; null for a null reference. An
  /// invalid reference also gives null, and is recorded as a finding.
  Object *object(jobject Ref);
  Object *classOf(llvm::StringRef Signature);
  Thread *threadOf(Object *Java);
  Object &make(Object::Kind Is, llvm::StringRef Text);
  void throwNew(llvm::StringRef Text);
  void *allocate(size_t N);
  bool deallocate(void *P);
  char *copy(llvm::StringRef Text);
  Method *method(Object *Class, llvm::StringRef Name);
  void writeDump(const std::string &Path);
  /// Begins a call of JVM TI. \return the error if the call fails.
  jvmtiError enter(Env &E, const char *Name, unsigned Phases, bool IsGranted,
                   bool MayFail);
  /// Begins a call of JNI. \return false if the call fails.
  bool enter(JNIEnv *Jni, const char *Name, bool AlsoPending, bool MayFail);

  std::deque<Object> Objects;
  std::deque<Thread> Threads;
  std::deque<Reference> References;
  std::vector<std::thread> Agents;

private:
  struct Invocation : JavaVM_ {
    FakeJvm *Vm;
  };
  struct Script {
    unsigned Left = 0;
    std::string Name;
    bool comes(const char *Called) {
      return Left && (Name.empty() || Name == Called) && --Left == 0;
    }
  };
  friend struct FakeInvoke;

  /// Calls the callbacks for \p E in all environments, in a local frame.
  template <class Fn, class... Args> void post(jvmtiEvent E, Args... A);
  void checkLeft();

  static thread_local Thread *Current;
  Invocation Invoke;
  Thread *Main = nullptr;
  Object *MainGroup = nullptr;
  std::deque<Method> Methods;
  std::set<void *> Allocated;
  std::vector<std::string> Findings;
  Script Ti, Jni;
  jvmtiError TiError = JVMTI_ERROR_NONE;
  std::string Failed;
};

/// The function tables. All entries are set: those that are not implemented
/// record a finding.
const jvmtiInterface_1_ &fakeTiTable();
const JNINativeInterface_ &fakeJniTable();

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_FAKEJVM_H
