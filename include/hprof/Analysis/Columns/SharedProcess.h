//===- SharedProcess.h - Whose memory a process has -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_SHAREDPROCESS_H
#define HPROF_ANALYSIS_COLUMNS_SHAREDPROCESS_H

namespace hprof {

/// Says that this process belongs to a program with memory of its own, which
/// limits of memory cannot count. From now on budgets count arrays, and what is
/// mapped from files.
void shareProcess(bool IsShared = true);
bool isProcessShared();

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_SHAREDPROCESS_H
