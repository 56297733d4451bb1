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

/// Why a check failed.
struct CheckFailure {
  std::string Key;   ///< What failed, such as a class; may be empty.
  std::string About; ///< The part that is the same in other runs.
  Prose Text;
};

struct CheckResult {
  std::string Name;
  std::string File;  ///< Where it is stated, or what it is about.
  unsigned Line = 0; ///< In File, from 1; 0 if it is about all of it.
  std::vector<CheckFailure> Failures;
};

/// What programs receive that collect results of tests.
struct CheckReport {
  llvm::StringRef Tool; ///< "hprof-diff"
  std::string Name;     ///< Name of all checks together.
  std::vector<CheckResult> Checks;
};

} // namespace hprof

#endif // HPROF_ANSWER_CHECKS_H
