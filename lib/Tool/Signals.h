//===- Signals.h - Signal handling of tools ---------------------*- C++ -*-===//
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

/// Must be created before LLVM installs its signal handlers. However a tool
/// exits, it leaves no temporary output and no progress line.
class Signals {
public:
  /// Errors name \p Tool. From construction on, a failed memory allocation in
  /// any thread is reported as an error.
  explicit Signals(llvm::StringRef Tool);

  /// Must be called after LLVM has installed its handlers:
  /// - Signals that the parent made this process ignore (nohup, shells that
  ///   start a job in the background) stay ignored.
  /// - A write beyond the file size limit is an error, like a full disk.
  /// - SIGQUIT terminates the tool like SIGINT, and is not reported as a crash.
  /// - Truncation of a mapped file by others is an error.
  void take() const;

private:
  llvm::SmallVector<int, 4> Ignored;
};

} // namespace hprof

#endif // HPROF_LIB_TOOL_SIGNALS_H
