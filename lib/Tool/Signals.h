//===- Signals.h - How tools take signals -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_SIGNALS_H
#define HPROF_LIB_TOOL_SIGNALS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// To be made before LLVM takes all signals. Whatever ends a tool, no temporary
/// output is left.
class Signals {
public:
  Signals();

  /// After LLVM took them:
  /// - What the parent made this process ignore (nohup, shells that start a job
  ///   in the background) stays ignored.
  /// - A write beyond the limit of file sizes is an error as on a full disk.
  /// - SIGQUIT ends the tool, which is no defect of it.
  /// - A mapped file that others cut meanwhile is an error of \p Tool, too.
  /// - So is memory that the system refuses, in whatever thread.
  void take(llvm::StringRef Tool) const;

private:
  llvm::SmallVector<int, 4> Ignored;
};

} // namespace hprof

#endif // HPROF_LIB_TOOL_SIGNALS_H
