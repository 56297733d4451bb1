//===- ThreadFilter.h - Selects threads of a dump ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_THREADFILTER_H
#define HPROF_ANALYSIS_THREADS_THREADFILTER_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hprof {

/// Selects threads that meet all of several criteria.
class ThreadFilter {
public:
  ThreadFilter();
  ThreadFilter(ThreadFilter &&) noexcept;
  ThreadFilter &operator=(ThreadFilter &&) noexcept;
  ~ThreadFilter();

  /// Adds a permitted state, such as "blocked". Fails if there is no such
  /// state.
  llvm::Error addState(llvm::StringRef Name);
  /// Adds the id or name of a permitted thread.
  void addThread(llvm::StringRef Thread);
  /// Requires that the name or a frame, "a.B.c(B.java:1)", contains \p Text or,
  /// if \p Text is a pattern with * or ? or a regular expression between
  /// slashes, matches it. Fails if the expression is invalid.
  llvm::Error setText(llvm::StringRef Text);

  bool isEmpty() const;
  /// Returns the indices of the threads in \p Dump that meet the criteria.
  std::vector<uint32_t> select(const ThreadDump &Dump) const;

private:
  struct Criteria;
  std::unique_ptr<Criteria> By;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_THREADFILTER_H
