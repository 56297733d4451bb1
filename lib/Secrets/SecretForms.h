//===- SecretForms.h - Encoded parts of strings -----------------*- C++ -*-===//
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

/// Receives a part and its decoded form \p Said, valid during the call.
using FormFound = llvm::function_ref<void(
    SecretForm Form, llvm::StringRef Place, llvm::StringRef Said)>;

/// Decodes the parts of \p Text that are Base64, hex digits, escaped, or
/// compressed. Time is linear in \p Text: each byte is decoded at most once for
/// each form, decoded data is not decoded again, and at most a few MiB of
/// compressed data are read.
void forEachForm(llvm::StringRef Text, FormFound Found);

/// Appends the data that \p Text encodes in Base64, standard or for URLs. Stops
/// at the first character that is not Base64.
void decodeBase64(llvm::StringRef Text, std::string &Out);

} // namespace hprof

#endif // HPROF_LIB_SECRETS_SECRETFORMS_H
