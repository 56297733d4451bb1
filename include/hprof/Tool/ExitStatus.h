//===- ExitStatus.h - Exit status of the tools ------------------*- C++ -*-===//
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
  Damaged = 3, ///< Result from a damaged or truncated input.
  Gate = 4,    ///< Result with a failed check: a budget, findings of --verify.
  Unknown = 5, ///< A requested check that the input cannot decide.
};

/// Returns the first of two statuses in the order usage, error, gate, unknown,
/// damaged, good.
constexpr ExitStatus worse(ExitStatus A, ExitStatus B) {
  for (ExitStatus S : {ExitStatus::Usage, ExitStatus::Error, ExitStatus::Gate,
                       ExitStatus::Unknown, ExitStatus::Damaged})
    if (A == S || B == S)
      return S;
  return ExitStatus::Good;
}

} // namespace hprof

#endif // HPROF_TOOL_EXITSTATUS_H
