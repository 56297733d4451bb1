//===- Checks.h - Checks that an answer passed or failed --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_CHECKS_H
#define HPROF_ANSWER_CHECKS_H

#include "hprof/Answer/Prose.h"

namespace hprof {

/// Reason why a check failed.
struct CheckFailure {
  std::string Key;   ///< Failed item, such as a class; may be empty.
  std::string About; ///< Part of the text that does not vary between runs.
  Prose Text;
};

struct CheckResult {
  std::string Name;
  std::string File;  ///< File that defines the check, or that was checked.
  unsigned Line = 0; ///< In File, from 1; 0 for the whole file.
  std::vector<CheckFailure> Failures;
};

/// Input of programs that collect test results.
struct CheckReport {
  llvm::StringRef Tool; ///< "hprof-diff"
  std::string Name;     ///< Name of the set of checks.
  std::vector<CheckResult> Checks;
};

} // namespace hprof

#endif // HPROF_ANSWER_CHECKS_H
