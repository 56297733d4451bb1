//===- ThreadPrinter.h - Prints a thread dump -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a ThreadDump, one property per line, to test readers.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_THREADPRINTER_H
#define HPROF_UNITTESTS_FORMAT_THREADPRINTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {
struct ThreadDump;

/// Escapes a string from the dump so that it is printed on one line and is safe
/// for a terminal.
using TextEscape = llvm::function_ref<std::string(llvm::StringRef)>;

/// Prints everything in \p D to \p OS. Missing properties are omitted.
void printThreadDump(llvm::raw_ostream &OS, const ThreadDump &D,
                     TextEscape Escape);

/// Prints the numbers of threads, frames, locks etc. in \p D to \p OS.
void printThreadCounts(llvm::raw_ostream &OS, const ThreadDump &D);

} // namespace hprof

#endif // HPROF_UNITTESTS_FORMAT_THREADPRINTER_H
