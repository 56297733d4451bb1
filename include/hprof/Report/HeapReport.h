//===- HeapReport.h - Parts of a report on a heap dump ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORT_HEAPREPORT_H
#define HPROF_REPORT_HEAPREPORT_H

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Threads/Answers/ThreadAnswer.h"
#include "hprof/Report/ReportWriter.h"

namespace hprof {

/// The request for a report on a dump, and the words that denote the dump in
/// commands.
struct HeapReportRequest {
  /// Options for reading the dump, and its name.
  std::vector<std::string> Words;
  /// The dump, and options for commands, for all parts with dominators.
  DominatorRequest Dominators;
  unsigned Threads = 1; ///< For walks over the dump.
};

/// Writes a part of a report on \p Store, with the answers of the tools. Fails
/// if it cannot be computed; a report then continues with the other parts.
llvm::Error reportSummary(HeapStore &Store, const HeapReportRequest &Request,
                          ReportWriter &To);
llvm::Error reportSuspects(const std::shared_ptr<HeapStore> &Store,
                           const HeapReportRequest &Request, ReportWriter &To);
/// The tree of classes and the largest objects; retained sizes of classes and
/// of class loaders.
llvm::Error reportDominators(const std::shared_ptr<HeapStore> &Store,
                             const HeapReportRequest &Request,
                             ReportWriter &To);
/// The dominators in \p Store are computed from only the references that keep
/// objects alive.
llvm::Error reportWaste(HeapStore &Store, const HeapReportRequest &Request,
                        ReportWriter &To);
/// \p Is distinguishes threads of heap dumps and of thread dumps.
void reportThreads(ThreadAnswer::AllFiles Files, ReportPart Is,
                   llvm::ArrayRef<std::string> Words, ReportWriter &To);
/// Threads that are the same in all dumps of \p Files, if there are two or
/// more.
void reportSameThreads(ThreadAnswer::AllFiles Files,
                       llvm::ArrayRef<std::string> Words, ReportWriter &To);
llvm::Error reportProperties(HeapStore &Store, const HeapReportRequest &Request,
                             ReportWriter &To);

} // namespace hprof

#endif // HPROF_REPORT_HEAPREPORT_H
