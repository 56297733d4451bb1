//===- Redact.h - Dumps without their contents ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_REDACT_H
#define HPROF_LIB_PASSES_REDACTION_REDACT_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

struct KnownObjects;
struct RedactPolicy;

struct RedactOptions {
  std::shared_ptr<const RedactPolicy> Policy;
  std::string Key; ///< For tokens.
  /// Leave bytes that belong to no record unchanged.
  bool KeepsUnknown = false;
  /// Fail if anything would change, or the input is damaged.
  bool OnlyChecks = false;
  /// Receives signs of damage, for makeNullLost().
  std::shared_ptr<KnownObjects> Known;
};

/// Replaces the data of the program in a dump: the elements of primitive
/// arrays, the values of primitive fields, static fields and constants, the
/// names of threads, strings without a known use, and bytes that belong to no
/// record. Ids, references and sizes stay. See RedactPolicy.h.
std::unique_ptr<Stage> makeRedact(const RedactOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_REDACT_H
