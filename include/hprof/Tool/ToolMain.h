//===- ToolMain.h - Main function of every tool -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool is an Opts.td and a source file like this:
///
///     #include "hprof/Tool/ToolMain.h"
///     #include "hprof/Tool/OptTable.inc"
///
///     static llvm::Error run(hprof::ToolContext &C) {
///       for (const std::string &Path : C.inputs())
///         ...; // C.out() << ..., C.report().damage(Path, ...)
///       return llvm::Error::success();
///     }
///
///     int main(int Argc, char **Argv) {
///       return hprof::toolMain(Argc, Argv,
///                              {"hprof-verb", "[options] [file...]",
///                               "What the tool does in one line"},
///                              toolOptions(), run);
///     }
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_TOOLMAIN_H
#define HPROF_TOOL_TOOLMAIN_H

#include "hprof/Tool/OptionRule.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace hprof {

/// The meaning of positional arguments for a tool.
enum class InputRule {
  OrStdin, ///< Inputs; standard input if there are none (an error if that is a
           ///< terminal).
  AnyNumber, ///< The tool checks the number.
  Texts,     ///< Any number; addresses or process ids, not files.
  None,      ///< Not allowed.
};

struct ToolInfo {
  const char *Name;     ///< "hprof-dump".
  const char *Usage;    ///< After the name: "[options] [file...]".
  const char *Overview; ///< One sentence without a period.
  InputRule Inputs = InputRule::OrStdin;
  /// toolMain opens the output, as text, before the body runs. Otherwise the
  /// body calls openOutput().
  bool TextOutput = true;
  llvm::ArrayRef<OptionRule> Rules = {};
  /// Numbers are results of a user's query: they are not grouped, even on a
  /// terminal.
  bool PrintsValues = false;
  /// Options that --help lists first, in the order of use.
  llvm::ArrayRef<unsigned> HelpOrder = {};
};

/// Runs a tool: parses and checks the command line (status 2), handles --help
/// and --version, opens the output, runs \p Body, prints its errors (status 1),
/// keeps the output if there were none, and derives the exit status. Temporary
/// files are removed before a signal terminates the process; a closed pipe
/// terminates it silently.
int toolMain(int Argc, char **Argv, const ToolInfo &Info,
             llvm::ArrayRef<llvm::opt::OptTable::Info> Rows,
             llvm::function_ref<llvm::Error(ToolContext &)> Body);

} // namespace hprof

#endif // HPROF_TOOL_TOOLMAIN_H
