//===- StackGroups.h - Threads with the same stack --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_STACKGROUPS_H
#define LIB_ANALYSIS_THREADS_STACKGROUPS_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace hprof {

/// Threads with equal frames.
struct StackGroup {
  std::vector<uint32_t> Threads; ///< Indices, ascending.
};

/// Groups \p Threads, which are indices in \p Dump, by stack, ignoring the
/// innermost \p Ignore frames of each thread. Groups are sorted by descending
/// size, then by their first thread. All threads without frames are in one
/// group.
std::vector<StackGroup> groupStacks(const ThreadDump &Dump,
                                    llvm::ArrayRef<uint32_t> Threads,
                                    uint64_t Ignore);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_STACKGROUPS_H
