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

namespace hprof {

/// Adds the start of \p Whole, a string of \p C, in quotes.
inline void addQuotedStart(Prose &To, const HeapContents &C,
                           std::string Whole) {
  constexpr size_t Most = 40;
  auto [Text, HasMore] = C.start(std::move(Whole), Most);
  To.quoted(Text) << (HasMore ? "..." : "");
}

} // namespace hprof

#endif // LIB_ANALYSIS_LEAKS_QUOTEDSTART_H
