//===- SecretMatcher.h - Finds secrets in strings ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_SECRETS_SECRETMATCHER_H
#define HPROF_SECRETS_SECRETMATCHER_H

#include "hprof/Secrets/SecretRules.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace hprof {

/// Encoding of a secret in a string.
enum class SecretForm : uint8_t { Plain, Base64, Hex, Url, Json, Xml, Gzip };

/// "Base64", for text output; empty for Plain.
llvm::StringRef formText(SecretForm Form);
/// "base64", for CSV and JSON.
llvm::StringRef formName(SecretForm Form);

struct SecretHit {
  size_t Rule = 0;
  llvm::StringRef Secret; ///< Valid during the call, or longer if Plain.
  llvm::StringRef Place;  ///< The part of the string that encodes it.
  SecretForm Form = SecretForm::Plain;
};

/// Applies rules to strings. Each byte counts as one character.
class SecretMatcher {
public:
  /// Fails on a rule with an expression that RE2 rejects; names the rule.
  static llvm::Expected<SecretMatcher> create(std::vector<SecretRule> Rules);
  /// Returns a matcher of builtinSecretRules().
  static llvm::Expected<std::shared_ptr<const SecretMatcher>> builtin();
  SecretMatcher(SecretMatcher &&) noexcept;
  SecretMatcher &operator=(SecretMatcher &&) noexcept;
  ~SecretMatcher();

  /// In the order of the rules; rule numbers elsewhere are indices into it.
  llvm::ArrayRef<SecretRule> rules() const;
  /// Calls \p Found with each secret in \p Text. Of overlapping secrets, only
  /// that of the first rule is reported. Base64, hex digits, escapes, gzip and
  /// zlib are decoded once; a secret in the decoded data is reported unless it
  /// was already found undecoded.
  void find(llvm::StringRef Text,
            llvm::function_ref<void(const SecretHit &)> Found) const;

  /// Whether the rule's exceptions include \p Secret, which it has not found
  /// itself.
  bool isAllowed(size_t Rule, llvm::StringRef Secret) const;

private:
  struct Impl;
  explicit SecretMatcher(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> I;
};

} // namespace hprof

#endif // HPROF_SECRETS_SECRETMATCHER_H
