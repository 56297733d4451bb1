//===- RootPath.h - Opens a path below a root -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_ROOTPATH_H
#define HPROF_LIB_ATTACH_ROOTPATH_H

#include "Descriptor.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Opens \p Path as a process with the root directory \p Root would: neither
/// ".." nor symbolic links lead out of it. On failure, returns no descriptor
/// and sets errno.
Descriptor openBelow(int Root, llvm::StringRef Path, int Flags);

/// Does the same, one component at a time, for systems without openat2(2).
Descriptor openBelowByParts(int Root, llvm::StringRef Path, int Flags);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ROOTPATH_H
