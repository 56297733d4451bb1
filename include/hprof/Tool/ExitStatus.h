//===- ExitStatus.h - What a tool's exit status says ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_EXITSTATUS_H
#define HPROF_TOOL_EXITSTATUS_H

#include <initializer_list>

namespace hprof {

/// The exit status of every tool.
enum class ExitStatus : int {
  Good = 0,
  Error = 1,   ///< No result, or an incomplete one.
  Usage = 2,   ///< The command line is wrong; nothing was read.
  Damaged = 3, ///< A result, but from a damaged or truncated input.
  Gate = 4,    ///< A result that fails a check: a budget, findings of --verify.
  Unknown = 5, ///< A check was asked for that the input cannot answer.
};

/// The status to exit with when both apply: usage, error, gate,
/// unknown, damaged, good.
constexpr ExitStatus worse(ExitStatus A, ExitStatus B) {
  for (ExitStatus S : {ExitStatus::Usage, ExitStatus::Error, ExitStatus::Gate,
                       ExitStatus::Unknown, ExitStatus::Damaged})
    if (A == S || B == S)
      return S;
  return ExitStatus::Good;
}

} // namespace hprof

#endif // HPROF_TOOL_EXITSTATUS_H
