//===- TraceTable.h - The stack traces of an output -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers stacks and writes STACK FRAME and STACK TRACE for them. A stack that
/// is known is found without a lock and without a call into the VM. Stacks that
/// differ only in places of the same lines have one trace. The names
/// in a new one are asked for at once, since its classes may be unloaded later;
/// its records are written when something first refers to it:
///
///     const Trace *T = Traces.current(Jni, Thread); // anywhere
///     Traces.writeAll();                            // before a section
///     Row.TraceSerial = T->Serial;
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_TRACES_TRACETABLE_H
#define HPROF_LIB_AGENT_TRACES_TRACETABLE_H

#include "Agent/Options/Options.h"
#include "Agent/Vm/Jvm.h"
#include "FrameTable.h"
#include "Stack.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof::agent {

struct Trace {
  uint32_t Index;  ///< Traces are numbered from 0 in order of first sight.
  uint32_t Serial; ///< In the output; 0 if the trace was not written.
  uint32_t Hash;
  uint32_t Thread;
  jvmtiPhase Phase;
  uint32_t NumFrames;
  const jvmtiFrameInfo *Frames;
  /// The trace of all stacks that look the same in the output. Only the table
  /// sees others.
  const Trace *Same;

  Stack stack() const { return {{Frames, NumFrames}, Thread, Phase}; }
};

class TraceTable {
public:
  /// What traces need of the VM.
  static void want(const Jvm &J, jvmtiCapabilities &Wanted);

  TraceTable(jvmtiEnv &Ti, Recorder &Out, NumberedClasses &Classes,
             TableMemory &Budget, const Options &O);

  /// Whether the user wants separate traces for each thread, so that stacks
  /// need its serial.
  bool hasThreads() const { return HasThreads; }
  /// From now on, traces have up to \p Frames frames.
  void setDepth(unsigned Frames) { Depth = Frames; }

  /// The trace of \p S; null if it is not known. Makes no call into the VM and
  /// takes no lock.
  const Trace *find(const Stack &S) const {
    const Trace *T = find(S, S.hash());
    return T ? T->Same : nullptr;
  }
  /// The trace of \p S, which becomes known; null beyond the agent's memory.
  /// Frames beyond the depth of traces do not count. Any thread may call this,
  /// with jmethodIDs of classes that are loaded.
  const Trace *get(JNIEnv &Jni, const Stack &S);
  /// Asks for the names of \p Method while its class is loaded. \return false
  /// beyond the agent's memory.
  bool learn(JNIEnv &Jni, jmethodID Method) {
    return Frames.learn(Jni, Method);
  }
  /// Makes \p Method, which is none of the VM's, known by these names. One
  /// thread at a time. \return false beyond the agent's memory.
  bool name(jmethodID Method, const MethodText &Names) {
    return Frames.name(Method, Names);
  }
  /// The trace of the thread \p T, null for the current one, in the live phase.
  /// \p ThreadSerial is \p T's if hasThreads(), else 0. A thread that does not
  /// run has the empty trace.
  const Trace *current(JNIEnv &Jni, jthread T, uint32_t ThreadSerial) {
    return current(Jni, T, ThreadSerial, 0, nullptr);
  }
  /// The same without the innermost frames that \p IsLeftOut is true of; at
  /// most \p MostLeftOut of them.
  const Trace *current(JNIEnv &Jni, jthread T, uint32_t ThreadSerial,
                       unsigned MostLeftOut,
                       llvm::function_ref<bool(jmethodID)> IsLeftOut);
  /// By its index. Null if there is none.
  const Trace *at(uint32_t Index) const {
    return Index < Count.load(std::memory_order_acquire) ? Traces.find(Index)
                                                         : nullptr;
  }

  /// Writes the traces that were not, in the order of their first sight. Not to
  /// be called by a function that Recorder::with() calls.
  void writeAll();
  /// Writes one, if it was not. \return its serial; 0 if there is no output any
  /// more.
  uint32_t write(const Trace &T);

private:
  const Trace *find(const Stack &S, uint32_t Hash) const;
  const Trace *add(const Stack &S, uint32_t Hash, const Trace *Same);
  uint32_t writeOne(Trace &T);

  jvmtiEnv &Ti;
  Recorder &Out;
  NumberedClasses &Classes;
  std::atomic<unsigned> Depth;
  const bool HasThreads;
  FrameTable Frames;
  IndexTable Index;
  StableVector<Trace> Traces;
  std::mutex Lock; ///< Taken to add.
  Arena Stacks;
  std::atomic<uint32_t> Count{0};
  std::mutex WriteLock; ///< For what is below, serials, frames' ids.
  uint32_t NumWritten = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_TRACES_TRACETABLE_H
