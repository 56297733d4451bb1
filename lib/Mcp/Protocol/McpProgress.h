//===- McpProgress.h - Progress for clients ---------------------*- C++ -*-===//
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

/// Combines the progress of several phases into one number that always
/// increases: phase 2, half done, is 2.5. Clients receive the beginning of each
/// phase, and then at most four numbers a second.
class McpProgress {
public:
  using Sender = llvm::function_ref<void(double Now, llvm::StringRef Text)>;
  /// May be called from any thread. \p Done may decrease when a phase restarts.
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
