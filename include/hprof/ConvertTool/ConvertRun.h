//===- ConvertRun.h - Conversions by tools ----------------------*- C++ -*-===//
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

/// The format called \p Name, the value of \p Option.
llvm::Expected<Format> formatCalled(llvm::StringRef Option,
                                    llvm::StringRef Name);
/// That of --to or, without it, of the name of the output.
llvm::Expected<Format> targetFormat(ToolContext &C);

/// Opens the input of a tool that takes one, to be read as a whole.
llvm::Expected<std::unique_ptr<Source>> openOnlyInput(ToolContext &C);

/// Where a conversion goes.
struct ConvertOutput {
  OutputFile *File = nullptr; ///< Null if nobody wants it.
  std::unique_ptr<Sink> Out;

  /// The output that the command line names, compressed as it says.
  static llvm::Expected<ConvertOutput> open(ToolContext &C, bool IsText);
  /// One that is dropped.
  static llvm::Expected<ConvertOutput> nowhere();
  bool isStdout() const;
  llvm::Error finish();
};

/// Converts \p In as \p Options say; the rest is taken from the command line
/// and the name of \p In. Shows progress, which begins with \p Doing, and how
/// often the input was read.
llvm::Error runConversion(ToolContext &C, llvm::StringRef Doing, Source &In,
                          const ConvertOutput &To, ConvertOptions Options,
                          ConvertReport &Report);

/// Prints what the conversion of \p Name found out about it. With \p IsStrict,
/// a remark is an error.
llvm::Error tellFindings(ToolContext &C, llvm::StringRef Name,
                         const LossAccount &Losses, bool IsStrict = false);

/// Prints what --explain asks for, to standard error if standard output is the
/// dump.
void explain(ToolContext &C, const Answer &A, bool ToStdout);

} // namespace hprof

#endif // HPROF_CONVERTTOOL_CONVERTRUN_H
