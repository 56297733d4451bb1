//===- NameThreads.h - Adds a thread dump to a heap dump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot's heap dumps contain the stacks of platform threads and of mounted
/// virtual threads, but no thread names. A thread dump taken at the same time
/// has names, groups, and all stacks. For each of its threads whose object is
/// in the heap dump, this stage adds START THREAD, right after the file header:
///
/// - The serial is that of the ROOT THREAD OBJECT, if there is one.
/// - The stack is the heap dump's own if that has frames, as local variables
///   refer to it; otherwise that of the thread dump, with new frames.
/// - No roots are added: reachability stays the same.
///
/// A thread's object has the thread's id and name. If the thread dump has no
/// id, the name must be unique. Threads that already have a START THREAD stay
/// unchanged.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_NAMETHREADS_H
#define HPROF_LIB_CONVERT_THREADS_NAMETHREADS_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

struct ThreadDump;

/// \p Dump must outlive the stage. Only the threads in the stream's first file
/// are named. Fails if none of the threads is found, or for threads of another
/// process (SameProcess.h) unless \p AnyProcess.
std::unique_ptr<Stage> makeNameThreads(const ThreadDump &Dump, bool AnyProcess);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_NAMETHREADS_H
