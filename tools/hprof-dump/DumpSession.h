//===- DumpSession.h - Prints the parts of dumps asked for ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_DUMP_DUMPSESSION_H
#define HPROF_DUMP_DUMPSESSION_H

#include "RecordPrinter.h"
#include "hprof/Tool/ToolContext.h"

namespace hprof {

/// What to print of each input.
struct DumpRequest {
  bool Json = false;
  bool Summary = false;
  bool Records = false;
  RecordPrinter::KindSet Kinds;
};

/// Prints all inputs of \p C. An input that cannot be read is told, and the
/// others are printed nevertheless.
llvm::Error dumpInputs(ToolContext &C, const DumpRequest &Request);

/// "UTF8, LOAD-CLASS, ..." for a message.
std::string recordKindNames();

} // namespace hprof

#endif // HPROF_DUMP_DUMPSESSION_H
