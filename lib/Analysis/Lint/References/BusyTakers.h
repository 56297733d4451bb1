//===- BusyTakers.h - Threads that do not take references -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_REFERENCES_BUSYTAKERS_H
#define HPROF_LIB_ANALYSIS_LINT_REFERENCES_BUSYTAKERS_H

#include "Analysis/Lint/LintState.h"

namespace hprof {

/// Threads of the JDK that take references from a queue.
enum class TakerKind : uint8_t { Finalizer, Cleaner };

/// Returns a note on each thread of \p Kind that was not waiting for a
/// reference: its name, and its stack, one line per frame. Not thread-safe.
std::vector<std::string> busyTakers(const LintState &S, TakerKind Kind);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_REFERENCES_BUSYTAKERS_H
