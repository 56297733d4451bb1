//===- JoinThreads.h - Adds threads to IBM heap dumps -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's heap dumps contain no threads, stacks, roots or class loaders, but the
/// javacore that the VM wrote at the same time does. The stage adds the
/// contents of a ThreadDump to a stream of IBM's records:
///
/// - The time, and the records of ThreadRecords.h, before the heap.
/// - ROOT THREAD OBJECT for the objects of threads. If the thread dump does not
///   give their addresses (Java 6), for all instances of java.lang.Thread and
///   its subclasses. An instance belongs to a thread if it is the only instance
///   of its class and the thread is the only thread whose outermost frame is
///   run() of that class.
/// - ROOT JAVA FRAME for the locks entered in frames, ROOT THREAD BLOCK for the
///   objects that threads wait for, ROOT MONITOR USED for the objects of
///   monitors in use.
/// - The loaders of classes: the loader whose list contains the class name; if
///   there are several such loaders, the one to which the class refers first.
///   The bootstrap loader is 0, as always in HPROF.
///
/// Addresses at which the heap dump has no object are omitted.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_THREADS_JOINTHREADS_H
#define HPROF_CONVERT_THREADS_JOINTHREADS_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace hprof {

struct ThreadDump;

/// \p Dump must outlive the stage. Its monitors are sent as a monitor dump only
/// if the target \p HasMonitorDumps.
std::unique_ptr<Stage> makeJoinThreads(const ThreadDump &Dump,
                                       bool HasMonitorDumps);

/// Finds the javacore that was written with the heap dump \p Path, judged by
/// names alone: in the same directory, of the same process, at most two minutes
/// apart; the one with the next sequence number, otherwise the nearest one.
std::optional<std::string> findJavacoreBeside(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_CONVERT_THREADS_JOINTHREADS_H
