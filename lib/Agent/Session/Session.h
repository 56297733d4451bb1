//===- Session.h - One load of the agent -----------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds all that one load of the agent owns, from its options to its output,
/// and takes it through the life of the VM. Never ends the program: when
/// something fails after the start, the session says so once and stands aside.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_SESSION_H
#define HPROF_LIB_AGENT_SESSION_SESSION_H

#include "Agent/Memory/TableMemory.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/CommandListener.h"
#include "Agent/Output/Output.h"
#include "Agent/Recording/AllocationListener.h"
#include "Agent/Recording/Recording.h"
#include "Agent/Records/NumberedClasses.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/AgentThread.h"
#include "Agent/Vm/Jvm.h"
#include "CallbackGate.h"
#include "HeapReserve.h"
#include "llvm/Support/Compiler.h"
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace hprof::agent {

class Session {
public:
  /// Takes over \p J and \p Out. Nothing is recorded before vmInit().
  Session(const Jvm &J, Options O, Output Out);
  ~Session();

  /// Asks the VM for what the options need, and removes an old output. Without
  /// success nothing of the VM and of the output is changed.
  llvm::Error prepare();
  /// The VM is initialised; called by its event or, when attached, at once.
  void vmInit(JNIEnv &Jni);
  void vmDeath(JNIEnv &Jni);
  void threadStart(JNIEnv &Jni, jthread T);
  void threadEnd(JNIEnv &Jni, jthread T);
  void virtualThreadStart(JNIEnv &Jni, jthread T);
  void virtualThreadMount(JNIEnv &Jni, jthread T);
  void virtualThreadUnmount();
  void virtualThreadEnd(JNIEnv &Jni, jthread T);
  void monitorUse(JNIEnv &Jni, MonitorUse Use, jthread T, jobject Object,
                  int64_t Millis = 0);
  void allocation(JNIEnv &Jni, jthread T, jobject Object, jclass Class,
                  uint64_t Size);
  void classPrepare(JNIEnv &Jni, jclass C);
  /// The VM throws an OutOfMemoryError in this thread, for want of \p What.
  void resourceExhausted(JNIEnv &Jni, const llvm::Twine &What);
  void codeGenerated(const void *Begin, size_t Bytes);
  void classFileLoad(const ClassFileEvent &E);
  /// Writes what all recordings, or the one of \p Kind, have to say now.
  /// \return whether there was nothing that could not be written.
  bool dataDump(JNIEnv &Jni,
                Options::DumpRequest Kind = Options::DumpRequest::All);
  /// The same as the end of the VM, which goes on.
  void stop(JNIEnv &Jni);
  /// Nothing more is to be recorded. The environment is for others afterwards.
  void finish(JNIEnv &Jni);
  /// Does what the peer of net= asks for.
  void command(JNIEnv &Jni, const Command &C);
  /// The process ends. Says so if the VM has not.
  void processEnds() const;
  /// Closes the output without the VM's help.
  void close();
  bool isOpen() const { return Records.isOpen(); }
  /// Whether the output lacks something that it should have.
  bool hasFailed() const { return Records.hasFailed(); }
  /// Whether events are no longer of interest. The first to ask when the output
  /// has failed has the VM report no more.
  bool isOver() { return LLVM_UNLIKELY(!Records.isOpen()) && hasEnded(); }

  JavaVM *vm() const { return J.Vm; }
  const Output &output() const { return Out; }
  const Options &options() const { return Opts; }

private:
  /// What a callback does while the session records.
  template <class Fn> void callback(JNIEnv &Jni, Fn Do);
  template <class Fn> void each(Fn Do);
  llvm::Error start(JNIEnv &Jni);
  llvm::Error setCallbacks();
  bool hasEnded();
  void forget(JNIEnv &Jni, jthread T);
  bool dump(JNIEnv &Jni, Options::DumpRequest Kind);
  void lastDump(JNIEnv &Jni);
  void end(JNIEnv &Jni);
  llvm::Error watchMemory(JNIEnv &Jni);
  void waitForExhaustionDump();
  bool mayRunJavaAtEnd(JNIEnv &Jni) const;
  llvm::Error listen(JNIEnv &Jni);
  /// Has the session stop by itself, if duration= says so.
  llvm::Error limitDuration(JNIEnv &Jni);
  /// Finds out whether the peer is still there.
  void probe();
  llvm::Error answer(JNIEnv &Jni, const Command &C);

  const Jvm J;
  const Options Opts;
  const Output Out;
  Recorder Records;
  NumberedClasses Classes;
  ThreadTable Threads;
  TableMemory Memory;
  TraceTable Traces;
  std::vector<std::unique_ptr<Recording>> Recordings;
  AllocationListener *Allocations = nullptr; ///< One of them.
  bool HasVirtualThreads = false;            ///< The VM reports them, too.
  std::unique_ptr<CommandListener> Listener; ///< If there is a peer.
  AgentThread Timer{/*HasObject=*/false};    ///< Ends it, for duration=.
  /// What dumps the heap for a peer if no recording does.
  std::unique_ptr<Recording> HeapOnRequest;
  std::set<std::string> Unanswered; ///< Commands for which that was reported.
  CallbackGate Gate;
  std::mutex DumpLock; ///< One dump at a time.
  std::atomic<bool> IsLive{false};
  std::atomic<bool> HasLastDump{false};

  HeapReserve Reserve;
  std::atomic<bool> HasRunOut{false}; ///< The VM was out of memory.
  std::mutex ExhaustionLock;
  std::condition_variable ExhaustionDumped;
  bool HasDumpedExhausted = false;
};

/// The session of an environment, null when there is none.
Session *sessionOf(jvmtiEnv &Ti);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_SESSION_H
