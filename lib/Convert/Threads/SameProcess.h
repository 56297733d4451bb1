//===- SameProcess.h - Whether two dumps match ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Determines whether a thread dump and a heap dump are from different
/// processes. The VM's own threads, and main, have the same ids and names in
/// every process, so some threads always match.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_SAMEPROCESS_H
#define HPROF_LIB_CONVERT_THREADS_SAMEPROCESS_H

#include "ThreadObjects.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Returns the reason why the threads of \p Dump and \p Heap are certainly from
/// two processes; nullopt if they may be from one.
std::optional<std::string> otherProcess(const ThreadDump &Dump,
                                        llvm::ArrayRef<ThreadObject> Heap);

/// Same as above, by HotSpot's default name for heap dumps: java_pid123.hprof.
std::optional<std::string> otherProcess(const ThreadDump &Dump,
                                        llvm::StringRef HeapPath);

/// Returns the error for \p Why.
llvm::Error otherProcessError(llvm::StringRef Why);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_SAMEPROCESS_H
