//===- ReportInputs.h - Reports on the inputs -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORTTOOL_REPORTINPUTS_H
#define HPROF_REPORTTOOL_REPORTINPUTS_H

#include "hprof/Convert/KnownInput.h"
#include "hprof/Report/HeapReport.h"

namespace hprof {

class ToolContext;

/// Request for the inputs \p Paths, with the options of the command line.
HeapReportRequest reportRequest(ToolContext &C,
                                llvm::ArrayRef<std::string> Paths);

/// Returns an error if one of \p Paths is not a regular file: inputs are read
/// more than once, for their kind, their objects and their threads.
llvm::Error checkReportFiles(llvm::ArrayRef<std::string> Paths);

/// Writes all parts about one heap dump, the last input of \p Request.
llvm::Error reportHeap(ToolContext &C, const HeapReportRequest &Request,
                       ReportWriter &To);
/// Writes the growth between several heap dumps, or their summaries.
llvm::Error reportGrowth(ToolContext &C, std::vector<KnownInput> Inputs,
                         const HeapReportRequest &Request, ReportWriter &To);
/// Writes the changes between several thread dumps or profiles. A failed
/// comparison is a note, since unreadable inputs are errors of the other parts.
void reportChanges(ToolContext &C, std::vector<KnownInput> Known,
                   ReportWriter &To);
/// Writes threads, threads that are unchanged between dumps, and merged stacks.
llvm::Error reportThreadDumps(ToolContext &C, llvm::ArrayRef<std::string> Paths,
                              ReportWriter &To);
/// Writes the summary of a flight recording, whose damage is reported
/// elsewhere. \return whether it contains thread dumps.
llvm::Expected<bool> reportRecording(ToolContext &C, const std::string &Path,
                                     ReportWriter &To);
/// Writes the stacks of each section.
llvm::Error reportProfile(ToolContext &C, const KnownInput &In,
                          ReportWriter &To);

} // namespace hprof

#endif // HPROF_REPORTTOOL_REPORTINPUTS_H
