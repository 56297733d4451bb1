//===- SecretText.h - Properties of strings ---------------------*- C++ -*-===//
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

/// Replacement for each non-Latin-1 character in a string of bytes.
inline constexpr char WideCharacter = '\x7f';

/// Returns the Shannon entropy in bits per character.
double entropyOf(llvm::StringRef Text);

/// Whether the digits of \p Text end in a valid check digit (ISO/IEC 7812).
bool hasCheckDigit(llvm::StringRef Text);

/// Whether \p Text refers to a secret elsewhere, or is an example:
/// "${db.password}", "changeme", "xxxxxxxx", "AKIA...EXAMPLE".
bool isPlaceholder(llvm::StringRef Text);

/// The same test for a value under the name of a secret. Most passwords are
/// such values, so a value that merely contains a word, such as "none!Kq9x", is
/// not a placeholder.
bool isNamedPlaceholder(llvm::StringRef Text);

/// Whether \p Text has as many kinds of characters as a password that a person
/// had to invent, without counting \p Part.
bool isMadeUp(llvm::StringRef Text, llvm::StringRef Part = "");

/// Whether \p Text is a word with the character that password rules require:
/// "Password!". Labels end in other characters.
bool isMarkedWord(llvm::StringRef Text);

/// Whether \p Text consists of algorithm names: "SHA-256",
/// "RSA/ECB/PKCS1Padding".
bool isAlgorithm(llvm::StringRef Text);

/// Whether \p Text consists of 8-4-4-4-12 hex digits.
bool isUuid(llvm::StringRef Text);

/// Whether \p Text has as many hex digits as a hash of MD5 to SHA-512.
bool isHexHash(llvm::StringRef Text);

/// Whether \p Text is a password hash with the usual length: bcrypt, crypt,
/// Argon2 and similar.
bool isPasswordHash(llvm::StringRef Text);

/// Whether letters and digits are mixed as in a key.
bool looksRandom(llvm::StringRef Text);

/// Whether \p Text names or computes a value: "$PASS", "%s",
/// "getToken(a)".
bool isExpression(llvm::StringRef Text);

/// Whether \p Text is an instruction, or the word for a password.
bool isSentence(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETTEXT_H
