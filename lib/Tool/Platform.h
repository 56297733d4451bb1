//===- Platform.h - System functions for files ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// System functions beyond POSIX for outputs. See
/// docs/Rationale/Portability.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_PLATFORM_H
#define HPROF_LIB_TOOL_PLATFORM_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p Path is one of the system's names for standard output.
bool namesStdout(llvm::StringRef Path);

/// Whether \p Directory is known to be in a file system that only this system
/// writes to, so that all writers' locks are visible here.
bool isOfThisMachine(int Directory);

/// Renames a file atomically, but does not replace a file at \p To. Returns 0
/// or an errno value: EEXIST if there is such a file, another value if the file
/// system may not support this.
int renameExclusively(const char *From, const char *To);

} // namespace hprof

#endif // HPROF_LIB_TOOL_PLATFORM_H
