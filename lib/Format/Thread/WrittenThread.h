//===- WrittenThread.h - Shared by thread writers ---------------*- C++ -*-===//
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

/// The state in java.lang.Thread.State that corresponds to that of \p T;
/// derived from its wait if the dump contains none.
ThreadState javaState(const ThreadDump::Thread &T);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_WRITTENTHREAD_H
