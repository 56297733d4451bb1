//===- SampleFile.h - The value of --jfr ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_SAMPLEFILE_H
#define HPROF_GRAPHTOOL_SAMPLEFILE_H

#include "llvm/Support/Error.h"

namespace hprof {

class ToolContext;
struct DominatorRequest;

/// Reads the sampled objects of the recording that --jfr names, if any, into
/// \p To. Damage is reported. Errors include the file name.
llvm::Error addSamples(ToolContext &C, DominatorRequest &To);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_SAMPLEFILE_H
