//===- JvmTiThreads.h - Thread dumps from JVM TI ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_THREADS_JVMTITHREADS_H
#define HPROF_LIB_AGENT_THREADS_JVMTITHREADS_H

#include "Agent/Vm/JdkFields.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// Reads all platform threads, for VMs without the beans of ThreadBean.h:
/// names, states and stacks from the same moment. The blockers of parked
/// threads and their owners are read from the JDK's objects. No Java code runs.
llvm::Expected<ThreadDump> readJvmTiThreads(jvmtiEnv &Ti, JNIEnv &Jni,
                                            const JdkFields &Jdk);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_THREADS_JVMTITHREADS_H
