//===- LintArguments.h - Options of hprof-lint ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_LINT_LINTARGUMENTS_H
#define TOOLS_HPROF_LINT_LINTARGUMENTS_H

#include "hprof/Analysis/Lint/Lint.h"

namespace hprof {

/// Checks selected by the name lists --only and --skip. \p HasOnly: --only was
/// given, even without a name.
llvm::Expected<std::bitset<NumLints>>
parseChecks(const std::vector<std::string> &Only,
            const std::vector<std::string> &Skip, bool HasOnly);

/// Sets the limits given by \p Texts, the values of --limit: "check=5".
llvm::Error parseLimits(const std::vector<std::string> &Texts,
                        LintOptions &Options);

} // namespace hprof

#endif // TOOLS_HPROF_LINT_LINTARGUMENTS_H
