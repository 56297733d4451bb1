//===- Export.h - Dumps in formats of existing viewers ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes dumps in the formats of existing viewers. Stack formats accept heaps,
/// profiles and thread dumps; graph formats accept heaps:
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

/// A row of Formats.td.
struct ExportInfo {
  uint8_t Number; ///< Position in lists.
  llvm::StringRef Name;
  llvm::StringRef Text;    ///< Purpose.
  llvm::StringRef Endings; ///< ".dot, .gv"
  bool IsText;             ///< Safe to print to a terminal.
  bool HasLeaks;           ///< Heap stacks need addLeakSignatures().
  /// Writes stacks; a format that can show only one measure shows number \p
  /// Measure. Null if this is not a stack format.
  llvm::Error (*WriteStacks)(const WeightedStacks &S, unsigned Measure,
                             llvm::raw_ostream &OS);
  /// Null if this is not a heap format.
  llvm::Error (*WriteHeap)(HeapStore &Heap, const HeapExportRequest &Request,
                           llvm::raw_ostream &OS);
};

llvm::ArrayRef<ExportInfo> allExports();
/// Returns null if there is no such format.
const ExportInfo *exportCalled(llvm::StringRef Name);
/// Returns the format for the extension of \p Path, ignoring a compression
/// extension.
const ExportInfo *exportForPath(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_EXPORT_EXPORT_H
