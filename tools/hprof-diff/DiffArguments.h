//===- DiffArguments.h - Options of hprof-diff ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DIFF_DIFFARGUMENTS_H
#define TOOLS_HPROF_DIFF_DIFFARGUMENTS_H

#include "hprof/Analysis/Diff/Answers/Comparison.h"
#include "hprof/Analysis/Diff/Answers/DocumentComparison.h"
#include "hprof/Tool/ToolMain.h"

namespace hprof {

/// Description of hprof-diff.
ToolInfo diffInfo();
llvm::ArrayRef<llvm::opt::OptTable::Info> diffOptions();

/// Request from the command line. Errors are usage errors.
struct DiffArguments {
  std::vector<std::string> Paths; ///< The baseline first, if there is one.
  bool WantsProfiles = false;     ///< Heap dumps are ignored.
  ComparisonRequest Heaps;        ///< The budget is not set.
  DocumentRequest Documents;
  std::string JUnit, Sarif; ///< Files for reports of the gate.

  static llvm::Expected<DiffArguments> parse(ToolContext &C);
};

/// Opens the inputs, which must be of one kind: heap dumps or their summaries,
/// profiles or thread dumps.
llvm::Expected<std::vector<KnownInput>>
openInputs(ToolContext &C, const DiffArguments &Args, InputKind &Kind);

/// Fails if a given option does not apply to inputs of this kind.
llvm::Error checkKind(ToolContext &C, InputKind Kind);

/// Reads the budget that the options request; nullopt without a gate. The
/// budget must not contradict \p By.
llvm::Expected<std::optional<Budget>> readBudget(ToolContext &C,
                                                 std::optional<GroupBy> By);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_DIFFARGUMENTS_H
