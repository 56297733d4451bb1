//===- HeapTools.h - MCP tools for heap dumps -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_MCP_HEAPTOOLS_H
#define HPROF_MCP_HEAPTOOLS_H

#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Mcp/McpTool.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "llvm/ADT/ArrayRef.h"
#include <chrono>

namespace hprof {

struct HeapToolOptions {
  /// Files and folders that may be opened.
  std::vector<std::string> Roots;
  StoreOptions Store;
  unsigned MaxHeaps = 2; ///< Maximum number of open heaps.
  /// If null, apparent secrets are shown.
  std::shared_ptr<const SecretMatcher> Secrets;
  std::chrono::milliseconds Timeout{60000}; ///< For a query.
  /// Bytes of an answer; an assistant reads all of it.
  size_t MaxAnswer = 8192;
};

/// Returns the tools, which share open heaps. Fails if a root does not exist.
llvm::Expected<std::vector<std::unique_ptr<McpTool>>>
heapTools(const HeapToolOptions &Options);

} // namespace hprof

#endif // HPROF_MCP_HEAPTOOLS_H
