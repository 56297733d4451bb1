//===- Recording.h - One thing that an agent records -----------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an option such as heap=dump asks for. A session drives its recordings
/// through the life of the VM:
///
///     want()     before the VM runs, or when the agent is attached
///     prepare()  then, when the VM has granted what was wanted
///     start()    once the VM is initialised
///     dump()     at exit and on request, any number of times
///     stop()     before the VM dies or the session ends, when no dump follows;
///                also if one of its recordings could not start
///
/// The functions for events may be called from prepare() until stop(), in any
/// thread.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDING_RECORDING_H
#define HPROF_LIB_AGENT_RECORDING_RECORDING_H

#include "Agent/Options/Options.h"
#include "Agent/Vm/Jvm.h"
#include "hprof/Command/Command.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class NumberedClasses;
class TableMemory;
class Recorder;
class ThreadTable;
class TraceTable;

/// What recordings of one session share. All of it outlives them.
struct RecordingContext {
  const Jvm &J;
  const Options &Opts;
  Recorder &Out;
  NumberedClasses &Classes;
  ThreadTable &Threads;
  TraceTable &Traces;
  TableMemory &Memory;
};

/// A class file that is about to become a class, and where to put another one
/// in its place, in memory of JVM TI.
struct ClassFileEvent {
  const char *Name; ///< May be null.
  llvm::ArrayRef<uint8_t> File;
  jint *NewSize;
  unsigned char **NewFile;
  bool IsLoaded; ///< It is to replace a class that is loaded.
};

/// What a thread does with a monitor.
enum class MonitorUse : uint8_t {
  Blocks,  ///< Another thread has it.
  Enters,  ///< After that.
  Waits,   ///< For a notification.
  Returns, ///< From that.
};

class Recording {
public:
  virtual ~Recording();

  /// What dump= calls it.
  virtual Options::DumpRequest kind() const = 0;
  bool answers(Options::DumpRequest Asked) const {
    return Asked == Options::DumpRequest::All || Asked == kind();
  }
  /// As in "Dumping Java heap ... done.": "Java heap".
  virtual llvm::StringRef title() const = 0;
  /// Sets in \p Wanted what it needs of the VM's potential capabilities.
  virtual llvm::Error want(const Jvm &J, jvmtiCapabilities &Wanted) = 0;
  /// Enables the events that it needs before the VM runs.
  virtual llvm::Error prepare() { return llvm::Error::success(); }
  virtual llvm::Error start(JNIEnv &Jni) { return llvm::Error::success(); }
  virtual llvm::Error dump(JNIEnv &Jni) = 0;
  virtual void stop(JNIEnv &Jni) {}
  /// After stop(), the program goes on: nothing is to be left in its way.
  virtual void goOn(JNIEnv &Jni) {}

  /// Whether it can do what the peer of net= asks for, between start() and
  /// stop(), and does it. Neither overlaps with another dump().
  virtual bool knows(const Command &C) const { return false; }
  virtual llvm::Error command(JNIEnv &Jni, const Command &C) {
    return llvm::Error::success();
  }

  /// The VM dies: the next dump is the last. Unless it \p MayRunJava, Java code
  /// that allocates would never return.
  virtual void expectEnd(bool MayRunJava) {}

  /// Around all that a dump writes, whatever recording it is of.
  virtual void pause() {}
  virtual void resume() {}

  /// The current thread \p T, whose serial is \p Serial, begins.
  virtual void threadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) {}
  /// The current thread ends.
  virtual void threadEnded() {}
  /// The virtual thread \p T, whose serial is \p Serial, begins. If the event
  /// is enabled.
  virtual void virtualThreadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) {}
  /// The thread with the serial \p Serial, also a virtual one, has ended.
  virtual void threadGone(JNIEnv &Jni, uint32_t Serial) {}
  /// After start(): whether it is to be notified of what follows, if the VM has
  /// virtual threads. They slow down a little.
  virtual bool needsMounts() const { return false; }
  /// The current thread begins or ceases to run the virtual thread \p T.
  virtual void virtualThreadMounted(JNIEnv &Jni, jthread T) {}
  virtual void virtualThreadUnmounted() {}
  /// The current thread \p T uses the monitor of \p Object. \p Millis is how
  /// long it waits at most, 0 for ever. If the events are enabled.
  virtual void monitorUsed(JNIEnv &Jni, MonitorUse Use, jthread T,
                           jobject Object, int64_t Millis) {}
  /// If the event is enabled.
  virtual void classPrepared(JNIEnv &Jni, jclass Class) {}
  /// The VM has put code at \p Begin. If one of the events is enabled.
  virtual void codeGenerated(const void *Begin, size_t Bytes) {}
  /// If the event is enabled. No Java code may run.
  virtual void classFileLoaded(const ClassFileEvent &E) {}
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDING_RECORDING_H
