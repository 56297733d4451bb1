//===- NoSuchDump.h - That a file lacks a heap dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_NOSUCHDUMP_H
#define HPROF_FORMAT_NOSUCHDUMP_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace hprof {

/// The error of those who are asked for heap dump \p Number, from 1, of a file
/// that has \p Dumps of them.
llvm::Error noSuchDump(unsigned Number, uint64_t Dumps);

} // namespace hprof

#endif // HPROF_FORMAT_NOSUCHDUMP_H
