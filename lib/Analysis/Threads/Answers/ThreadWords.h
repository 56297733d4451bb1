//===- ThreadWords.h - Threads and locks as text ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_ANSWERS_THREADWORDS_H
#define LIB_ANALYSIS_THREADS_ANSWERS_THREADWORDS_H

#include "hprof/Answer/Prose.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include <optional>

namespace hprof {

/// Describes the threads and locks in a dump.
class ThreadWords {
public:
  explicit ThreadWords(const ThreadDump &Dump) : Dump(Dump) {}

  /// Returns "\"main\" #3", "virtual thread #27".
  Prose name(const ThreadDump::Thread &T) const;
  Prose name(uint32_t Thread) const { return name(Dump.Threads[Thread]); }
  /// Same as above, for a thread that may not be in the dump.
  static Prose name(const ThreadDump::ThreadRef &R);
  /// Returns the names of the first of \p Threads, followed by "and 7 more".
  Prose names(llvm::ArrayRef<uint32_t> Threads) const;
  /// Returns "java.lang.Object 0xfd5c02f8", "java.lang.Object@c3adcef".
  static Prose object(const ThreadDump::LockObject &O);
  /// Same as above, or the name of a VM monitor.
  static Prose lock(const ThreadDump::Monitor &M);
  std::string frame(uint32_t Number) const;
  /// Returns the state of the thread, or the dump's wording for it. The result
  /// refers to the dump.
  static llvm::StringRef state(const ThreadDump::Thread &T);
  /// Returns "waiting to lock", "waiting on", "parked on".
  static llvm::StringRef waits(const ThreadDump::Thread &T);
  /// Returns the frame that shows what the thread is doing: the innermost frame
  /// outside the class library or, if there is none, the innermost frame.
  /// Returns nullopt if there are no frames.
  std::optional<uint32_t> place(const ThreadDump::Thread &T) const;
  /// Returns the frame in which \p T has locked \p Object, if the dump records
  /// it.
  std::optional<uint32_t> lockedIn(const ThreadDump::Thread &T,
                                   const ThreadDump::LockObject &Object) const;

private:
  const ThreadDump &Dump;
};

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_THREADWORDS_H
