//===- ThreadBean.h - Thread dumps from management beans --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two management beans create thread dumps, in Java, in the calling thread:
///
/// - java.lang.management.ThreadMXBean returns all platform threads at the same
///   moment, with the monitors and locks that they own and wait for;
/// - since JDK 21, HotSpotDiagnosticMXBean also writes virtual threads and
///   thread containers, one thread after another; up to JDK 24 without states
///   and locks, and never with lock owners.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_THREADS_THREADBEAN_H
#define HPROF_LIB_AGENT_THREADS_THREADBEAN_H

#include "Agent/Vm/JvmTi.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace hprof::agent {

/// Reads a dump from ThreadMXBean. Fails if the module java.management is
/// missing.
llvm::Expected<ThreadDump> readThreadBean(JNIEnv &Jni);

/// Reads a dump from HotSpotDiagnosticMXBean; nothing if this bean cannot
/// create thread dumps. \p Scratch is the absolute path of a file that does not
/// exist. The VM writes JSON or, with \p AsText, text, which contains less
/// information.
llvm::Expected<std::optional<ThreadDump>>
readDiagnosticBean(JNIEnv &Jni, const std::string &Scratch, bool AsText);

/// Adds data from \p Locks to the platform threads of \p Dump: lock owners,
/// priority, daemon flag and, if \p Dump has no states, states, stacks and all
/// locks.
void addLocks(ThreadDump &Dump, const ThreadDump &Locks);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_THREADS_THREADBEAN_H
