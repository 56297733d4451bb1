//===- Help.h - Prints --help -----------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_HELP_H
#define HPROF_LIB_TOOL_HELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class ToolOptions;

/// Prints the options of a tool in groups, the tool's own before shared ones,
/// in lines of at most 100 columns. LLVM's printHelp() supports neither.
/// Options in \p Order come first, and so do their groups among the tool's own;
/// others follow by name. \p WithHidden adds the options for developers.
void printHelp(llvm::raw_ostream &OS, llvm::StringRef Usage,
               llvm::StringRef Overview, const ToolOptions &Options,
               llvm::ArrayRef<unsigned> Order, bool WithHidden);

} // namespace hprof

#endif // HPROF_LIB_TOOL_HELP_H
