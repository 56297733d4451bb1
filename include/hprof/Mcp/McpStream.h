//===- McpStream.h - Talks to a client over a pipe --------------*- C++ -*-===//
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

/// Divides what comes in pieces into lines.
class McpLines {
public:
  /// Longer lines are left out: \p TooLong is called instead.
  explicit McpLines(size_t MaxLine) : MaxLine(MaxLine) {}
  void add(llvm::StringRef Piece,
           llvm::function_ref<void(llvm::StringRef)> Line,
           llvm::function_ref<void()> TooLong);
  /// The last line may lack its end.
  void end(llvm::function_ref<void(llvm::StringRef)> Line);

private:
  const size_t MaxLine;
  std::string Part;
  bool IsTooLong = false;
};

/// Reads from the descriptor \p In until it ends and all is answered. The calls
/// run in another thread; if there is no thread for them, they run between
/// messages and cannot be cancelled. When nobody reads the descriptor \p Out
/// any more, a call is not waited for: the process ends by SIGPIPE.
llvm::Error serveMcp(McpServer &Server, int In, int Out);

} // namespace hprof

#endif // HPROF_MCP_MCPSTREAM_H
