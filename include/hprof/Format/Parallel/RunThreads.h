//===- RunThreads.h - A thread for each part of the work --------*- C++ -*-===//
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

/// Runs Body(0) ... Body(N - 1), each on its own thread, the first on the
/// caller's, and waits for all of them. The number identifies a part of the
/// work, so that results can be merged in order:
///
///     std::vector<MyVisitor> Workers(N);
///     runThreads(N, [&](unsigned W) { walk(partOf(W), Workers[W]); });
///     for (MyVisitor &W : Workers)
///       Result.merge(W);
///
/// Parts for which the system has no thread are run by the caller after its
/// own, so no part may wait for another.
void runThreads(unsigned N, llvm::function_ref<void(unsigned)> Body);

} // namespace hprof

#endif // HPROF_FORMAT_PARALLEL_RUNTHREADS_H
