//===- ThreadFile.h - Threads for a heap dump -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERTTOOL_THREADFILE_H
#define HPROF_CONVERTTOOL_THREADFILE_H

#include "hprof/Format/Base/Format.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace hprof {

class ToolContext;

/// Reads the thread dump with the threads of the heap dump \p Path: the value
/// of --with or, for an IBM dump, a javacore next to it.
llvm::Expected<std::optional<ThreadDump>>
threadsToJoin(ToolContext &C, llvm::StringRef Path, Format From, Format To);

} // namespace hprof

#endif // HPROF_CONVERTTOOL_THREADFILE_H
