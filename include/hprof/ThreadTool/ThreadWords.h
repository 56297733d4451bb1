//===- ThreadWords.h - Threads and locks in words ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_THREADTOOL_THREADWORDS_H
#define HPROF_THREADTOOL_THREADWORDS_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/Tool/Escape.h"
#include <optional>

namespace hprof {

/// Writes what a dump has as text, escaped.
class ThreadWords {
public:
  ThreadWords(const ThreadDump &Dump, EscapeMode Mode)
      : Dump(Dump), Mode(Mode) {}

  /// "\"main\" #3", "virtual thread #27"
  std::string name(const ThreadDump::Thread &T) const;
  /// The same for a thread that need not be in the dump.
  std::string name(const ThreadDump::ThreadRef &R) const;
  /// The names of the first threads of \p Threads, "and 7 more".
  std::string names(llvm::ArrayRef<uint32_t> Threads) const;
  /// "java.lang.Object 0xfd5c02f8", "java.lang.Object@c3adcef"
  static std::string id(uint64_t Object);
  std::string object(const ThreadDump::LockObject &O) const;
  /// That, or the name of a monitor of the VM.
  std::string lock(const ThreadDump::Monitor &M) const;
  std::string frame(uint32_t Number) const;
  /// The state, or the words of the dump for it.
  std::string state(const ThreadDump::Thread &T) const;
  /// "waits to lock", "waits on", "is parked for"
  static llvm::StringRef waits(const ThreadDump::Thread &T);
  /// The frame that says what the thread does: the innermost one that is not of
  /// the class library, else the innermost one. nullopt without frames.
  std::optional<uint32_t> place(const ThreadDump::Thread &T) const;
  /// The frame in which \p T has locked \p Object, if the dump states it.
  std::optional<uint32_t> lockedIn(const ThreadDump::Thread &T,
                                   const ThreadDump::LockObject &Object) const;

private:
  const ThreadDump &Dump;
  EscapeMode Mode;
};

} // namespace hprof

#endif // HPROF_THREADTOOL_THREADWORDS_H
