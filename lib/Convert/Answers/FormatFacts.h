//===- FormatFacts.h - What each format can say -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERT_ANSWERS_FORMATFACTS_H
#define LIB_CONVERT_ANSWERS_FORMATFACTS_H

#include "hprof/Convert/Formats.h"
#include <string>
#include <vector>

namespace hprof {

/// ".hprof, .bin".
std::string endingsOf(const FormatInfo &F);
/// "read, write".
llvm::StringRef accessOf(const FormatInfo &F);
/// Versions of HPROF binary that can express the same as the format itself.
bool isVersion(Format F);
/// Formats with a vocabulary of their own.
std::vector<const FormatInfo *> vocabularies();

} // namespace hprof

#endif // LIB_CONVERT_ANSWERS_FORMATFACTS_H
