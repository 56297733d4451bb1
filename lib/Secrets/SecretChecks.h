//===- SecretChecks.h - Additional checks for secrets -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_SECRETS_SECRETCHECKS_H
#define HPROF_LIB_SECRETS_SECRETCHECKS_H

#include "hprof/Secrets/SecretRules.h"

namespace hprof {

/// A match of an expression.
struct SecretMatch {
  llvm::StringRef Text;   ///< The whole string.
  llvm::StringRef Name;   ///< The end of the name, or empty.
  llvm::StringRef Secret; ///< A substring of Text.
};

bool holds(SecretRule::Check Needs, const SecretMatch &M);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETCHECKS_H
