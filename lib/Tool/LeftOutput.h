//===- LeftOutput.h - Temporary outputs that killed runs left ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An output is written to `TARGET.tmp-1a2b3c4d` next to it. When a process is
/// killed (SIGKILL, out of memory, a power failure), that file stays. The next
/// run with the same target removes it.
///
/// Process ids do not show whether the writer is alive: they are used again,
/// and containers have their own. So a writer locks its file with flock(2),
/// which the kernel undoes when the process ends; a file that can be locked has
/// no writer. This holds for all processes on the same kernel. On file systems
/// that other machines may write to, nothing is removed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_LEFTOUTPUT_H
#define HPROF_LIB_TOOL_LEFTOUTPUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <system_error>

namespace hprof {

/// Creates a temporary output for \p Target, which a signal removes, and locks
/// it.
std::error_code createLockedOutput(llvm::StringRef Target, int &Descriptor,
                                   llvm::SmallVectorImpl<char> &Path);

/// Removes the temporary outputs for \p Target that belong to this user and
/// have no writer. A fault is no error: they remain then.
void removeLeftOutputs(llvm::StringRef Target);

} // namespace hprof

#endif // HPROF_LIB_TOOL_LEFTOUTPUT_H
