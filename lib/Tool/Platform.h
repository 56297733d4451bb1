//===- Platform.h - Files of the system -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What outputs want of the system beyond POSIX. See
/// docs/Rationale/Portability.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_PLATFORM_H
#define HPROF_LIB_TOOL_PLATFORM_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p Path is a name that the system has for standard output.
bool namesStdout(llvm::StringRef Path);

/// Whether \p Directory is known to be in a file system that only this system
/// writes to, so that locks of all writers are known here.
bool isOfThisMachine(int Directory);

/// Renames a file without replacing one at \p To, at once. The result is 0 or
/// what errno says: EEXIST, or another if the file system may not be able to.
int renameExclusively(const char *From, const char *To);

} // namespace hprof

#endif // HPROF_LIB_TOOL_PLATFORM_H
