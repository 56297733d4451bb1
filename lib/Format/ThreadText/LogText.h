//===- LogText.h - Text that a log has wrapped ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collectors keep the lines of a program as members of JSON: one object per
/// line or one document, one line or a whole text in each. Exports may have the
/// newest line first.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_LOGTEXT_H
#define HPROF_LIB_FORMAT_THREADTEXT_LOGTEXT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p Line may be, or begin, JSON with lines in it.
bool mayBeJsonLog(llvm::StringRef Line);

/// Passes the lines that \p Line of a file holds to \p OnLine, or \p Line
/// itself if it is no JSON with such a member. They are valid during the call.
/// JSON that is cut off is taken for text with escapes.
void unwrapLogLine(llvm::StringRef Line,
                   llvm::function_ref<void(llvm::StringRef)> OnLine);

/// Whether the lines of \p Head, the beginning of an input, have times, and
/// each is older than the one before.
bool isNewestFirst(llvm::StringRef Head);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_LOGTEXT_H
