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
  // Of the graph; see HeapGraph.
  std::string Layout;
  std::string LayoutText;
  bool IsLayoutCertain = false;
  std::string LayoutEvidence;
  /// Ids of the examples; by node of the graph, which is gone when printing.
  llvm::DenseMap<Node, uint64_t> Ids;
};

/// How full a collection of a file is.
struct FoundCollection {
  std::string File;
  std::string Class;
  uint64_t Id = 0;
  uint64_t Size = 0;
  uint64_t Slots = 0; ///< 0 for one without.
};

struct LintView {
  /// Bytes; by default a thousandth of the heap in text, else none.
  std::optional<uint64_t> Min;
  bool AddHints = false; ///< To what is wasted for certain.
  EscapeMode Escape = EscapeMode::Escape;
};

/// What is wasted by all checks whose findings count.
uint64_t wastedBytes(const LintReport &R, const LintView &View);

void printText(llvm::raw_ostream &OS, const FileLint &File,
               const LintView &View);
void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<FileLint> Files,
              const LintView &View);
void printJson(llvm::raw_ostream &OS, llvm::ArrayRef<FileLint> Files,
               const LintView &View, const Reporter &Report, bool HasGate);
/// The checks there are, in \p Format.
void printChecks(llvm::raw_ostream &OS, llvm::StringRef Format,
                 const Reporter &Report);
void printCollections(llvm::raw_ostream &OS, llvm::StringRef Format,
                      llvm::ArrayRef<FoundCollection> All, const LintView &View,
                      const Reporter &Report);

} // namespace hprof

#endif // TOOLS_HPROF_LINT_LINTPRINTER_H
