//===- RedactPolicy.h - Permitted contents of a dump ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A policy in YAML:
///
///     default: token           # zero (the default), mask, token or keep
///     rules:                   # the first that matches counts
///       - {class: app.Config, field: environment, do: keep}
///       - {class: app.*, do: mask}
///     element-types: {int: keep}
///     thread-names: keep       # zero, mask or keep
///     file-names: zero
///
/// The man page of hprof-opt describes it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_REDACTPOLICY_H
#define HPROF_LIB_PASSES_REDACTION_REDACTPOLICY_H

#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace hprof {

/// Kinds of redaction, strictest first.
enum class Redaction : uint8_t { Zero, Mask, Token, Keep };
constexpr unsigned NumRedactions = 4;

struct RedactPolicy {
  struct Rule {
    ClassPattern Class;
    std::string Field; ///< Empty for all fields.
    Redaction Do;
  };

  Redaction Default = Redaction::Zero;
  std::vector<Rule> Rules; ///< The user's rules, then the built-in ones.
  size_t NumOwnRules = 0;
  /// For arrays of these types, instead of Default.
  std::map<BasicType, Redaction> ElementTypes;
  Redaction ThreadNames = Redaction::Mask;
  Redaction FileNames = Redaction::Keep;

  /// Returns the redaction of a primitive field that the class \p Class
  /// declares, with Java's names. Sizes are kept unless a rule matches.
  Redaction ofField(llvm::StringRef Class, llvm::StringRef Field) const;
  /// Returns the redaction by the first matching rule; nullopt if none matches.
  std::optional<Redaction> ruleFor(llvm::StringRef Class,
                                   llvm::StringRef Field) const;
  /// Whether the static field of the platform, for which there is no rule,
  /// contains an offset or a size from which readers infer the layout of
  /// objects.
  bool isLayout(llvm::StringRef Class, llvm::StringRef Field,
                const Value &V) const;
  /// Returns the redaction of arrays of \p T for which there is no rule.
  Redaction ofArrays(BasicType T) const;
  /// Whether the redaction of an array depends on its owners.
  bool looksAtOwners() const { return NumOwnRules != 0; }
  bool usesTokens() const;
};

/// Parses \p Yaml; an empty string is the strict policy. Errors name the line.
llvm::Expected<RedactPolicy> parseRedactPolicy(llvm::StringRef Yaml);

/// "boolean, char, ...", for messages about an unknown type.
std::string primitiveTypeNames();

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_REDACTPOLICY_H
