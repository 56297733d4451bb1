//===- ReportInputs.h - What a report says of its inputs --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_REPORT_REPORTINPUTS_H
#define TOOLS_HPROF_REPORT_REPORTINPUTS_H

#include "hprof/Convert/KnownInput.h"
#include "hprof/Report/HeapReport.h"

namespace hprof {

class ToolContext;

/// What to ask of the inputs \p Paths, with the options of the command line.
HeapReportRequest reportRequest(ToolContext &C,
                                llvm::ArrayRef<std::string> Paths);

/// All parts of one heap dump, the last input of \p Request.
llvm::Error reportHeap(ToolContext &C, const HeapReportRequest &Request,
                       ReportWriter &To);
/// What grew between several heap dumps, or summaries of them.
llvm::Error reportGrowth(ToolContext &C, std::vector<KnownInput> Inputs,
                         const HeapReportRequest &Request, ReportWriter &To);
/// What changed between several thread dumps or profiles. Why they cannot be
/// compared is a note: what cannot be read is an error of the parts below.
void reportChanges(ToolContext &C, std::vector<KnownInput> Known,
                   ReportWriter &To);
/// Threads, what stayed the same in several dumps, and stacks together.
llvm::Error reportThreadDumps(ToolContext &C, llvm::ArrayRef<std::string> Paths,
                              ReportWriter &To);
/// The stacks of each section.
llvm::Error reportProfile(ToolContext &C, const KnownInput &In,
                          ReportWriter &To);

} // namespace hprof

#endif // TOOLS_HPROF_REPORT_REPORTINPUTS_H
