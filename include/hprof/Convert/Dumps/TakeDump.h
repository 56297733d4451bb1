//===- TakeDump.h - Extracts one of several heap dumps ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPS_TAKEDUMP_H
#define HPROF_CONVERT_DUMPS_TAKEDUMP_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// Extracts the heap dump \p Number, counted from 1, and the records outside of
/// heap dumps in the same file. Other heap dumps are dropped, as are other
/// files concatenated with that file. An input without heap dumps stays
/// unchanged if \p Number is 1; otherwise a missing dump is an error.
std::unique_ptr<Stage> makeTakeDump(unsigned Number);

} // namespace hprof

#endif // HPROF_CONVERT_DUMPS_TAKEDUMP_H
