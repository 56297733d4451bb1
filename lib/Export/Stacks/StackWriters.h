//===- StackWriters.h - Writers of stacks -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EXPORT_STACKS_STACKWRITERS_H
#define LIB_EXPORT_STACKS_STACKWRITERS_H

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

// Each writes a complete file. Formats with a single measure use measure number
// Measure; others put that measure first, and omit measures whose sums do not
// fit.

/// Largest integer that JavaScript represents exactly.
constexpr uint64_t MostInJavaScript = uint64_t(1) << 53;

/// Measures of \p S whose sums are at most \p Most. If \p Measure is not among
/// them, returns an error.
llvm::Expected<std::vector<unsigned>>
measuresUpTo(uint64_t Most, const WeightedStacks &S, unsigned Measure);

llvm::Error writeCollapsed(const WeightedStacks &S, unsigned Measure,
                           llvm::raw_ostream &OS);
llvm::Error writeFirefox(const WeightedStacks &S, unsigned Measure,
                         llvm::raw_ostream &OS);
llvm::Error writeOtlp(const WeightedStacks &S, unsigned Measure,
                      llvm::raw_ostream &OS);
llvm::Error writePprof(const WeightedStacks &S, unsigned Measure,
                       llvm::raw_ostream &OS);
llvm::Error writeSpeedscope(const WeightedStacks &S, unsigned Measure,
                            llvm::raw_ostream &OS);

} // namespace hprof

#endif // LIB_EXPORT_STACKS_STACKWRITERS_H
