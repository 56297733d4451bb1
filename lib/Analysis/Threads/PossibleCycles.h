//===- PossibleCycles.h - Threads that may wait for each other --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap dump records neither which monitor a blocked thread waits for nor the
/// owner of that monitor. But the objects that a method locks are among the
/// objects in its frame: the innermost frame of a waiting thread refers to the
/// monitor, and objects that the thread owns may be in any frame. The monitors
/// of classes, which static methods lock, are in no frame: if the innermost
/// frame has no objects, the monitor is unknown. In Object.wait(), the monitor
/// may be in the caller's frame.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_THREADS_POSSIBLECYCLES_H
#define HPROF_LIB_ANALYSIS_THREADS_POSSIBLECYCLES_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof {

/// An object to which a frame of a thread refers.
struct FrameObject {
  uint32_t Thread = 0; ///< Position in the dump.
  uint32_t Frame = 0;  ///< Index in the stack, 0 for the innermost.
  uint64_t Object = 0;
};

/// Returns the threads, ascending, that wait for each other in a cycle,
/// assuming that each thread owns the objects in its frames. Threads at the
/// same line of code wait for the object at the same position among the objects
/// in the frame. \p Objects must be sorted by thread and frame; the objects of
/// a frame must be in the order of the dump.
///
/// Each object for which a thread may be waiting, identified by line and
/// position, is paired with each waiting thread that refers to it. If there are
/// more than \p Budget pairs (very many threads that use the same objects), the
/// result is unknown, and empty.
std::vector<uint32_t> findPossibleCycles(const ThreadDump &Dump,
                                         llvm::ArrayRef<FrameObject> Objects,
                                         uint64_t Budget = 10'000'000);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_THREADS_POSSIBLECYCLES_H
