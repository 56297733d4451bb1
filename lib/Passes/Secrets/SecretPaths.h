//===- SecretPaths.h - Paths to secrets -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_SECRETS_SECRETPATHS_H
#define HPROF_LIB_PASSES_SECRETS_SECRETPATHS_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

struct SecretReport;

/// Adds paths to all findings in \p To that are in objects: a shortest one
/// through strong references or, failing that, through any. Copies the dump in
/// \p Stream to \p TempDir and builds its graph.
llvm::Error addSecretPaths(Upstream &Stream, llvm::StringRef TempDir,
                           unsigned Threads, SecretReport &To);

} // namespace hprof

#endif // HPROF_LIB_PASSES_SECRETS_SECRETPATHS_H
