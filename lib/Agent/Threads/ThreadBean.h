//===- ThreadBean.h - Threads as the platform's beans show them -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two beans of the VM make thread dumps, in Java, in the calling thread:
///
/// - java.lang.management.ThreadMXBean shows all platform threads at one time,
///   with the monitors and locks that they own and wait for;
/// - since JDK 21, HotSpotDiagnosticMXBean shows virtual threads and thread
///   containers, too, one thread after the other; up to JDK 24 without states
///   and locks, and without owners of locks.
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

/// Reads ThreadMXBean's. Fails where the module java.management is missing.
llvm::Expected<ThreadDump> readThreadBean(JNIEnv &Jni);

/// Reads HotSpotDiagnosticMXBean's; none if it makes no thread dumps. \p
/// Scratch is the absolute path of a file that does not exist. The VM writes
/// JSON, or \p AsText text, which says less.
llvm::Expected<std::optional<ThreadDump>>
readDiagnosticBean(JNIEnv &Jni, const std::string &Scratch, bool AsText);

/// Adds to the platform threads of \p Dump what only \p Locks states of them:
/// owners of locks and, if \p Dump has no states, these and all locks.
void addLocks(ThreadDump &Dump, const ThreadDump &Locks);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_THREADS_THREADBEAN_H
