//===- VerifyPart.h - Prints what --verify finds ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_VERIFYPART_H
#define TOOLS_HPROF_DUMP_VERIFYPART_H

#include "hprof/Tool/ToolContext.h"

namespace hprof {

/// Verifies all inputs of \p C and prints what is found, as text or JSON. Trips
/// the gate when any has faults. An input that cannot be read is told, and the
/// others are verified nevertheless.
llvm::Error verifyInputs(ToolContext &C);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_VERIFYPART_H
