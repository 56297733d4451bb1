//===- CheckOutput.h - Prints checks for CI servers -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_CHECKOUTPUT_H
#define HPROF_TOOL_CHECKOUTPUT_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

struct CheckReport;

/// Prints a test case for each check, in the JUnit Ant task's format for CI
/// servers.
void printJUnit(llvm::raw_ostream &OS, const CheckReport &Report);
/// Prints SARIF 2.1.0: a rule for each check, and a result for each failure,
/// which points to the definition of the check.
void printSarif(llvm::raw_ostream &OS, const CheckReport &Report);

} // namespace hprof

#endif // HPROF_TOOL_CHECKOUTPUT_H
