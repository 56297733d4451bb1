//===- GatePrinter.h - Prints what broke a budget ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DIFF_GATEPRINTER_H
#define TOOLS_HPROF_DIFF_GATEPRINTER_H

#include "DiffPrinter.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace hprof {

/// Each needs Diff::Gate.
void printGateText(llvm::raw_ostream &OS, const Diff &D);
/// Adds the attribute "budget".
void printGateJson(llvm::json::OStream &J, const Diff &D);
/// A test case per check, as JUnit's Ant task and CI servers know it.
void printJUnit(llvm::raw_ostream &OS, const Diff &D);
/// SARIF 2.1.0: a rule per check, a result per violation, which points to the
/// limit's line in the budget.
void printSarif(llvm::raw_ostream &OS, const Diff &D);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_GATEPRINTER_H
