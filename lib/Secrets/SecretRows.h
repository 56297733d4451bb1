//===- SecretRows.h - The table of rules ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_SECRETS_SECRETROWS_H
#define HPROF_LIB_SECRETS_SECRETROWS_H

#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof {

/// A row of HPROF_SECRET in SecretRules.def.
struct RuleRow {
  const char *Id, *Text;
  SecretRule::Check Needs;
  bool ShowsStart;
  double Entropy;
  const char *Keywords, *Regex, *Example, *Counterexample;
};
llvm::ArrayRef<RuleRow> secretRuleRows();

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETROWS_H
