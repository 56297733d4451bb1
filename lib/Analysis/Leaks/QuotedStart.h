//===- QuotedStart.h - The start of a string in quotes ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_LEAKS_QUOTEDSTART_H
#define LIB_ANALYSIS_LEAKS_QUOTEDSTART_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Answer/Prose.h"
#include "hprof/Format/Base/ModifiedUtf8.h"

namespace hprof {

/// Adds the start of \p Whole, a string of \p C, in quotes.
inline void addQuotedStart(Prose &To, const HeapContents &C,
                           llvm::StringRef Whole) {
  constexpr size_t Most = 40;
  const std::string Text =
      Whole.size() > Most ? C.shown(Whole.str()) : Whole.str();
  const llvm::StringRef Start = takeCharacters(Text, Most);
  To.quoted(Start) << (Start.size() < Text.size() ? "..." : "");
}

} // namespace hprof

#endif // LIB_ANALYSIS_LEAKS_QUOTEDSTART_H
