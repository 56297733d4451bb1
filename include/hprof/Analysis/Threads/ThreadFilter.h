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

/// Criteria that threads have to meet, all of them.
class ThreadFilter {
public:
  ThreadFilter();
  ThreadFilter(ThreadFilter &&) noexcept;
  ThreadFilter &operator=(ThreadFilter &&) noexcept;
  ~ThreadFilter();

  /// Its state is \p Name or one added before: "blocked". Fails if there is no
  /// such state.
  llvm::Error addState(llvm::StringRef Name);
  /// Its id is \p Thread, or its name, or those of one added before.
  void addThread(llvm::StringRef Thread);
  /// Its name or the text of a frame, "a.B.c(B.java:1)", has \p Text in it; or
  /// is matched by it, if it has a * or ?, or is a regular expression between
  /// slashes. Fails on an invalid expression.
  llvm::Error setText(llvm::StringRef Text);

  bool isEmpty() const;
  /// The indices of the threads of \p Dump that meet the criteria.
  std::vector<uint32_t> select(const ThreadDump &Dump) const;

private:
  struct Criteria;
  std::unique_ptr<Criteria> By;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_THREADFILTER_H
