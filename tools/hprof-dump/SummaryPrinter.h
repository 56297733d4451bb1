//===- SummaryPrinter.h - Prints the summary of a dump ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_SUMMARYPRINTER_H
#define TOOLS_HPROF_DUMP_SUMMARYPRINTER_H

#include "hprof/Analysis/Summary/DumpSummary.h"
#include "hprof/Format/Stream/Compression.h"
#include "hprof/Tool/Escape.h"
#include "llvm/Support/JSON.h"

namespace hprof {

class DumpContext;
class HeapFile;

/// A summary and other data needed to print it.
struct SummaryView {
  const DumpSummary &Summary;
  const DumpContext &Context;
  const HeapFile &File;
  /// The end of the input is missing, as far as converting or copying it shows.
  bool FileIsCut;
  /// The number of the heap dump if the input has several, or 0.
  unsigned Number;
  /// Name of the thread that ran out of memory, modified UTF-8; empty if
  /// unknown.
  std::string OutOfMemoryThread;
};

void printSummary(llvm::raw_ostream &OS, const SummaryView &V, EscapeMode Mode);
/// Writes the attribute "summary".
void printSummary(llvm::json::OStream &J, const SummaryView &V);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_SUMMARYPRINTER_H
