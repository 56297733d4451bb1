//===- UnfitId.h - An id that an output cannot hold -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_UNFITID_H
#define HPROF_FORMAT_BASE_UNFITID_H

#include "hprof/Format/Base/Error.h"

namespace hprof {

/// A writer's error for an object or class id that is too wide for the output
/// format or not a valid address in it. Other ids may fit.
class UnfitId : public llvm::ErrorInfo<UnfitId, FormatError> {
public:
  static char ID;
  using ErrorInfo::ErrorInfo;
};

} // namespace hprof

#endif // HPROF_FORMAT_BASE_UNFITID_H
