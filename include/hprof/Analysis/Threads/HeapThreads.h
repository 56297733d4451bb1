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

/// The threads in a heap dump as a thread dump, and the objects in their
/// frames.
struct HeapThreads {
  struct Local {
    uint64_t Object = 0;
    /// Name of the object's class; for a class object, of the class that it
    /// represents. Empty if the object is not in the dump.
    llvm::StringRef ClassName;
    RecordKind Root = RecordKind::RootJavaFrame;
    bool IsClass = false; ///< Whether the object is a java.lang.Class.
    int32_t Frame = -1;   ///< Index in the stack; -1 for none.
  };
  /// Data about a thread in a heap dump that a ThreadDump cannot contain.
  struct Facts {
    uint32_t Serial = 0;      ///< Serial number of the thread.
    uint32_t TraceSerial = 0; ///< Serial number of its stack trace.
    bool HasTrace = false;    ///< Whether that stack trace is in the dump.
    /// The class of the thread object; empty if the object is not in the dump.
    std::string ClassName;
    std::vector<Local> Locals; ///< In the order of frames.
  };
  /// Data about all threads. Because there are many locals, but few classes,
  /// each class name is stored once.
  struct AllFacts {
    AllFacts() = default;
    // Not copyable: the names in a copy would refer to the original.
    AllFacts(AllFacts &&) = default;
    AllFacts &operator=(AllFacts &&) = default;

    std::vector<Facts> Threads; ///< In the order of the dump.
    /// Indices of threads that may wait for each other's monitors, judging by
    /// the objects in their frames.
    std::vector<uint32_t> MayDeadlock;
    /// Whether some frame refers to an object. If not, the program that wrote
    /// the dump does not record locals, and objects held only by locals look
    /// unreachable.
    bool RecordsLocals = true;
    /// Number of java.lang.VirtualThread objects that are not among these
    /// threads.
    uint64_t VirtualNotListed = 0;

    /// Computes VirtualNotListed from the number of all such objects.
    void countVirtual(uint64_t All);
    llvm::StringSet<> ClassNames; ///< Storage for the class names of locals.
  };
  /// Names, states, stacks, and the locks that threads are parked on. The owner
  /// of a lock is from AbstractOwnableSynchronizer.exclusiveOwnerThread or, if
  /// only readers hold the lock, from ReentrantReadWriteLock.Sync.firstReader.
  /// A heap dump does not record monitor owners.
  ThreadDump Dump;
  AllFacts Of;
};

struct HeapThreadsOptions {
  unsigned Threads = 1;
  /// Number of the heap dump, from 1; 0 for a file without one.
  unsigned Dump = 1;
  /// Whether to read all Facts::Locals, or only those that are monitors.
  bool Locals = true;
  DamageHandler OnDamage;
};

/// Reads the threads of \p File, which must support several walks. Errors do
/// not include the file name.
llvm::Expected<HeapThreads> readHeapThreads(HeapFile &File,
                                            const HeapThreadsOptions &Options);

/// Same as above, for the heap dump that \p Finder searches, using its context.
llvm::Expected<HeapThreads> readHeapThreads(ObjectSearch &Finder, bool Locals);

/// Same as above, for the heap dump of a graph, using \p Contents instead of a
/// walk. Returns nullopt if the dump has thread records other than roots,
/// because their position among the roots is not known.
llvm::Expected<std::optional<HeapThreads>>
readHeapThreads(const HeapContents &Contents, bool Locals);

/// Adds the owners of java.util.concurrent locks from \p Heap to \p Dump. \p
/// Heap contains the threads of a heap dump from the same VM, taken at about
/// the same time. Threads are considered the same if they have the same id and
/// name and are parked on an object of the same class. \return the number of
/// waiting threads whose lock's owner was found.
uint64_t addOwners(ThreadDump &Dump, const ThreadDump &Heap);

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_HEAPTHREADS_H
