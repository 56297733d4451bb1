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
/// JDK requires, two blanks per level and a newline at the end.
///
/// What the format requires and the dump does not state is made up: ids follow
/// the largest one, a process id of -1 (as the JDK does), the time of the dump
/// or 1970, and states by what a thread waits for, else RUNNABLE. States that
/// Java does not have become the closest one. Objects without an identity hash
/// have their address in its place. Threads that run no Java are left out.
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
