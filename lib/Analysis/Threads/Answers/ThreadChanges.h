//===- ThreadChanges.h - Comparison of several thread dumps -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_ANSWERS_THREADCHANGES_H
#define LIB_ANALYSIS_THREADS_ANSWERS_THREADCHANGES_H

#include "Analysis/Threads/ThreadComparison.h"
#include "ThreadReport.h"

namespace hprof {

/// The dumps of all files, in order, compared with each other.
struct ThreadChanges {
  using Place = std::pair<const FileThreads *, size_t>; ///< File and number.

  /// \p Files must contain at least one dump.
  ThreadChanges(llvm::ArrayRef<FileThreads> Files,
                const ThreadRequest &Request);

  std::vector<Place> Places;
  ThreadComparison Same;
  ThreadReport Last;
  /// Threads that are at the same place in the code in all dumps, as indices in
  /// the last dump. Threads without frames have no place and are not included.
  std::vector<uint32_t> Unmoved;

  const ThreadDump::Thread &of(const ThreadComparison::Common &C) const {
    return Last.thread(C.Index.back());
  }
};

const TableInfo &threadFactTable();
/// Returns the comparison as one record.
std::unique_ptr<Rows> threadFacts(llvm::ArrayRef<FileThreads> Files,
                                  const ThreadRequest &Request);
void presentChanges(Presenter &To, const ThreadChanges &Of);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_THREADCHANGES_H
