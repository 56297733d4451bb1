//===- DamagedLine.h - Damaged lines of a thread dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Distinguishes damaged lines of a thread dump from log lines, which may occur
/// between the dump's own lines.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_DAMAGEDLINE_H
#define HPROF_LIB_FORMAT_THREADTEXT_DAMAGEDLINE_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p Line contains bytes that no text writer intends: invalid UTF-8,
/// or control characters other than tabs and terminal colors.
bool hasNoText(llvm::StringRef Line);

/// Converts characters in \p Line from modified UTF-8, which VMs write to
/// standard output: surrogate pairs of three bytes each, and NUL as C0 80.
/// \p Out stores the result if it differs. Other bytes are not changed.
llvm::StringRef withoutSurrogates(llvm::StringRef Line, std::string &Out);

/// Whether \p Line contains \p Phrase with at most a few different characters.
bool hasAlmost(llvm::StringRef Line, llvm::StringRef Phrase);

/// Whether \p Line, which is not a valid line of a dump, is almost the first
/// one of a thread.
bool isAlmostThread(llvm::StringRef Line);

/// Same as above, for a state, a frame, a lock or another line within a dump.
bool isAlmostInThread(llvm::StringRef Line);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_DAMAGEDLINE_H
