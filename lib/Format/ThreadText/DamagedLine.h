//===- DamagedLine.h - Lines that were of a thread dump ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Distinguishes damaged lines of a thread dump from those of a log, which may
/// come between the dump's own lines.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_DAMAGEDLINE_H
#define HPROF_LIB_FORMAT_THREADTEXT_DAMAGEDLINE_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p Line has bytes that no writer of text means: invalid UTF-8, or
/// control characters other than tabs and the colours of terminals.
bool hasNoText(llvm::StringRef Line);

/// \p Line, in which characters are as in modified UTF-8, which VMs write to
/// standard output: surrogate pairs of three bytes each, and NUL as C0 80.
/// \p Out holds the text if it differs. Other bytes are not changed.
llvm::StringRef withoutSurrogates(llvm::StringRef Line, std::string &Out);

/// Whether \p Line has \p Phrase, but for a few characters.
bool hasAlmost(llvm::StringRef Line, llvm::StringRef Phrase);

/// Whether \p Line, which is no line of a dump, is almost the first one of a
/// thread.
bool isAlmostThread(llvm::StringRef Line);

/// The same for a state, a frame, a lock or another line inside of a dump.
bool isAlmostInThread(llvm::StringRef Line);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_DAMAGEDLINE_H
