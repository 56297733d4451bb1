//===- ThreadTable.h - The threads that an output knows --------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers threads and writes START THREAD and END THREAD. A thread is
/// recognised by the tag of its object. HotSpot has thread-local storage for
/// that, too, but frees it when a thread ends, also while another thread reads
/// or writes it (JDK 17 to 25): attaching to a program whose threads end would
/// corrupt its memory.
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
    /// It was about to end, and its END THREAD was written if it was known.
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

  /// \p T runs: it becomes known if it is not. One that has ended for the
  /// output keeps its entry while the VM has it. Any thread may call this.
  Entry started(JNIEnv &Jni, jthread T);
  /// The current thread \p T ends. \return its serial, 0 if it was not known.
  uint32_t ended(jthread T);
  /// All live platform threads that are known. A thread that is about to
  /// become known by its start event is left out. The references belong to
  /// \p Refs.
  llvm::Expected<std::vector<Live>> live(LocalFrame &Refs);
  /// Makes all live platform threads known: those that began before their
  /// events were enabled.
  llvm::Error find(JNIEnv &Jni);

private:
  /// The entry of \p T, with serial 0 if it lacks one; no value if the VM does
  /// not say.
  std::optional<Entry> known(jthread T);
  void writeEnd(const Entry &E);

  jvmtiEnv &Ti;
  Recorder &Out;
  const EnvironmentTags Tags;
  std::mutex Numbering; ///< For a new thread. Taken before the recorder's.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_THREADTABLE_H
