//===- Recording.h - One recording of an agent -----------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A recording that an option such as heap=dump requests. A session drives its
/// recordings through the life of the VM:
///
///     want()     before the VM runs, or when the agent is attached;
///     prepare()  then, when the VM has granted the capabilities;
///     start()    once the VM is initialized;
///     dump()     at exit and on request, any number of times;
///     stop()     before the VM dies or the session ends, when no dump follows;
///                even if a recording of the session could not start.
///
/// Event functions may be called between prepare() and stop(), in any thread.
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

/// Objects that the recordings of one session share. All outlive them.
struct RecordingContext {
  const Jvm &J;
  const Options &Opts;
  Recorder &Out;
  NumberedClasses &Classes;
  ThreadTable &Threads;
  TraceTable &Traces;
  TableMemory &Memory;
};

/// A class file that the VM is about to load, and where to store a replacement,
/// in JVM TI memory.
struct ClassFileEvent {
  const char *Name; ///< May be null.
  llvm::ArrayRef<uint8_t> File;
  jint *NewSize;
  unsigned char **NewFile;
  bool IsLoaded; ///< The class file replaces a loaded class.
};

/// Event of a thread at a monitor.
enum class MonitorUse : uint8_t {
  Blocks,  ///< Another thread owns the monitor.
  Enters,  ///< After Blocks.
  Waits,   ///< Waits for a notification.
  Returns, ///< After Waits.
};

class Recording {
public:
  virtual ~Recording();

  /// Kind of recording for dump=.
  virtual Options::DumpRequest kind() const = 0;
  bool answers(Options::DumpRequest Asked) const {
    return Asked == Options::DumpRequest::All || Asked == kind();
  }
  /// Title, as in "Dumping Java heap ... done.": "Java heap".
  virtual llvm::StringRef title() const = 0;
  /// Sets in \p Wanted the capabilities that the recording needs and the VM
  /// offers.
  virtual llvm::Error want(const Jvm &J, jvmtiCapabilities &Wanted) = 0;
  /// Enables the events that the recording needs before the VM runs.
  virtual llvm::Error prepare() { return llvm::Error::success(); }
  virtual llvm::Error start(JNIEnv &Jni) { return llvm::Error::success(); }
  virtual llvm::Error dump(JNIEnv &Jni) = 0;
  virtual void stop(JNIEnv &Jni) {}
  /// Called after stop() if the program continues: undoes all changes to the
  /// program.
  virtual void goOn(JNIEnv &Jni) {}

  /// Whether the recording supports a command from the net= peer, between
  /// start() and stop(); command() executes it. Neither overlaps with a dump().
  virtual bool knows(const Command &C) const { return false; }
  virtual llvm::Error command(JNIEnv &Jni, const Command &C) {
    return llvm::Error::success();
  }

  /// Called when the VM dies: the next dump is the last. Unless \p MayRunJava,
  /// Java code that allocates would never return.
  virtual void expectEnd(bool MayRunJava) {}

  /// Called before and after dumps of any recording.
  virtual void pause() {}
  virtual void resume() {}

  /// Called when the current thread \p T begins.
  virtual void threadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) {}
  /// Called when the current thread ends.
  virtual void threadEnded() {}
  /// Called when the virtual thread \p T begins, if the event is enabled.
  virtual void virtualThreadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) {}
  /// Called when a thread, even a virtual one, has ended.
  virtual void threadGone(JNIEnv &Jni, uint32_t Serial) {}
  /// Whether the recording needs the following events if the VM has virtual
  /// threads, which the events slow down a little. Called after start().
  virtual bool needsMounts() const { return false; }
  /// Called when the current thread mounts or unmounts the virtual thread \p T.
  virtual void virtualThreadMounted(JNIEnv &Jni, jthread T) {}
  virtual void virtualThreadUnmounted() {}
  /// Called when the current thread \p T uses the monitor of \p Object, if the
  /// events are enabled. \p Millis is the timeout of a wait; 0 for none.
  virtual void monitorUsed(JNIEnv &Jni, MonitorUse Use, jthread T,
                           jobject Object, int64_t Millis) {}
  /// Called when \p Class has been prepared, if the event is enabled.
  virtual void classPrepared(JNIEnv &Jni, jclass Class) {}
  /// Called when the VM has generated code at \p Begin, if such an event is
  /// enabled.
  virtual void codeGenerated(const void *Begin, size_t Bytes) {}
  /// Called if the event is enabled. No Java code may run.
  virtual void classFileLoaded(const ClassFileEvent &E) {}
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDING_RECORDING_H
