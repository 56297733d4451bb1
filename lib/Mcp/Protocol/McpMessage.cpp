//===- McpMessage.cpp - Messages from clients -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpMessage.h"
#include "hprof/Format/Base/ParseJson.h"
#include "llvm/ADT/Twine.h"

using namespace hprof;
using namespace llvm;

bool hprof::isMcpId(const json::Value &Id) {
  return Id.getAsString() || Id.getAsInteger() || Id.getAsUINT64();
}

static McpLine fault(McpFault::Code Code, const Twine &Text,
                     std::optional<json::Value> Id = std::nullopt) {
  McpLine Is;
  Is.Fault = McpFault{Code, Text.str(), std::nullopt};
  Is.FaultId = std::move(Id);
  return Is;
}

static McpLine fromObject(json::Object &O) {
  std::optional<json::Value> Id;
  if (const json::Value *Given = O.get("id")) {
    if (!isMcpId(*Given))
      return fault(McpFault::InvalidRequest,
                   "\"id\" is neither a string nor an integer");
    Id = *Given;
  }
  if (O.getString("jsonrpc") != StringRef("2.0"))
    return fault(McpFault::InvalidRequest, "\"jsonrpc\" is not \"2.0\"", Id);
  // Responses are ignored, because the server sends no requests.
  if (!O.get("method") && (O.get("result") || O.get("error")))
    return McpLine();
  const std::optional<StringRef> Method = O.getString("method");
  if (!Method)
    return fault(McpFault::InvalidRequest, "missing string \"method\"", Id);
  McpLine Line;
  Line.Message.emplace();
  Line.Message->Method = Method->str();
  if (json::Value *Params = O.get("params")) {
    if (!Params->getAsObject())
      return fault(Id ? McpFault::InvalidParams : McpFault::InvalidRequest,
                   "\"params\" is not an object", Id);
    Line.Message->Params = std::move(*Params->getAsObject());
  }
  Line.Message->Id = std::move(Id);
  return Line;
}

McpLine McpLine::parse(StringRef Line) {
  if (Line.trim(" \t\r").empty())
    return McpLine();
  Expected<json::Value> Value = parseJson(Line);
  if (!Value) {
    std::string Text = toString(Value.takeError());
    return fault(McpFault::ParseError, Text);
  }
  json::Object *O = Value->getAsObject();
  if (!O)
    return fault(McpFault::InvalidRequest, Value->getAsArray()
                                               ? "batches are not supported"
                                               : "expected an object");
  return fromObject(*O);
}
