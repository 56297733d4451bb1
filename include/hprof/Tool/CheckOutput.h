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

/// A test case per check, as JUnit's Ant task and CI servers know it.
void printJUnit(llvm::raw_ostream &OS, const CheckReport &Report);
/// SARIF 2.1.0: a rule per check, a result per failure, which points to where
/// the check is stated.
void printSarif(llvm::raw_ostream &OS, const CheckReport &Report);

} // namespace hprof

#endif // HPROF_TOOL_CHECKOUTPUT_H
