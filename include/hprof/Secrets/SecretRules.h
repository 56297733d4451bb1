//===- SecretRules.h - Rules for secrets ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rules by which secrets are recognized in strings: built-in ones
/// (SecretRules.def), and those in files in gitleaks' TOML format:
///
///     SecretRuleFiles Files;
///     if (Error E = Files.add(Toml))
///       ...
///     Expected<SecretMatcher> M = SecretMatcher::create(Files.withBuiltin());
///
/// Regular expressions are RE2's, which take time linear in the string.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_SECRETS_SECRETRULES_H
#define HPROF_SECRETS_SECRETRULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace hprof {

/// The kind of secret that the name of a value implies.
enum class SecretNameKind : uint8_t {
  None,
  Password,  ///< Not a hash or a UUID.
  Phrase,    ///< A password that consists of several words.
  Secret,    ///< Not a hash or a UUID if the purpose is unknown.
  Token,     ///< Letters and digits, including hex digits.
  Key,       ///< Also UUIDs.
  Session,   ///< Also UUIDs; at least 12 characters.
  UserInfo,  ///< Only "user:password".
  Authority, ///< Only "user:password@host".
};

/// The kinds of secrets that several names imply for one value.
class SecretNameKinds {
public:
  SecretNameKinds(SecretNameKind K = SecretNameKind::None)
      : Bits(K == SecretNameKind::None ? 0 : 1U << unsigned(K)) {}
  /// Returns all kinds.
  static SecretNameKinds all() {
    SecretNameKinds Result;
    Result.Bits = 0xffff & ~1U;
    return Result;
  }
  /// \return whether any of \p Others is new.
  bool add(SecretNameKinds Others) {
    const uint16_t Before = std::exchange(Bits, uint16_t(Bits | Others.Bits));
    return Bits != Before;
  }
  bool has(SecretNameKind K) const { return Bits >> unsigned(K) & 1; }
  bool empty() const { return Bits == 0; }

private:
  uint16_t Bits; ///< By SecretNameKind.
};

/// Exceptions to a rule.
struct SecretAllowance {
  enum class Target : uint8_t { Secret, Match, Text };
  Target Of = Target::Secret; ///< String to which expressions are applied.
  std::vector<std::string> Regexes;
  std::vector<std::string> StopWords; ///< Parts of the secret, in lower case.
  bool NeedsAll = false; ///< An expression and a stop word must both match.
};

struct SecretRule {
  /// Additional condition for the secret.
  enum class Check : uint8_t {
    None,
    Card,   ///< It has a valid check digit of a payment card.
    Value,  ///< It is not a placeholder.
    Random, ///< Like Value, and it mixes letters and digits.
    Given, ///< It is not a placeholder, reference or hash: for places that only
           ///< hold secrets.
    Basic, ///< It is Base64 for "user:password".
    Email, ///< It is not the beginning of a URL or a path.
    Named, ///< Only its name identifies it: see canBeSecret().
    NamedGiven, ///< Like Named and, for passwords, like Given.
    Login, ///< Like Given, and it follows the user name on the command line of
           ///< a Java program. It is not a port.
    Argument, ///< It is on such a command line, and can be a password.
  };

  std::string Id;   ///< "aws-access-key"
  std::string Text; ///< "AWS access key"
  std::string Regex;
  /// The group that contains the secret; 0 for the first group that matched, or
  /// the whole match if there are no groups. (?P<name>...) is never used.
  unsigned Group = 0;
  double Entropy = 0; ///< Minimum, in bits per character.
  /// One of these must be in the string, ignoring case; no condition if empty.
  std::vector<std::string> Keywords;
  std::vector<std::string> KeyPatterns; ///< Or one of these must match.
  Check Needs = Check::None;
  bool ShowsStart = false; ///< The first four characters may be shown.
  bool IsBuiltin = false;  ///< Its expression is known to compile.
  std::vector<SecretAllowance> Allowed;
};

/// The rule for values that are secrets only because of a name, either one in
/// the string or that of a field or key.
inline constexpr llvm::StringLiteral NamedValueRule = "named-value";

std::vector<SecretRule> builtinSecretRules();

/// Contents of rule files.
struct SecretRuleFiles {
  std::vector<SecretRule> Rules;
  std::vector<SecretAllowance> Everywhere; ///< Also apply to built-in rules.
  std::vector<std::string> Disabled;       ///< Ids of built-in rules.

  /// Adds a file. Rules that match only paths are omitted, as are paths and
  /// commits in allow lists, because dumps contain neither. Errors name the
  /// line or the rule.
  llvm::Error add(llvm::StringRef Toml);
  /// Returns the rules in the files, followed by the built-in rules that no
  /// file disables or replaces by a rule with the same id.
  std::vector<SecretRule> withBuiltin() const;
};

/// Returns the kind of secret that \p Name, of a field, a map key or a
/// property, implies for its value: "dbPassword", "app.api-key".
SecretNameKind secretNameKind(llvm::StringRef Name);
bool isSecretName(llvm::StringRef Name);
/// Same as secretNameKind(), for a field that the class \p Class declares: also
/// recognizes the fields of URI and URL that contain a password.
SecretNameKind secretFieldKind(llvm::StringRef Class, llvm::StringRef Name);
/// Returns the kind of secrets that \p Name, of a collection or an array,
/// implies for its contents: "passwords", "apiKeys". Tokens may also be the
/// words of a text.
SecretNameKind secretsNameKind(llvm::StringRef Name);

/// Names of a field for a key and of the field for its value.
struct EntryFields {
  llvm::StringLiteral Key, Value;
};
/// Returns the fields of map entries in the JDK, Kotlin and Scala, and of
/// headers and parameters in many libraries. The first pair that a class has
/// counts.
llvm::ArrayRef<EntryFields> entryFields();
/// Whether the field \p Field, which \p Class declares, is a map's array of
/// alternating keys and values.
bool hasTurns(llvm::StringRef Class, llvm::StringRef Field);

/// Whether the package of the class \p Class, as in Java source, shows that its
/// instances store keys.
bool keepsKeys(llvm::StringRef Class);

/// Whether a value with such a name can be a secret: it is not a placeholder,
/// path or plain word, nor a hash or UUID if \p Kind excludes these.
bool canBeSecret(llvm::StringRef Value, SecretNameKind Kind);
/// Same as above, for a value that has several names.
bool canBeSecret(llvm::StringRef Value, SecretNameKinds Kinds);

} // namespace hprof

#endif // HPROF_SECRETS_SECRETRULES_H
