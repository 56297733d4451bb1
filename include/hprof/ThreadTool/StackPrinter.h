//===- StackPrinter.h - Prints threads with their stacks --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_THREADTOOL_STACKPRINTER_H
#define HPROF_THREADTOOL_STACKPRINTER_H

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace hprof {

struct ThreadReport;
struct ThreadView;

/// Prints the groups of \p R, each with its threads, their states and frames,
/// and the total.
void printStacks(llvm::raw_ostream &OS, const ThreadReport &R,
                 const ThreadView &View);
/// The same as the attributes "selected", "stacks_in_all" and "stacks" of an
/// open object.
void stacksJson(llvm::json::OStream &J, const ThreadReport &R,
                const ThreadView &View);

} // namespace hprof

#endif // HPROF_THREADTOOL_STACKPRINTER_H
