//===- SecretText.h - What a text can be ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_SECRETS_SECRETTEXT_H
#define HPROF_LIB_SECRETS_SECRETTEXT_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// In bits per character (Shannon).
double entropyOf(llvm::StringRef Text);

/// Whether the digits of \p Text end in their check digit (ISO/IEC 7812).
bool hasCheckDigit(llvm::StringRef Text);

/// Whether it stands for a secret that is somewhere else, or was made for
/// examples: "${db.password}", "changeme", "xxxxxxxx", "AKIA...EXAMPLE".
bool isPlaceholder(llvm::StringRef Text);

/// Whether it is a UUID, or the hash of something: hex digits as many as those
/// of MD5 to SHA-512, bcrypt, crypt, Argon2 and the like.
bool isHashOrUuid(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETTEXT_H
