//===- McpMessage.h - Messages from clients ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JSON-RPC 2.0 as used by the Model Context Protocol
/// (https://modelcontextprotocol.io/specification/2026-07-28/basic): one object
/// per line, ids are strings or integers and never null, and there are no
/// batches.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_MCP_MCPMESSAGE_H
#define HPROF_MCP_MCPMESSAGE_H

#include "llvm/Support/JSON.h"
#include <optional>

namespace hprof {

/// Reason for an error instead of a result.
struct McpFault {
  /// Codes of JSON-RPC, and one of the protocol.
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

/// A parsed line. Without a message or a fault, it needs no response: it is an
/// empty line, or a response.
struct McpLine {
  std::optional<McpMessage> Message;
  std::optional<McpFault> Fault;
  /// Id of the request with the fault, if it could be read.
  std::optional<llvm::json::Value> FaultId;

  static McpLine parse(llvm::StringRef Line);
};

/// Whether \p Id is valid as the id of a request.
bool isMcpId(const llvm::json::Value &Id);

} // namespace hprof

#endif // HPROF_MCP_MCPMESSAGE_H
