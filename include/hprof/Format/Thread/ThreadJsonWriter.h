//===- ThreadJsonWriter.h - Writes JSON thread dumps ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a thread dump as JSON with formatVersion 2, as its description in the
/// JDK requires, with two spaces per level and a newline at the end.
///
/// Required members that are missing from the dump are synthesized: ids
/// continue after the largest one, the process id is -1 (as in the JDK), the
/// time is that of the dump or 1970, and the state follows from the thread's
/// wait or, without a wait, is RUNNABLE. States unknown to Java become the
/// closest one. Objects without an identity hash show their address instead.
/// Threads that run no Java code are omitted.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADJSONWRITER_H
#define HPROF_FORMAT_THREAD_THREADJSONWRITER_H

#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

void writeThreadJson(const ThreadDump &Dump, Sink &Out);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADJSONWRITER_H
