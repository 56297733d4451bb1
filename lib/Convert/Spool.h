//===- Spool.h - Copies of inputs that come only once -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_SPOOL_H
#define HPROF_LIB_CONVERT_SPOOL_H

#include "hprof/Convert/Convert.h"

namespace hprof {

/// Copies \p In, which can be read only once, into a file without a name in
/// ConvertOptions::TempDir. Damage of the container is told to the handler.
llvm::Expected<std::unique_ptr<Source>> spool(Source &In,
                                              const ConvertOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_SPOOL_H
