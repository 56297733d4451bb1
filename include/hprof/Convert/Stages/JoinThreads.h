//===- JoinThreads.h - Heap dumps with their threads ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's heap dumps know no threads, stacks, roots nor class loaders; the
/// javacore that the VM wrote with them does. The stage adds to a stream of
/// IBM's records what a ThreadDump says:
///
/// - The time, and the records of ThreadRecords.h, before the heap.
/// - ROOT THREAD OBJECT for the objects of threads; where the thread dump gives
///   no addresses of them (Java 6), for all instances of java.lang.Thread and
///   its subclasses. An instance belongs to a thread when it is the only one of
///   its class and the thread is the only one whose outermost frame is that
///   class's run().
/// - ROOT JAVA FRAME for the locks entered in frames, ROOT THREAD BLOCK for
///   what threads wait for, ROOT MONITOR USED for the objects of monitors in
///   use.
/// - The loaders of classes: those whose list has the class's name; where there
///   are several, that which the class refers to first. The bootstrap loader is
///   0, as everywhere in HPROF.
///
/// Addresses at which the dump has no object are left out.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_STAGES_JOINTHREADS_H
#define HPROF_CONVERT_STAGES_JOINTHREADS_H

#include "hprof/Convert/Stage.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace hprof {

struct ThreadDump;

/// \p Dump outlives the stage. Its monitors are sent as a monitor dump only
/// when the target \p HasMonitorDumps.
std::unique_ptr<Stage> makeJoinThreads(const ThreadDump &Dump,
                                       bool HasMonitorDumps);

/// The javacore that was written with the heap dump \p Path, by names alone: in
/// the same folder, of the same process, not more than two minutes away; that
/// with the next sequence number, else the nearest one.
std::optional<std::string> findJavacoreBeside(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_CONVERT_STAGES_JOINTHREADS_H
