//===- SharedProcess.h - Processes with memory of others --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_SHAREDPROCESS_H
#define HPROF_ANALYSIS_COLUMNS_SHAREDPROCESS_H

namespace hprof {

/// Declares that this process belongs to another program, whose memory must not
/// count towards memory limits. Budgets then count arrays and mapped files
/// instead of the resident set.
void shareProcess(bool IsShared = true);
bool isProcessShared();

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_SHAREDPROCESS_H
