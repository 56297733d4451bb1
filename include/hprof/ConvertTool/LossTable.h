//===- LossTable.h - What was lost, for users -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERTTOOL_LOSSTABLE_H
#define HPROF_CONVERTTOOL_LOSSTABLE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace hprof {

class LossAccount;

/// Prints a line for each kind of loss: what was dropped, then changed, then
/// made up. If there is none, prints \p Nothing.
void printLosses(llvm::raw_ostream &OS, const LossAccount &Losses,
                 llvm::StringRef Nothing, unsigned Indent = 0);

/// The same as the member \p Name, a list.
void lossesJson(llvm::json::OStream &J, llvm::StringRef Name,
                const LossAccount &Losses);

} // namespace hprof

#endif // HPROF_CONVERTTOOL_LOSSTABLE_H
