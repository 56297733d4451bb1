//===- SuspectLint.h - Lint findings in leak suspects -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_LINT_SUSPECTLINT_H
#define LIB_ANALYSIS_STORE_LINT_SUSPECTLINT_H

#include "hprof/Analysis/Leaks/SuspectWords.h"
#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

/// A finding of a lint check in a suspect.
struct SuspectFinding {
  Prose Text;            ///< For text output, without a period.
  llvm::StringRef Check; ///< Name for hprof-lint --only.
};

/// Returns, for each of \p Suspects, the lint findings in it or on the path to
/// it, such as stale thread locals, for text output. Checks run only if a
/// suspect contains objects of the classes that they examine.
llvm::Expected<std::vector<std::vector<SuspectFinding>>>
lintSuspects(HeapStore &Store, const HeapContents &Contents,
             const SuspectWords &Words, llvm::ArrayRef<LeakSuspect> Suspects);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_LINT_SUSPECTLINT_H
