//===- WrittenThread.h - What both writers of threads need ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_WRITTENTHREAD_H
#define HPROF_LIB_FORMAT_THREAD_WRITTENTHREAD_H

#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// The state of java.lang.Thread.State for that of \p T: what it waits for, if
/// the dump states none.
ThreadState javaState(const ThreadDump::Thread &T);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_WRITTENTHREAD_H
