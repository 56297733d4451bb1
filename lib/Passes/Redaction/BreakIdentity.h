//===- BreakIdentity.h - References that reveal no value --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_BREAKIDENTITY_H
#define HPROF_LIB_PASSES_REDACTION_BREAKIDENTITY_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

class SharedObjects;

struct IdentityOptions {
  std::shared_ptr<SharedObjects> Shared;
  /// Change nothing, but report the number of references that reveal a value.
  bool OnlyCounts = false;
  /// Fail if anything would change.
  bool OnlyChecks = false;
};

/// Redirects references to constants to one object of their class, except for
/// those from their keepers. Also redirects all but the first reference to a
/// string, a boxed value or the contents of a string. See SharedObjects.h.
std::unique_ptr<Stage> makeBreakIdentity(const IdentityOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_BREAKIDENTITY_H
