//===- UnfitId.h - An id that an output cannot hold -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_UNFITID_H
#define HPROF_FORMAT_UNFITID_H

#include "hprof/Format/Error.h"

namespace hprof {

/// What a writer tells of the id of an object or class that is too wide for it,
/// or no address as it needs one. Other ids may do.
class UnfitId : public llvm::ErrorInfo<UnfitId, FormatError> {
public:
  static char ID;
  using ErrorInfo::ErrorInfo;
};

} // namespace hprof

#endif // HPROF_FORMAT_UNFITID_H
