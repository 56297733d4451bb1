//===- ThreadLine.h - The first line of a thread ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the line that begins a thread, in every dialect with names in quotes:
/// the name, and properties of the thread with keys or as fixed words.
///
///     "a" #16 [24224] daemon prio=5 os_prio=0 cpu=0.24ms tid=0x1 nid=24224 ...
///     "a" - Thread t@16
///     "a" daemon prio=5 Id=16 BLOCKED on a.B@1f owned by "b" Id=17
///     "a" #16 daemon thread=0x1 state=BLOCKED
///     "a" id=16 idx=0x4 tid=24224 prio=5 alive, native_blocked, daemon
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_THREADLINE_H
#define HPROF_LIB_FORMAT_THREADTEXT_THREADLINE_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

/// Returns the end of the name in \p Line, which begins with a quote. Names may
/// contain quotes, so this is the last position where properties may begin;
/// npos if there is none.
size_t endOfThreadName(llvm::StringRef Line);

/// Whether \p Line, which begins with a quote, consists of a name and
/// properties, or only of a name.
bool hasOnlyThreadFacts(llvm::StringRef Line);

/// Whether \p Line certainly begins a thread, even without a preceding title of
/// a dump.
bool isSureThreadLine(llvm::StringRef Line);

/// Reads the properties after the name. \p OnUnknown receives unknown ones.
void readThreadFacts(llvm::StringRef Text, ThreadDump::Thread &T,
                     llvm::function_ref<void(llvm::StringRef)> OnUnknown);

/// Reads the text after the state in ThreadInfo.toString(): "on a.B@1f owned by
/// "b" Id=17". \return false if it is something else.
bool readThreadWait(llvm::StringRef Text, ThreadDump::Thread &T);

/// Finds "owned by "b" Id=17" or "owned by "b" t@17" anywhere in \p Text.
std::optional<ThreadDump::ThreadRef> readLockOwner(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_THREADLINE_H
