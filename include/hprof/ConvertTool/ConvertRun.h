//===- ConvertRun.h - Conversions in tools ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERTTOOL_CONVERTRUN_H
#define HPROF_CONVERTTOOL_CONVERTRUN_H

#include "hprof/Convert/Convert.h"
#include "hprof/Format/Stream/Sink.h"

namespace hprof {

class Answer;
class OutputFile;
class ToolContext;

/// Returns the format given by --to or, without it, by the output's name.
llvm::Expected<Format> targetFormat(ToolContext &C);

/// Opens the input of a tool that has only one, to be read completely.
llvm::Expected<std::unique_ptr<Source>> openOnlyInput(ToolContext &C);

/// Target of a conversion.
struct ConvertOutput {
  OutputFile *File = nullptr; ///< Null if the output is not used.
  std::unique_ptr<Sink> Out;

  /// Opens the output named on the command line, with the compression chosen
  /// there.
  static llvm::Expected<ConvertOutput> open(ToolContext &C, bool IsText);
  /// Returns an output that is discarded.
  static llvm::Expected<ConvertOutput> nowhere();
  bool isStdout() const;
  llvm::Error finish();
};

/// Converts \p In with \p Options; other settings come from the command line
/// and the name of \p In. Shows progress, in a line that begins with \p Doing,
/// and how often the input was read.
llvm::Error runConversion(ToolContext &C, llvm::StringRef Doing, Source &In,
                          const ConvertOutput &To, ConvertOptions Options,
                          ConvertReport &Report);

/// Prints the findings of the conversion of \p Name. With \p IsStrict, a remark
/// is an error.
llvm::Error tellFindings(ToolContext &C, llvm::StringRef Name,
                         const LossAccount &Losses, bool IsStrict = false);

/// Prints the output of --explain, to standard error if the dump is written to
/// standard output.
void explain(ToolContext &C, const Answer &A, bool ToStdout);

} // namespace hprof

#endif // HPROF_CONVERTTOOL_CONVERTRUN_H
