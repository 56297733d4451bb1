//===- Export.h - Dumps in the formats of viewers ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes what is known of a dump in the formats of viewers that people have
/// already. Formats of stacks take heaps, profiles and thread dumps; those of
/// graphs take heaps:
///
///     const ExportInfo *To = exportCalled("pprof");
///     To->WriteStacks(stacksOf(Dump), 0, llvm::outs());
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_EXPORT_EXPORT_H
#define HPROF_EXPORT_EXPORT_H

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "hprof/Export/Heap/HeapExport.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class HeapStore;

struct ExportInfo {
  llvm::StringRef Name, Endings;
  bool isText() const { return Content == Text; }
  /// Whether stacks of heaps need addLeakSignatures().
  bool hasLeaks() const { return Content == Leaks; }
  enum Contents { Text, Binary, Leaks } Content;
  llvm::StringRef Sentence;
  /// Writes stacks, by the measure of that number if it can show one only. Null
  /// if it is no format of stacks.
  llvm::Error (*WriteStacks)(const WeightedStacks &S, unsigned Measure,
                             llvm::raw_ostream &OS);
  /// Null if it is no format of heaps.
  llvm::Error (*WriteHeap)(HeapStore &Heap, const HeapExportRequest &Request,
                           llvm::raw_ostream &OS);
};

llvm::ArrayRef<ExportInfo> allExports();
/// Null if there is none.
const ExportInfo *exportCalled(llvm::StringRef Name);
/// By the ending of \p Path, ignoring one for compression.
const ExportInfo *exportForPath(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_EXPORT_EXPORT_H
