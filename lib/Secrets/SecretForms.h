//===- SecretForms.h - Texts in other forms ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_SECRETS_SECRETFORMS_H
#define HPROF_LIB_SECRETS_SECRETFORMS_H

#include "hprof/Secrets/SecretMatcher.h"

namespace hprof {

/// A part of a text, and what it says. \p Said lives during the call.
using FormFound = llvm::function_ref<void(
    SecretForm Form, llvm::StringRef Place, llvm::StringRef Said)>;

/// Finds the parts of \p Text that are Base64, hex digits, escaped, or
/// compressed, and shows what they say. Time is linear in \p Text: each byte
/// is decoded at most once for each form, what is decoded is not decoded again,
/// and of what is compressed at most some MiB are read.
void forEachForm(llvm::StringRef Text, FormFound Found);

/// Appends the characters that \p Text in Base64, standard or for URLs, stands
/// for, as far as it is Base64.
void decodeBase64(llvm::StringRef Text, std::string &Out);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETFORMS_H
