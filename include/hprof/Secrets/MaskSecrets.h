//===- MaskSecrets.h - Hides secrets in a string ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_SECRETS_MASKSECRETS_H
#define HPROF_SECRETS_MASKSECRETS_H

#include "hprof/Secrets/SecretRules.h"
#include <string>

namespace hprof {

class SecretMatcher;

/// Whether any value with names of \p Kinds is a secret: passwords may be plain
/// words, but the tokens of parsers are not secrets.
bool isAlwaysSecret(SecretNameKinds Kinds);
/// Whether names of \p Kinds make \p Text a secret.
bool isSecretByName(llvm::StringRef Text, SecretNameKinds Kinds);

/// Returns \p Text with "<secret: AWS access key>" in place of each secret that
/// \p M finds, or only "<secret>" if its names make all of it a secret.
std::string maskSecrets(const SecretMatcher &M, std::string Text,
                        SecretNameKinds Kinds);

} // namespace hprof

#endif // HPROF_SECRETS_MASKSECRETS_H
