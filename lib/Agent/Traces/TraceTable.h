//===- TraceTable.h - Stack traces of an output -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers stacks and writes STACK FRAME and STACK TRACE for them. Looking up a
/// known stack takes no lock and makes no call into the VM. Stacks that differ
/// only in locations within the same lines share a trace. The names in a new
/// trace are queried immediately, since its classes may be unloaded later; its
/// records are written on the first reference to it:
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
  uint32_t Index;  ///< Numbered from 0 by first occurrence.
  uint32_t Serial; ///< Serial in the output; 0 if not written.
  uint32_t Hash;
  uint32_t Thread;
  jvmtiPhase Phase;
  uint32_t NumFrames;
  const jvmtiFrameInfo *Frames;
  /// Trace shared by all stacks that look the same in the output; callers get
  /// only this trace.
  const Trace *Same;

  Stack stack() const { return {{Frames, NumFrames}, Thread, Phase}; }
};

class TraceTable {
public:
  /// Sets in \p Wanted the capabilities for traces.
  static void want(const Jvm &J, jvmtiCapabilities &Wanted);

  TraceTable(jvmtiEnv &Ti, Recorder &Out, NumberedClasses &Classes,
             TableMemory &Budget, const Options &O);

  /// Whether traces are separate for each thread; stacks then need its serial.
  bool hasThreads() const { return HasThreads; }
  /// Sets the depth of new traces.
  void setDepth(unsigned Frames) { Depth = Frames; }

  /// Returns the trace of \p S; null if unknown. Makes no call into the VM and
  /// takes no lock.
  const Trace *find(const Stack &S) const {
    const Trace *T = find(S, S.hash());
    return T ? T->Same : nullptr;
  }
  /// Returns the trace of \p S, and adds it if necessary; null if the agent's
  /// memory is exhausted. Frames beyond the depth of traces are ignored.
  /// Thread-safe; the classes of the jmethodIDs must be loaded.
  const Trace *get(JNIEnv &Jni, const Stack &S);
  /// Adds the names of \p Method while its class is loaded. \return false if
  /// the agent's memory is exhausted.
  bool learn(JNIEnv &Jni, jmethodID Method) {
    return Frames.learn(Jni, Method);
  }
  /// Adds \p Method, which is not a VM id, with these names. One thread at a
  /// time. \return false if the agent's memory is exhausted.
  bool name(jmethodID Method, const MethodText &Names) {
    return Frames.name(Method, Names);
  }
  /// Returns the trace of the thread \p T (null for the current one) in the
  /// live phase. \p ThreadSerial is the serial of \p T if hasThreads(), and 0
  /// otherwise. A thread that is not alive has the empty trace.
  const Trace *current(JNIEnv &Jni, jthread T, uint32_t ThreadSerial) {
    return current(Jni, T, ThreadSerial, 0, nullptr);
  }
  /// Returns this trace without the innermost frames for which \p IsLeftOut is
  /// true, at most \p MostLeftOut of them.
  const Trace *current(JNIEnv &Jni, jthread T, uint32_t ThreadSerial,
                       unsigned MostLeftOut,
                       llvm::function_ref<bool(jmethodID)> IsLeftOut);
  /// Returns a trace by index, or null.
  const Trace *at(uint32_t Index) const {
    return Index < Count.load(std::memory_order_acquire) ? Traces.find(Index)
                                                         : nullptr;
  }

  /// Writes the traces not yet written, in order of first occurrence. Must not
  /// be called inside Recorder::with().
  void writeAll();
  /// Writes a trace if necessary. \return its serial; 0 if the output is
  /// closed.
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
  std::mutex Lock; ///< Held while adding an entry.
  Arena Stacks;
  std::atomic<uint32_t> Count{0};
  std::mutex WriteLock; ///< Guards the members below, serials and frame ids.
  uint32_t NumWritten = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_TRACES_TRACETABLE_H
