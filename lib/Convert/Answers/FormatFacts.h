//===- FormatFacts.h - What each format can represent -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERT_ANSWERS_FORMATFACTS_H
#define LIB_CONVERT_ANSWERS_FORMATFACTS_H

#include "hprof/Convert/Formats.h"
#include <vector>

namespace hprof {

/// Returns "read, write".
llvm::StringRef accessOf(const FormatInfo &F);
/// Whether \p F is a version of HPROF binary with the same records.
bool isVersion(Format F);
/// Formats with records of their own.
std::vector<const FormatInfo *> vocabularies();

} // namespace hprof

#endif // LIB_CONVERT_ANSWERS_FORMATFACTS_H
