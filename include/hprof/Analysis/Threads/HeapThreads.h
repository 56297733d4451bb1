//===- HeapThreads.h - The thread dump in a heap dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_HEAPTHREADS_H
#define HPROF_ANALYSIS_THREADS_HEAPTHREADS_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/Records.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace hprof {

class HeapContents;
class HeapFile;
class ObjectSearch;

/// The threads of a heap dump as a thread dump, and what their frames refer to.
struct HeapThreads {
  struct Local {
    uint64_t Object = 0;
    /// Empty if the object is not in the dump. Of a class, its own name.
    llvm::StringRef ClassName;
    RecordKind Root = RecordKind::RootJavaFrame;
    bool IsClass = false; ///< Whether the object is a java.lang.Class.
    int32_t Frame = -1;   ///< Index in the stack, -1 for none.
  };
  /// What a heap dump states of a thread and a ThreadDump has no place for.
  struct Facts {
    uint32_t Serial = 0;      ///< The number of the thread in the records.
    uint32_t TraceSerial = 0; ///< The number of its stack trace there.
    bool HasTrace = false;    ///< Whether the dump has that stack trace.
    /// The class of its object; empty if that is not in the dump.
    std::string ClassName;
    std::vector<Local> Locals; ///< In the order of frames.
  };
  /// Those of all threads. Locals are many, and their classes few.
  struct AllFacts {
    AllFacts() = default;
    // Not copied: the names of a copy would refer to the original.
    AllFacts(AllFacts &&) = default;
    AllFacts &operator=(AllFacts &&) = default;

    std::vector<Facts> Threads; ///< In the order of the dump.
    /// Positions of threads that may wait for each other's monitors, by the
    /// objects in their frames.
    std::vector<uint32_t> MayDeadlock;
    /// Some frame refers to an object. If not, the writer knows no locals, and
    /// what only these hold looks unreachable.
    bool RecordsLocals = true;
    /// The objects of java.lang.VirtualThread that are none of these threads.
    uint64_t VirtualNotListed = 0;

    /// Computes that from the number of all such objects.
    void countVirtual(uint64_t All);
    llvm::StringSet<> ClassNames; ///< What names of locals refer to.
  };
  /// Names, states, stacks, and what threads are parked for, with the owner
  /// from AbstractOwnableSynchronizer.exclusiveOwnerThread or, while a lock is
  /// only read, ReentrantReadWriteLock.Sync.firstReader. A heap dump does not
  /// state which thread owns a monitor.
  ThreadDump Dump;
  AllFacts Of;
};

struct HeapThreadsOptions {
  unsigned Threads = 1;
  /// The number of the heap dump, from 1; 0 for a file without one.
  unsigned Dump = 1;
  /// Whether Facts::Locals are wanted; else there are those of monitors only.
  bool Locals = true;
  DamageHandler OnDamage;
};

/// Reads the threads of \p File, which can be walked several times. Errors do
/// not include its name.
llvm::Expected<HeapThreads> readHeapThreads(HeapFile &File,
                                            const HeapThreadsOptions &Options);

/// The same for the heap dump that \p Finder searches, with its context.
llvm::Expected<HeapThreads> readHeapThreads(ObjectSearch &Finder, bool Locals);

/// The same for the heap dump of a graph, from what \p Contents knows without a
/// walk. Nothing if the dump has records of threads besides roots: their place
/// among these is not known.
llvm::Expected<std::optional<HeapThreads>>
readHeapThreads(const HeapContents &Contents, bool Locals);

/// Adds to \p Dump the owners of locks of java.util.concurrent that \p Heap, a
/// thread dump of the same VM at about the same time, states. Threads are the
/// same if they have the same id and name and are parked for an object of the
/// same class. \return the number of threads whose owner was found.
uint64_t addOwners(ThreadDump &Dump, const ThreadDump &Heap);

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_HEAPTHREADS_H
