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

/// What hprof-diff is.
ToolInfo diffInfo();
llvm::ArrayRef<llvm::opt::OptTable::Info> diffOptions();

/// What the command line asks for. Errors are those of usage.
struct DiffArguments {
  std::vector<std::string> Paths; ///< The baseline first, if there is one.
  bool WantsProfiles = false;     ///< Heap dumps do not count.
  ComparisonRequest Heaps;        ///< Without its budget.
  DocumentRequest Documents;
  std::string JUnit, Sarif; ///< Files for reports of the gate.

  static llvm::Expected<DiffArguments> parse(ToolContext &C);
};

/// Opens the inputs, which are all of one kind: heap dumps or summaries of
/// them, profiles or thread dumps.
llvm::Expected<std::vector<KnownInput>>
openInputs(ToolContext &C, const DiffArguments &Args, InputKind &Kind);

/// Fails if an option is given that inputs of this kind do not know.
llvm::Error checkKind(ToolContext &C, InputKind Kind);

/// Reads the budget that the options request; none without a gate. It must not
/// contradict \p By.
llvm::Expected<std::optional<Budget>> readBudget(ToolContext &C,
                                                 std::optional<GroupBy> By);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_DIFFARGUMENTS_H
