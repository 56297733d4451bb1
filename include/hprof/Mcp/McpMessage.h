//===- McpMessage.h - Messages of clients -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JSON-RPC 2.0 as the Model Context Protocol has it
/// (https://modelcontextprotocol.io/specification/2026-07-28/basic): one object
/// per line, ids are texts or whole numbers and never null, and there are no
/// batches.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_MCP_MCPMESSAGE_H
#define HPROF_MCP_MCPMESSAGE_H

#include "llvm/Support/JSON.h"
#include <optional>

namespace hprof {

/// Why a message was not answered with a result.
struct McpFault {
  /// Those of JSON-RPC, and one of the protocol.
  enum Code : int {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    UnsupportedVersion = -32022,
  };
  Code Is = InternalError;
  std::string Text;
  std::optional<llvm::json::Value> Data;
};

/// A request has an Id; a notification does not.
struct McpMessage {
  std::optional<llvm::json::Value> Id;
  std::string Method;
  llvm::json::Object Params;

  bool isRequest() const { return Id.has_value(); }
  /// Params._meta; null if there is no such object.
  const llvm::json::Object *meta() const { return Params.getObject("_meta"); }
};

/// What a line is. Without a message and a fault it is one of those that need
/// no answer: an empty line, or a response.
struct McpLine {
  std::optional<McpMessage> Message;
  std::optional<McpFault> Fault;
  /// The request that the fault is of, as far as it could be read.
  std::optional<llvm::json::Value> FaultId;

  static McpLine parse(llvm::StringRef Line);
};

/// Whether \p Id can be that of a request.
bool isMcpId(const llvm::json::Value &Id);

} // namespace hprof

#endif // HPROF_MCP_MCPMESSAGE_H
