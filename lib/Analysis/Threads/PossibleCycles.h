//===- PossibleCycles.h - Threads that may wait for each other --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap dump states neither which monitor a blocked thread waits for nor who
/// owns it. But a method has what it locks among the objects of its frame: what
/// a thread waits for is in its innermost frame, what it owns in any of them.
/// The monitors of classes, which static methods lock, are in no frame: of a
/// thread without objects in its innermost frame, it is not known what it waits
/// for. Only a thread that leaves Object.wait() may have it in the caller's
/// frame.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_THREADS_POSSIBLECYCLES_H
#define HPROF_LIB_ANALYSIS_THREADS_POSSIBLECYCLES_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof {

/// What a frame of a thread refers to.
struct FrameObject {
  uint32_t Thread = 0; ///< Position in the dump.
  uint32_t Frame = 0;  ///< Index in the stack, 0 for the innermost.
  uint64_t Object = 0;
};

/// The threads, ascending, that wait for each other in a cycle if each owns
/// what its frames refer to. Threads in the same line wait for the same place
/// among the objects there. \p Objects is sorted by thread and frame, for each
/// frame in the order of the dump.
///
/// Each object that a thread may want in a line, at a place there, is paired
/// with each waiting thread that has it. With more than \p Budget pairs, which
/// takes very many threads at work with the same objects, nothing is known and
/// none is returned.
std::vector<uint32_t> findPossibleCycles(const ThreadDump &Dump,
                                         llvm::ArrayRef<FrameObject> Objects,
                                         uint64_t Budget = 10'000'000);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_THREADS_POSSIBLECYCLES_H
