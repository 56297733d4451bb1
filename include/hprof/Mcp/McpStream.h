//===- McpStream.h - Serves a client over a pipe ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_MCP_MCPSTREAM_H
#define HPROF_MCP_MCPSTREAM_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof {

class McpServer;

/// Splits chunks of input into lines.
class McpLines {
public:
  /// Longer lines are dropped: \p TooLong is called instead.
  explicit McpLines(size_t MaxLine) : MaxLine(MaxLine) {}
  void add(llvm::StringRef Piece,
           llvm::function_ref<void(llvm::StringRef)> Line,
           llvm::function_ref<void()> TooLong);
  /// Ends the input. The last line may lack a newline.
  void end(llvm::function_ref<void(llvm::StringRef)> Line);

private:
  const size_t MaxLine;
  std::string Part;
  bool IsTooLong = false;
};

/// Reads from the descriptor \p In until its end, and until all calls are
/// answered. Calls run in another thread; if it cannot be started, they run
/// between messages and cannot be cancelled. If the descriptor \p Out has no
/// reader any more, SIGPIPE terminates the process without waiting for a call.
llvm::Error serveMcp(McpServer &Server, int In, int Out);

} // namespace hprof

#endif // HPROF_MCP_MCPSTREAM_H
