//===- ArgumentOptions.h - Options for arguments ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_ARGUMENTOPTIONS_H
#define HPROF_TOOL_ARGUMENTOPTIONS_H

#include "hprof/Answer/Argument.h"

namespace hprof {

class ToolContext;

/// Sets the members of \p Request from the options that OptionsOf in
/// Question.td generates from \p Arguments. A member whose option is not given
/// keeps its value.
llvm::Error takeArguments(const ToolContext &C,
                          llvm::ArrayRef<Argument> Arguments, void *Request);

} // namespace hprof

#endif // HPROF_TOOL_ARGUMENTOPTIONS_H
