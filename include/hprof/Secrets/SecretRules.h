//===- SecretRules.h - What secrets look like -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rules by which secrets are recognized in texts: those that are built in
/// (SecretRules.def), and those of files in the TOML form of gitleaks:
///
///     SecretRuleFiles Files;
///     if (Error E = Files.add(Toml))
///       ...
///     Expected<SecretMatcher> M = SecretMatcher::create(Files.withBuiltin());
///
/// Regular expressions are those of RE2, which take time linear in the text.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_SECRETS_SECRETRULES_H
#define HPROF_SECRETS_SECRETRULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace hprof {

/// What the name of a value says of it.
enum class SecretNameKind : uint8_t {
  None,
  Password, ///< No hash, no UUID.
  Phrase,   ///< A password of several words.
  Secret,   ///< Neither, if nothing says what it is for.
  Token,    ///< Letters and digits; hex digits, too.
  Key,      ///< And UUIDs.
  Session,  ///< And no shorter than 12 characters.
};

/// What several names say of one value.
class SecretNameKinds {
public:
  SecretNameKinds(SecretNameKind K = SecretNameKind::None)
      : Bits(K == SecretNameKind::None ? 0 : 1U << unsigned(K)) {}
  /// All of them.
  static SecretNameKinds all() {
    SecretNameKinds Result;
    Result.Bits = 0xff & ~1U;
    return Result;
  }
  /// \return whether one of \p Others is new.
  bool add(SecretNameKinds Others) {
    const uint8_t Before = std::exchange(Bits, uint8_t(Bits | Others.Bits));
    return Bits != Before;
  }
  bool has(SecretNameKind K) const { return Bits >> unsigned(K) & 1; }
  bool empty() const { return Bits == 0; }

private:
  uint8_t Bits; ///< By SecretNameKind.
};

/// What is no secret although a rule matches.
struct SecretAllowance {
  enum class Target : uint8_t { Secret, Match, Text };
  Target Of = Target::Secret; ///< What the expressions are tried on.
  std::vector<std::string> Regexes;
  std::vector<std::string> StopWords; ///< Parts of the secret, in lower case.
  bool NeedsAll = false; ///< An expression and a stop word must both match.
};

struct SecretRule {
  /// What else must hold for the secret.
  enum class Check : uint8_t {
    None,
    Card,       ///< The check digit of a payment card.
    Value,      ///< It is no placeholder.
    Random,     ///< And letters are mixed with digits.
    Given,      ///< It is no placeholder, reference or hash: there, only a
                ///< secret can be.
    Basic,      ///< It is Base64, and says "user:password".
    Email,      ///< It is not the beginning of a URL or of a path.
    Named,      ///< Only its name says what it is: see canBeSecret().
    NamedGiven, ///< As Named, and as Given for passwords.
    Login,      ///< As Given, and it follows the user in the command line of a
                ///< Java program. It is no port.
    Argument,   ///< It is in such a command line, and can be a password.
  };

  std::string Id;   ///< "aws-access-key"
  std::string Text; ///< "AWS access key"
  std::string Regex;
  /// The group that is the secret; 0 for the first one that has matched, or all
  /// if there is none. (?P<name>...) never counts.
  unsigned Group = 0;
  double Entropy = 0; ///< The least, in bits per character.
  /// One of these must be in the text, in any case; none if empty.
  std::vector<std::string> Keywords;
  std::vector<std::string> KeyPatterns; ///< Or what one of these matches.
  Check Needs = Check::None;
  bool ShowsStart = false; ///< The first four characters are no secret.
  bool IsBuiltin = false;  ///< Its expression is known to compile.
  std::vector<SecretAllowance> Allowed;
};

/// The rule for values that only a name makes secrets of, be it in the text or
/// that of a field or key.
inline constexpr llvm::StringLiteral NamedValueRule = "named-value";

std::vector<SecretRule> builtinSecretRules();

/// What files say of rules.
struct SecretRuleFiles {
  std::vector<SecretRule> Rules;
  std::vector<SecretAllowance> Everywhere; ///< Also for built-in rules.
  std::vector<std::string> Disabled;       ///< Ids of built-in rules.

  /// Adds a file. Rules about paths alone are left out, as are paths and
  /// commits in allow lists, which dumps lack. Errors name the line or the
  /// rule.
  llvm::Error add(llvm::StringRef Toml);
  /// The rules of the files, then those built-in rules that no file replaces
  /// by one with the same id or disables.
  std::vector<SecretRule> withBuiltin() const;
};

/// Whether \p Name, of a field, a map's key or a property, says that its value
/// is a secret: "dbPassword", "app.api-key".
SecretNameKind secretNameKind(llvm::StringRef Name);
bool isSecretName(llvm::StringRef Name);
/// Whether \p Name, of a collection or an array, says that what is in it are
/// secrets: "passwords", "apiKeys". Tokens are also the words of a text.
SecretNameKind secretsNameKind(llvm::StringRef Name);

/// Whether instances of the class \p Class, as in Java source, are made to keep
/// keys: by its package.
bool keepsKeys(llvm::StringRef Class);

/// Whether the value of such a name can be a secret: it is no placeholder, path
/// or plain word, and no hash or UUID where these are none.
bool canBeSecret(llvm::StringRef Value, SecretNameKind Kind);
/// The same of a value that has several names.
bool canBeSecret(llvm::StringRef Value, SecretNameKinds Kinds);

} // namespace hprof

#endif // HPROF_SECRETS_SECRETRULES_H
