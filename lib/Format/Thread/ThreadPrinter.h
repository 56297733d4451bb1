//===- ThreadPrinter.h - Prints a thread dump -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a ThreadDump, one fact per line, so that tests see the result of
/// readers.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_THREADPRINTER_H
#define HPROF_LIB_FORMAT_THREAD_THREADPRINTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {
struct ThreadDump;

/// Escapes text of the dump for printing: one line, safe for a terminal.
using TextEscape = llvm::function_ref<std::string(llvm::StringRef)>;

/// Prints everything in \p D to \p OS. Missing facts are left out.
void printThreadDump(llvm::raw_ostream &OS, const ThreadDump &D,
                     TextEscape Escape);

/// Prints to \p OS how many threads, frames, locks and so on \p D has.
void printThreadCounts(llvm::raw_ostream &OS, const ThreadDump &D);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_THREADPRINTER_H
