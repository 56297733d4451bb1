//===- RunThreads.h - Runs each part of a job on a thread -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_PARALLEL_RUNTHREADS_H
#define HPROF_FORMAT_PARALLEL_RUNTHREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

/// Runs Body(0) ... Body(N - 1), the first on the caller's thread, the others
/// on threads of their own, and waits for all of them. The number identifies a
/// part of the work, so that results can be merged in order:
///
///     std::vector<MyVisitor> Workers(N);
///     runThreads(N, [&](unsigned W) { walk(partOf(W), Workers[W]); });
///     for (MyVisitor &W : Workers)
///       Result.merge(W);
///
/// If the system has too few threads, the caller runs the remaining parts after
/// its own, so no part may wait for another.
void runThreads(unsigned N, llvm::function_ref<void(unsigned)> Body);

} // namespace hprof

#endif // HPROF_FORMAT_PARALLEL_RUNTHREADS_H
