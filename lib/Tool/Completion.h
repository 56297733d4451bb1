//===- Completion.h - Shell completion from option tables -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_COMPLETION_H
#define HPROF_LIB_TOOL_COMPLETION_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class ToolOptions;

/// Prints the script with which \p Shell ("bash", "zsh" or "fish") completes
/// the options and values of \p Tool, and file names elsewhere. The build
/// installs the script where the shells look for it.
void printCompletion(llvm::raw_ostream &OS, llvm::StringRef Shell,
                     llvm::StringRef Tool, const ToolOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_TOOL_COMPLETION_H
