//===- FormatList.h - What each format can say ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_CONVERT_FORMATLIST_H
#define TOOLS_HPROF_CONVERT_FORMATLIST_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// Prints the formats, and which records each supports.
void printFormats(llvm::raw_ostream &OS);

/// Prints docs/Conversions.md: the same, plus the losses between any two
/// formats.
void printConversionsPage(llvm::raw_ostream &OS);

} // namespace hprof

#endif // TOOLS_HPROF_CONVERT_FORMATLIST_H
