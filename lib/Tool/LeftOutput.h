//===- LeftOutput.h - Temporary outputs of killed runs ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output is first written to the file `TARGET.tmp-1a2b3c4d` next to its
/// target. When a process is killed (SIGKILL, out of memory, a power failure),
/// that file stays. The next run with the same target removes it.
///
/// Process ids do not show whether the writer is alive: they are reused, and
/// containers have their own ids. Therefore, a writer locks its file with
/// flock(2). The kernel releases the lock when the process exits, so a file
/// that can be locked has no writer. This holds for all processes on the same
/// kernel. On file systems that other machines may write to, nothing is
/// removed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_LEFTOUTPUT_H
#define HPROF_LIB_TOOL_LEFTOUTPUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <system_error>

namespace hprof {

/// Creates and locks a temporary output for \p Target. The output is removed if
/// a signal terminates the process.
std::error_code createLockedOutput(llvm::StringRef Target, int &Descriptor,
                                   llvm::SmallVectorImpl<char> &Path);

/// Removes the temporary outputs for \p Target that belong to this user and
/// have no writer. Failures are ignored: the files then remain.
void removeLeftOutputs(llvm::StringRef Target);

} // namespace hprof

#endif // HPROF_LIB_TOOL_LEFTOUTPUT_H
