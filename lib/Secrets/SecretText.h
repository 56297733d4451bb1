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

/// What stands for each character that is not Latin-1 in a text of bytes.
inline constexpr char WideCharacter = '\x7f';

/// In bits per character (Shannon).
double entropyOf(llvm::StringRef Text);

/// Whether the digits of \p Text end in their check digit (ISO/IEC 7812).
bool hasCheckDigit(llvm::StringRef Text);

/// Whether it stands for a secret that is somewhere else, or was made for
/// examples: "${db.password}", "changeme", "xxxxxxxx", "AKIA...EXAMPLE".
bool isPlaceholder(llvm::StringRef Text);

/// The same under the name of a secret, where most passwords are: "none!Kq9x"
/// just has a word in it.
bool isNamedPlaceholder(llvm::StringRef Text);

/// Whether \p Text has as many kinds of characters as a password that a person
/// had to make up. \p Part of it does not count.
bool isMadeUp(llvm::StringRef Text, llvm::StringRef Part = "");

/// Whether \p Text is a word with the mark that rules for passwords ask for:
/// "Password!". Labels end in other ones.
bool isMarkedWord(llvm::StringRef Text);

/// Whether all of \p Text names algorithms: "SHA-256", "RSA/ECB/PKCS1Padding".
bool isAlgorithm(llvm::StringRef Text);

/// Whether it is 8-4-4-4-12 hex digits.
bool isUuid(llvm::StringRef Text);

/// Whether it has as many hex digits as MD5 to SHA-512, and nothing else.
bool isHexHash(llvm::StringRef Text);

/// Whether it is the hash of a password: bcrypt, crypt, Argon2 and the like, as
/// long as these are.
bool isPasswordHash(llvm::StringRef Text);

/// Whether letters and digits are mixed as in a key.
bool looksRandom(llvm::StringRef Text);

/// Whether all of it names or computes a value: "$PASS", "%s", "getToken(a)".
bool isExpression(llvm::StringRef Text);

/// Whether \p Text says what is to be done, or is the word for a password.
bool isSentence(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETTEXT_H
