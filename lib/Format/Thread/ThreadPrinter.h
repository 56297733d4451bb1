//===- ThreadPrinter.h - Prints a thread dump -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a ThreadDump, a fact per line, so that tests see what readers make of
/// a file.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_THREADPRINTER_H
#define HPROF_LIB_FORMAT_THREAD_THREADPRINTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace hprof {
struct ThreadDump;

/// Text of the dump as it is printed: one line of what the terminal may show.
using TextEscape = llvm::function_ref<std::string(llvm::StringRef)>;

/// Writes all that \p D says to \p OS. What it does not say is left out.
void printThreadDump(llvm::raw_ostream &OS, const ThreadDump &D,
                     TextEscape Escape);

/// Writes to \p OS how many threads, frames, locks and so on \p D has.
void printThreadCounts(llvm::raw_ostream &OS, const ThreadDump &D);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_THREADPRINTER_H
