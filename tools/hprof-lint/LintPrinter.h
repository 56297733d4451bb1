//===- LintPrinter.h - Prints what lint found -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_LINT_LINTPRINTER_H
#define TOOLS_HPROF_LINT_LINTPRINTER_H

#include "hprof/Analysis/Lint/Lint.h"
#include "hprof/Tool/Escape.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class Reporter;

/// The findings of one file.
struct FileLint {
  std::string File;
  LintReport Report;
  bool IsCut = false; ///< See HeapStore.
  // From the graph; see HeapGraph.
  std::string Layout;
  std::string LayoutText;
  bool IsLayoutCertain = false;
  std::string LayoutEvidence;
  /// Ids of the examples by node; the graph no longer exists when printing.
  llvm::DenseMap<Node, uint64_t> Ids;
};

/// The fill level of a collection in a file.
struct FoundCollection {
  std::string File;
  std::string Class;
  uint64_t Id = 0;
  uint64_t Size = 0;
  uint64_t Slots = 0; ///< 0 without slots.
};

struct LintView {
  /// Bytes; by default a thousandth of the heap in text, else no limit.
  std::optional<uint64_t> Min;
  bool AddHints = false; ///< Add hints to certain waste.
  EscapeMode Escape = EscapeMode::Escape;
};

/// Sum of the waste in all checks whose findings count.
uint64_t wastedBytes(const LintReport &R, const LintView &View);

void printText(llvm::raw_ostream &OS, const FileLint &File,
               const LintView &View);
void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<FileLint> Files,
              const LintView &View);
void printJson(llvm::raw_ostream &OS, llvm::ArrayRef<FileLint> Files,
               const LintView &View, const Reporter &Report, bool HasGate);
/// Prints the available checks in \p Format.
void printChecks(llvm::raw_ostream &OS, llvm::StringRef Format,
                 const Reporter &Report);
void printCollections(llvm::raw_ostream &OS, llvm::StringRef Format,
                      llvm::ArrayRef<FoundCollection> All, const LintView &View,
                      const Reporter &Report);

} // namespace hprof

#endif // TOOLS_HPROF_LINT_LINTPRINTER_H
