//===- QuotedStart.h - The start of a string in quotes ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_LEAKS_QUOTEDSTART_H
#define LIB_ANALYSIS_LEAKS_QUOTEDSTART_H

#include "hprof/Answer/Prose.h"

namespace hprof {

/// Adds the start of \p Text in quotes.
inline void addQuotedStart(Prose &To, llvm::StringRef Text) {
  // Do not split a character.
  size_t End = std::min<size_t>(Text.size(), 40);
  while (End && End < Text.size() && (uint8_t(Text[End]) & 0xc0) == 0x80)
    --End;
  To.quoted(Text.take_front(End)) << (End < Text.size() ? "..." : "");
}

} // namespace hprof

#endif // LIB_ANALYSIS_LEAKS_QUOTEDSTART_H
