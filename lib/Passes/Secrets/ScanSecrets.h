//===- ScanSecrets.h - Secrets in a dump ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_SECRETS_SCANSECRETS_H
#define HPROF_LIB_PASSES_SECRETS_SCANSECRETS_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Secrets/SecretMatcher.h"
#include <memory>

namespace hprof {

struct SecretReport;

struct SecretOptions {
  std::shared_ptr<const SecretMatcher> Matcher;
  /// Print paths to findings: the dump is copied to TempDir, and memory grows
  /// as for a graph, which is built with Threads.
  bool Paths = false;
  std::string TempDir;
  unsigned Threads = 1;
};

/// Looks for secrets in byte and char arrays and in the dump's strings, by
/// their contents, and by the names of fields and map keys that lead to them,
/// also through collections and wrappers. Changes nothing. Adds a remark if
/// names lead to more objects than were followed. The dump is read up to 13
/// times more; memory grows with the findings and with the names.
std::unique_ptr<Stage> makeScanSecrets(SecretOptions Options,
                                       std::shared_ptr<SecretReport> Report);

} // namespace hprof

#endif // HPROF_LIB_PASSES_SECRETS_SCANSECRETS_H
