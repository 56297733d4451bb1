//===- HeapReport.h - What a report says of a heap dump ---------*- C++ -*-===//
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

/// What is asked of a dump, and how commands have to name it.
struct HeapReportRequest {
  /// The options by which the dump is read, and its name.
  std::vector<std::string> Words;
  /// The dump, and what commands repeat, for all parts with dominators.
  DominatorRequest Dominators;
  unsigned Threads = 1; ///< For walks over the dump.
};

/// Writes what one part of a report says of \p Store, with the answer that
/// tools give. What cannot be computed is an error; a report goes on with the
/// other parts.
llvm::Error reportSummary(HeapStore &Store, const HeapReportRequest &Request,
                          ReportWriter &To);
llvm::Error reportSuspects(const std::shared_ptr<HeapStore> &Store,
                           const HeapReportRequest &Request, ReportWriter &To);
/// The tree of classes and the largest objects; retained sizes of classes and
/// of class loaders.
llvm::Error reportDominators(const std::shared_ptr<HeapStore> &Store,
                             const HeapReportRequest &Request,
                             ReportWriter &To);
/// \p Store has dominators by references that hold something.
llvm::Error reportWaste(HeapStore &Store, const HeapReportRequest &Request,
                        ReportWriter &To);
/// \p Is says whether these are threads of heap dumps or of thread dumps.
void reportThreads(ThreadAnswer::AllFiles Files, ReportPart Is,
                   llvm::ArrayRef<std::string> Words, ReportWriter &To);
/// What stayed the same in all dumps of \p Files, if there are two or more.
void reportSameThreads(ThreadAnswer::AllFiles Files,
                       llvm::ArrayRef<std::string> Words, ReportWriter &To);
llvm::Error reportProperties(HeapStore &Store, const HeapReportRequest &Request,
                             ReportWriter &To);

} // namespace hprof

#endif // HPROF_REPORT_HEAPREPORT_H
