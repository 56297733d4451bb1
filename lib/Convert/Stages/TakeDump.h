//===- TakeDump.h - Takes one heap dump of several --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_TAKEDUMP_H
#define HPROF_LIB_CONVERT_STAGES_TAKEDUMP_H

#include "hprof/Convert/Stage.h"

namespace hprof {

/// Takes the heap dump \p Number, from 1, with the records outside of heap
/// dumps that are in the same file: those of files that were appended to it or
/// before it are dropped, as are all other heap dumps. An input without heap
/// dumps stays as it is when \p Number is 1; that there is no such dump is an
/// error otherwise.
std::unique_ptr<Stage> makeTakeDump(unsigned Number);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_TAKEDUMP_H
