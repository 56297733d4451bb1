//===- NoSuchDump.h - Error for a missing heap dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_NOSUCHDUMP_H
#define HPROF_FORMAT_BASE_NOSUCHDUMP_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace hprof {

/// The error for a request for heap dump \p Number, counted from 1, in a file
/// with \p Dumps heap dumps. \p IsCut: the input is truncated, so there may
/// have been more dumps.
llvm::Error noSuchDump(unsigned Number, uint64_t Dumps, bool IsCut = false);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_NOSUCHDUMP_H
