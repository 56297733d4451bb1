//===- ControlGroupsLinux.h - Memory limits of control groups ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_COLUMNS_CONTROLGROUPSLINUX_H
#define HPROF_LIB_ANALYSIS_COLUMNS_CONTROLGROUPSLINUX_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hprof::columns {

/// Implements availableMemory() for a system that reports available memory in
/// the directories \p Proc and \p Groups.
uint64_t availableMemoryIn(llvm::StringRef Proc, llvm::StringRef Groups);

} // namespace hprof::columns

#endif // HPROF_LIB_ANALYSIS_COLUMNS_CONTROLGROUPSLINUX_H
