//===- SecretNames.h - The table of names -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_SECRETS_SECRETNAMES_H
#define HPROF_LIB_SECRETS_SECRETNAMES_H

#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof {

/// A row of HPROF_SECRET_NAME in SecretRules.def.
struct NameRow {
  enum Where : uint8_t { Ending, Word, Alone };

  const char *Words;
  SecretNameKind Kind;
  Where At;
  const char *Example, *Counterexample;
};
llvm::ArrayRef<NameRow> secretNameRows();

/// Returns an expression that finds all names in a string, and some others.
std::string secretNamePattern();

/// Whether \p Value can be a secret in a place where only secrets occur, as
/// after "IDENTIFIED BY": includes plain words, but no placeholders.
bool isGivenSecret(llvm::StringRef Value);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETNAMES_H
