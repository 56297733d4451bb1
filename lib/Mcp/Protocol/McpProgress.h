//===- McpProgress.h - Progress as a client wants it ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MCP_PROTOCOL_MCPPROGRESS_H
#define LIB_MCP_PROTOCOL_MCPPROGRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <mutex>
#include <string>

namespace hprof {

/// Makes one number that always increases of the progress of several phases:
/// phase 2, half done, is 2.5. Clients see the beginning of each phase, and
/// then at most four numbers a second.
class McpProgress {
public:
  using Sender = llvm::function_ref<void(double Now, llvm::StringRef Text)>;
  /// From any thread. \p Done may go back when a phase begins anew.
  void report(llvm::StringRef What, double Done, double All, Sender Send);

private:
  std::mutex Lock;
  std::string Phase;
  double Number = 0; ///< Number of the phase, from 1.
  double Last = 0;
  std::chrono::steady_clock::time_point Next;
};

} // namespace hprof

#endif // LIB_MCP_PROTOCOL_MCPPROGRESS_H
