//===- Reports.h - Reports on thread dumps ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_THREADS_REPORTS_H
#define TOOLS_HPROF_THREADS_REPORTS_H

#include "hprof/ThreadTool/ThreadReport.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace hprof {

class Reporter;

void printText(llvm::raw_ostream &OS, const ThreadReport &R,
               const ThreadView &View);
/// Containers with their threads and owners.
void printTree(llvm::raw_ostream &OS, const ThreadReport &R,
               const ThreadView &View);
void treeJson(llvm::json::OStream &J, const ThreadReport &R);
/// All dumps of \p Files.
llvm::Error printJson(llvm::raw_ostream &OS, llvm::ArrayRef<FileThreads> Files,
                      const ThreadView &View, const Reporter &Report,
                      bool HasGate);
/// A row for each thread.
void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<FileThreads> Files,
              const ThreadView &View);
/// Stacks with the number of their threads, for flame-graph tools.
void printCollapsed(llvm::raw_ostream &OS, llvm::ArrayRef<FileThreads> Files,
                    const ThreadView &View);
/// What stayed the same in all dumps. Fails if there is only one.
llvm::Error printComparison(llvm::raw_ostream &OS,
                            llvm::ArrayRef<FileThreads> Files,
                            const ThreadView &View);
llvm::Error comparisonJson(llvm::json::OStream &J,
                           llvm::ArrayRef<FileThreads> Files,
                           const ThreadView &View);

} // namespace hprof

#endif // TOOLS_HPROF_THREADS_REPORTS_H
