//===- RedactPolicy.h - What a redacted dump may show -----------*- C++ -*-===//
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

/// What becomes of contents, the strictest first.
enum class Redaction : uint8_t { Zero, Mask, Token, Keep };
constexpr unsigned NumRedactions = 4;

struct RedactPolicy {
  struct Rule {
    ClassPattern Class;
    std::string Field; ///< Empty for all fields.
    Redaction Do;
  };

  Redaction Default = Redaction::Zero;
  std::vector<Rule> Rules; ///< Those of the user, then the built-in ones.
  size_t NumOwnRules = 0;
  /// For arrays of these types, in place of Default.
  std::map<BasicType, Redaction> ElementTypes;
  Redaction ThreadNames = Redaction::Mask;
  Redaction FileNames = Redaction::Keep;

  /// For a primitive field that the class \p Class declares, by Java's names.
  /// Sizes are kept unless a rule says otherwise.
  Redaction ofField(llvm::StringRef Class, llvm::StringRef Field) const;
  /// None where no rule is about it.
  std::optional<Redaction> ruleFor(llvm::StringRef Class,
                                   llvm::StringRef Field) const;
  /// Whether the static field of the platform, which no rule is about, has an
  /// offset or a size by which readers find the layout of objects.
  bool isLayout(llvm::StringRef Class, llvm::StringRef Field,
                const Value &V) const;
  /// For arrays of \p T that no rule is about.
  Redaction ofArrays(BasicType T) const;
  /// Whether it depends on the owners of an array what becomes of it.
  bool looksAtOwners() const { return NumOwnRules != 0; }
  bool usesTokens() const;
};

/// Parses \p Yaml; an empty text is the strict policy. Errors state the line.
llvm::Expected<RedactPolicy> parseRedactPolicy(llvm::StringRef Yaml);

/// "boolean, char, ...", for messages about an unknown type.
std::string primitiveTypeNames();

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_REDACTPOLICY_H
