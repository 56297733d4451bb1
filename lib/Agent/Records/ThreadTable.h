//===- ThreadTable.h - The threads of an output ----------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Numbers threads and writes START THREAD and END THREAD. A thread is
/// recognized by the tag of its object. HotSpot also has thread-local storage
/// for this purpose, but frees it when a thread ends, even while another thread
/// reads or writes it (JDK 17 to 25): attaching to a program whose threads end
/// would corrupt its memory.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDS_THREADTABLE_H
#define HPROF_LIB_AGENT_RECORDS_THREADTABLE_H

#include "Agent/Vm/EnvironmentTags.h"
#include "Agent/Vm/JvmMemory.h"
#include "Agent/Vm/JvmTi.h"
#include "Recorder.h"
#include <mutex>
#include <optional>
#include <vector>

namespace hprof::agent {

class ThreadTable {
public:
  struct Entry {
    uint64_t Id = 0; ///< Id of the thread object.
    uint32_t Serial = 0;
    /// The thread was about to end; its END THREAD was written if it was
    /// numbered.
    bool HasEnded = false;
  };
  /// A live thread and its entry. The reference is a local one.
  struct Live {
    jthread Thread;
    Entry Known;
  };

  /// \p Use is Jvm::Use of \p Ti.
  ThreadTable(jvmtiEnv &Ti, Recorder &Out, uint32_t Use = 0)
      : Ti(Ti), Out(Out), Tags(Ti, Use) {}

  /// Numbers the running thread \p T if necessary. A thread whose END THREAD
  /// was written keeps its entry while its object exists. Thread-safe.
  Entry started(JNIEnv &Jni, jthread T);
  /// Records that the current thread \p T ends. \return its serial; 0 if it was
  /// not numbered.
  uint32_t ended(jthread T);
  /// Returns all numbered live platform threads. A thread that is about to be
  /// numbered by its start event is omitted. The references belong to \p Refs.
  llvm::Expected<std::vector<Live>> live(LocalFrame &Refs);
  /// Numbers all live platform threads, including those that began before
  /// events were enabled.
  llvm::Error find(JNIEnv &Jni);

private:
  /// Returns the entry of \p T, with serial 0 if the thread has no entry;
  /// nothing if the VM call fails.
  std::optional<Entry> known(jthread T);
  void writeEnd(const Entry &E);

  jvmtiEnv &Ti;
  Recorder &Out;
  const EnvironmentTags Tags;
  std::mutex Numbering; ///< Held while numbering a thread; acquired before the
                        ///< recorder's lock.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_THREADTABLE_H
