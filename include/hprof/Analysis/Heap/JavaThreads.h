//===- JavaThreads.h - Threads with data from their objects -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_JAVATHREADS_H
#define HPROF_ANALYSIS_HEAP_JAVATHREADS_H

#include "hprof/Analysis/Heap/ObjectFinder.h"
#include "hprof/Analysis/Heap/ThreadRoots.h"
#include <optional>
#include <string>

namespace hprof {

/// A thread. The stack is from records; all other data is from the
/// java.lang.Thread object.
struct JavaThread {
  /// A root that belongs to a frame or to the thread itself.
  struct Local {
    uint64_t Object = 0;
    uint64_t Offset = 0; ///< Offset of the root's record.
    RecordKind Root = RecordKind::RootJavaFrame;
    int32_t Frame = -1; ///< Index into the trace; -1 for none.
  };

  ThreadInfo Info;
  /// Class of the thread object; 0 if that object is not in the dump.
  uint64_t Class = 0;
  bool IsVirtual = false;
  std::optional<std::string> Name; ///< Modified UTF-8.
  std::optional<std::string> Group;
  std::optional<bool> IsDaemon;
  std::optional<int32_t> Priority;
  const char *State = nullptr; ///< The java.lang.Thread.State, if known.
  std::vector<Local> Locals;   ///< Sorted by frame, then in file order.
};

/// Returns the java.lang.Thread.State for the value of the field threadStatus,
/// whose bits are those of JVM TI's GetThreadState.
const char *threadStateName(int32_t Status);
/// Returns the java.lang.Thread.State for the value of the field
/// VirtualThread.state in JDK 21 or later; null for an unknown value.
const char *virtualThreadStateName(int32_t State);

/// Returns the threads of \p Of, in the same order. Afterwards, the types of
/// the objects that locals refer to are available from \p Finder.
llvm::Expected<std::vector<JavaThread>> readThreads(ObjectFinder &Finder,
                                                    const ThreadRoots &Of);

/// Returns the name of the thread whose thread object is \p Id, from the field
/// "name" of java.lang.Thread: a String or (up to JDK 8) a char[].
llvm::Expected<std::optional<std::string>> threadName(ObjectFinder &Finder,
                                                      uint64_t Id);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_JAVATHREADS_H
