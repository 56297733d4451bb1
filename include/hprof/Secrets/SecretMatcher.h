//===- SecretMatcher.h - Secrets in texts -----------------------*- C++ -*-===//
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

/// How a secret is written in a text.
enum class SecretForm : uint8_t { Plain, Base64, Hex, Url, Json, Xml, Gzip };

/// "Base64", for people; empty for Plain.
llvm::StringRef formText(SecretForm Form);
/// "base64", for programs.
llvm::StringRef formName(SecretForm Form);

struct SecretHit {
  size_t Rule = 0;
  llvm::StringRef Secret; ///< Lives during the call, unless the form is Plain.
  llvm::StringRef Place;  ///< The part of the text that says it.
  SecretForm Form = SecretForm::Plain;
};

/// Applies rules to texts. A byte of a text is a character.
class SecretMatcher {
public:
  /// Fails on a rule whose expression RE2 does not know; names the rule.
  static llvm::Expected<SecretMatcher> create(std::vector<SecretRule> Rules);
  SecretMatcher(SecretMatcher &&) noexcept;
  SecretMatcher &operator=(SecretMatcher &&) noexcept;
  ~SecretMatcher();

  /// In the order of the rules; other numbers are indices into it.
  llvm::ArrayRef<SecretRule> rules() const;
  /// Calls \p Found with each secret in \p Text. Of secrets that overlap, only
  /// that of the first rule counts. What is Base64, hex digits, escaped, gzip
  /// or zlib is decoded once; what that shows counts unless it was found
  /// without.
  void find(llvm::StringRef Text,
            llvm::function_ref<void(const SecretHit &)> Found) const;

  /// Whether the rule allows \p Secret, which it has not found itself.
  bool isAllowed(size_t Rule, llvm::StringRef Secret) const;

private:
  struct Impl;
  explicit SecretMatcher(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> I;
};

} // namespace hprof

#endif // HPROF_SECRETS_SECRETMATCHER_H
