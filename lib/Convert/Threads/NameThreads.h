//===- NameThreads.h - HPROF heap dumps with a thread dump ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot's heap dumps have the stacks of platform threads and of mounted
/// virtual threads, and name no threads. A thread dump that was taken next to
/// one has names, groups, and all stacks. For each of its threads whose object
/// the heap dump has, this stage adds START THREAD, right after the file
/// header:
///
/// - The serial is that of the ROOT THREAD OBJECT, if there is one.
/// - The stack is the heap dump's own if it has frames, since locals refer to
///   it; otherwise that of the thread dump, with new STACK FRAMEs.
/// - No roots are added: what is reachable stays the same.
///
/// A thread's object is that with the thread's id and name. If the thread dump
/// has no id, the name must be unique. Threads that have a START THREAD already
/// stay as they are.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_NAMETHREADS_H
#define HPROF_LIB_CONVERT_THREADS_NAMETHREADS_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

struct ThreadDump;

/// \p Dump must outlive the stage. Only the threads of the stream's first file
/// are named. Fails when none of the threads is there.
/// Fails for threads of another process (SameProcess.h) unless \p AnyProcess.
std::unique_ptr<Stage> makeNameThreads(const ThreadDump &Dump, bool AnyProcess);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_NAMETHREADS_H
