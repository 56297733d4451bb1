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

/// Findings of the pass scan-secrets.
struct SecretReport {
  /// An object on a path, or several in a linked list.
  struct Step {
    std::string Link;   ///< The kind of the root, or the reference: "value".
    std::string Object; ///< Class of the object, for text output.
    uint64_t Id = 0;    ///< Id of the object, or of the last one in a list.
  };
  struct Finding {
    std::string Kind; ///< Id of the rule: "aws-access-key".
    std::string Text; ///< For text output: "AWS access key in Base64".
    SecretForm Form = SecretForm::Plain;
    std::string Holder; ///< "app.Config.password", Latin-1.
    uint64_t Count = 0; ///< Number of such secrets; they may differ.
    /// Place of the first: id of an array, or 0 for a string of the dump.
    uint64_t First = 0;
    std::string Shown;   ///< The part of the first that may be shown.
    uint64_t Length = 0; ///< Number of characters of the first.
    /// A shortest path from a root to First, if requested and reachable.
    std::vector<Step> Path;
  };
  /// Whether names of secrets lead to more objects than were examined.
  bool IsCut = false;
  bool HasPaths = false;
  /// Sorted by kind, largest count first, then by holder.
  std::vector<Finding> Findings;
};

} // namespace hprof

#endif // HPROF_PASSES_SECRETS_SECRETREPORT_H
