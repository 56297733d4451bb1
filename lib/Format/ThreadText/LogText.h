//===- LogText.h - Text wrapped by a log ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Log collectors store a program's lines as JSON members: in one object per
/// line or one document, with a single line or the whole text in each. Exports
/// may begin with the newest line.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_LOGTEXT_H
#define HPROF_LIB_FORMAT_THREADTEXT_LOGTEXT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p Line may be, or begin, JSON that contains lines.
bool mayBeJsonLog(llvm::StringRef Line);

/// Passes the lines contained in \p Line of a file to \p OnLine, or \p Line
/// itself if it is not JSON with such a member. They are valid during the call.
/// Truncated JSON is treated as escaped text.
void unwrapLogLine(llvm::StringRef Line,
                   llvm::function_ref<void(llvm::StringRef)> OnLine);

/// Whether the lines in \p Head, the beginning of an input, have times, each
/// older than the previous one.
bool isNewestFirst(llvm::StringRef Head);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_LOGTEXT_H
