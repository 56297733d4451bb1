//===- SameProcess.h - Whether threads are of a heap ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds out whether a thread dump is of another process than a heap dump. The
/// VM's own threads, and main, have the same ids and names in every process, so
/// that some threads agree in any case.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_SAMEPROCESS_H
#define HPROF_LIB_CONVERT_THREADS_SAMEPROCESS_H

#include "ThreadObjects.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Why the threads of \p Dump and \p Heap are certainly of two processes;
/// nullopt if they need not be.
std::optional<std::string> otherProcess(const ThreadDump &Dump,
                                        llvm::ArrayRef<ThreadObject> Heap);

/// The same by the name that HotSpot gives to heap dumps: java_pid123.hprof.
std::optional<std::string> otherProcess(const ThreadDump &Dump,
                                        llvm::StringRef HeapPath);

/// The error for \p Why.
llvm::Error otherProcessError(llvm::StringRef Why);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_SAMEPROCESS_H
