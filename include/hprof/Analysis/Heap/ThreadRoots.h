//===- ThreadRoots.h - The roots of the threads of a heap -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_THREADROOTS_H
#define HPROF_ANALYSIS_HEAP_THREADROOTS_H

#include "hprof/Analysis/Heap/RootRun.h"
#include "hprof/Format/Context/ThreadInfo.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace hprof {

class DumpContext;
class HeapFile;
struct WalkOptions;

enum class LocalKinds : uint8_t {
  Monitors, ///< Objects locked by JNI code.
  All
};

/// The threads of a heap dump, and the roots that belong to them.
struct ThreadRoots {
  struct Root {
    uint32_t ThreadSerial = 0;
    RecordKind Kind = RecordKind::RootJavaFrame;
    int32_t Frame = -1; ///< Index into the thread's trace; -1 for none.
    uint64_t Object = 0;
    uint64_t Offset = 0; ///< Offset of the root's record.
  };
  std::vector<ThreadInfo> Threads; ///< In the order of the file.
  std::vector<Root> Roots;         ///< In the order of the file.
  /// Number of java.lang.VirtualThread objects, with or without a thread
  /// record. 0 if the dump was not walked.
  uint64_t VirtualThreads = 0;

  /// Walks over \p File with at most \p Workers threads. The threads are those
  /// in \p Context after the walk.
  static llvm::Expected<ThreadRoots> read(HeapFile &File, unsigned Workers,
                                          const WalkOptions &Walk,
                                          const DumpContext &Context,
                                          LocalKinds Kinds);
  /// Reads only the roots at \p Runs (in ascending order) in the mapped dump \p
  /// All. The result lacks threads that occur only in other records.
  static ThreadRoots at(llvm::ArrayRef<uint8_t> All,
                        llvm::ArrayRef<RootRun> Runs, unsigned IdSize,
                        LocalKinds Kinds);
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_THREADROOTS_H
