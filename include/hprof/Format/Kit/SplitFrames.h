//===- SplitFrames.h - Distributes records to workers -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_SPLITFRAMES_H
#define HPROF_FORMAT_KIT_SPLITFRAMES_H

#include "hprof/Format/Records/Records.h"
#include <vector>

namespace hprof {

/// Splits \p Frames into at most \p N runs of about equal size in bytes, so
/// that each worker has consecutive frames. \return for each run, the index
/// after its last frame.
std::vector<size_t> splitFrames(llvm::ArrayRef<Frame> Frames, unsigned N);

} // namespace hprof

#endif // HPROF_FORMAT_KIT_SPLITFRAMES_H
