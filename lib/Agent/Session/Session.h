//===- Session.h - One load of the agent -----------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Owns everything that belongs to one load of the agent, from its options to
/// its output, for the life of the VM. Never terminates the program: on a
/// failure after the start, the session reports it once and stops.
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

  /// Requests from the VM the capabilities that the options need, and removes
  /// an old output. On failure, the VM and the output are unchanged.
  llvm::Error prepare();
  /// Called when the VM is initialized: on VMInit or, when attaching,
  /// immediately.
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
  /// Called when the VM throws an OutOfMemoryError in this thread, because \p
  /// What is exhausted.
  void resourceExhausted(JNIEnv &Jni, const llvm::Twine &What);
  void codeGenerated(const void *Begin, size_t Bytes);
  void classFileLoad(const ClassFileEvent &E);
  /// Dumps all recordings, or the recording of \p Kind. \return whether
  /// everything was written.
  bool dataDump(JNIEnv &Jni,
                Options::DumpRequest Kind = Options::DumpRequest::All);
  /// Stops the recording as if the VM exited, but the VM keeps running.
  void stop(JNIEnv &Jni);
  /// Stops all recordings. Afterwards, others may use the environment.
  void finish(JNIEnv &Jni);
  /// Executes a command from the peer of net=.
  void command(JNIEnv &Jni, const Command &C);
  /// Called when the process exits. Reports lost data if the VM did not notify
  /// the agent of its exit.
  void processEnds() const;
  /// Closes the output without calling the VM.
  void close();
  bool isOpen() const { return Records.isOpen(); }
  /// Whether the output is incomplete.
  bool hasFailed() const { return Records.hasFailed(); }
  /// Whether events are no longer needed. The first call after the output has
  /// failed disables them.
  bool isOver() { return LLVM_UNLIKELY(!Records.isOpen()) && hasEnded(); }

  JavaVM *vm() const { return J.Vm; }
  const Output &output() const { return Out; }
  const Options &options() const { return Opts; }

private:
  /// Runs \p Do in a callback if the session is recording.
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
  /// Makes the session stop after duration=, if given.
  llvm::Error limitDuration(JNIEnv &Jni);
  /// Checks whether the peer is still connected.
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
  AllocationListener *Allocations = nullptr; ///< One of Recordings.
  /// Whether virtual threads have traces of their own.
  bool HasVirtualThreads = false;
  std::unique_ptr<CommandListener> Listener; ///< Set if there is a peer.
  AgentThread Timer{/*HasObject=*/false}; ///< Ends the session, for duration=.
  /// Dumps the heap when a peer requests it, if no other recording does.
  std::unique_ptr<Recording> HeapOnRequest;
  std::set<std::string> Unanswered; ///< Commands reported as unsupported.
  CallbackGate Gate;
  std::mutex DumpLock; ///< Held during a dump.
  std::atomic<bool> IsLive{false};
  std::atomic<bool> HasLastDump{false};

  HeapReserve Reserve;
  std::atomic<bool> HasRunOut{false}; ///< The VM was out of memory.
  std::mutex ExhaustionLock;
  std::condition_variable ExhaustionDumped;
  bool HasDumpedExhausted = false;
};

/// Returns the session of an environment, or null.
Session *sessionOf(jvmtiEnv &Ti);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_SESSION_H
