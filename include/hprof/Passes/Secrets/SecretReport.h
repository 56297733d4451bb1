//===- SecretReport.h - Secrets in a dump -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_PASSES_SECRETS_SECRETREPORT_H
#define HPROF_PASSES_SECRETS_SECRETREPORT_H

#include "hprof/Secrets/SecretMatcher.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

/// What the pass scan-secrets has found.
struct SecretReport {
  /// An object on a path, or several of a list.
  struct Step {
    std::string Link;   ///< The kind of the root, or the reference: "value".
    std::string Object; ///< Its class, for people.
    uint64_t Id = 0;    ///< The last one of a list.
  };
  struct Finding {
    std::string Kind; ///< The rule: "aws-access-key".
    std::string Text; ///< For people: "AWS access key in Base64".
    SecretForm Form = SecretForm::Plain;
    std::string Holder; ///< "app.Config.password", Latin-1.
    uint64_t Count = 0; ///< Arrays and strings with such a secret.
    /// The first of these: the id of an array, or 0 for a string of the dump.
    uint64_t First = 0;
    std::string Shown;   ///< What may be shown of that.
    uint64_t Length = 0; ///< Its characters.
    /// A shortest path from a root to it, if paths were asked for and it is
    /// reached.
    std::vector<Step> Path;
  };
  /// Names of secrets lead further than was looked at.
  bool IsCut = false;
  bool HasPaths = false;
  /// By kind, most first, then by holder.
  std::vector<Finding> Findings;
};

} // namespace hprof

#endif // HPROF_PASSES_SECRETS_SECRETREPORT_H
