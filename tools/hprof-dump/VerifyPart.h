//===- VerifyPart.h - Prints the findings of --verify -----------*- C++ -*-===//
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

/// Verifies all inputs of \p C and prints the findings, as text or JSON. Sets
/// the exit status if any input has faults. An input that cannot be read is
/// reported, and the others are still verified.
llvm::Error verifyInputs(ToolContext &C);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_VERIFYPART_H
