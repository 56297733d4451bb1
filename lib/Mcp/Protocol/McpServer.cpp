//===- McpServer.cpp - Serves an MCP client -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpServer.h"
#include "Mcp/Protocol/McpProgress.h"
#include "hprof/Answer/TableSchema.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Modern = "2026-07-28";
/// Revisions that begin with "initialize", newest first. 2025-03-26 is not
/// supported because it includes batches.
static constexpr StringLiteral Handshakes[] = {"2025-11-25", "2025-06-18",
                                               "2024-11-05"};
static constexpr StringLiteral VersionKey =
    "io.modelcontextprotocol/protocolVersion";
static constexpr StringLiteral CapabilitiesKey =
    "io.modelcontextprotocol/clientCapabilities";
static constexpr StringLiteral ServerKey = "io.modelcontextprotocol/serverInfo";
static constexpr StringLiteral SubscriptionKey =
    "io.modelcontextprotocol/subscriptionId";

/// A running or waiting call.
struct McpServer::Waiting {
  Waiting(McpMessage Of, bool IsModern, const McpTool *Tool,
          McpCall::Progress Show)
      : Of(std::move(Of)), IsModern(IsModern), Tool(Tool),
        Call(std::move(Show)) {}

  const McpMessage Of;
  const bool IsModern;
  const McpTool *const Tool;
  McpCall Call;
};

McpServer::McpServer(McpServerInfo Is,
                     std::vector<std::unique_ptr<McpTool>> Tools, Sender Send)
    : Is(std::move(Is)), Tools(std::move(Tools)), Send(std::move(Send)) {}
McpServer::~McpServer() = default;

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

void McpServer::send(function_ref<void(json::OStream &)> Rest) {
  std::string Line;
  {
    raw_string_ostream OS(Line);
    const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
    json::OStream J(*Safe);
    J.object([&] {
      J.attribute("jsonrpc", "2.0");
      Rest(J);
    });
  }
  const std::lock_guard<std::mutex> Guard(Sending);
  Send(Line);
}

void McpServer::serverInfo(json::OStream &J) const {
  J.attribute("name", Is.Name);
  J.attribute("title", Is.Title);
  J.attribute("version", Is.Version);
}

void McpServer::capabilities(json::OStream &J) const {
  J.attributeObject("capabilities", [&] { J.attributeObject("tools", [] {}); });
}

void McpServer::sendResult(const json::Value &Id, bool IsModern,
                           function_ref<void(json::OStream &)> Rest) {
  send([&](json::OStream &J) {
    J.attribute("id", Id);
    J.attributeObject("result", [&] {
      if (IsModern) {
        J.attribute("resultType", "complete");
        J.attributeObject("_meta", [&] {
          J.attributeObject(ServerKey, [&] { serverInfo(J); });
        });
      }
      Rest(J);
    });
  });
}

void McpServer::sendFault(const std::optional<json::Value> &Id,
                          const McpFault &F) {
  send([&](json::OStream &J) {
    if (Id)
      J.attribute("id", *Id);
    J.attributeObject("error", [&] {
      J.attribute("code", int(F.Is));
      J.attribute("message", F.Text);
      if (F.Data)
        J.attribute("data", *F.Data);
    });
  });
}

void McpServer::sendFault(const McpMessage &To, McpFault::Code Code,
                          const Twine &Text) {
  sendFault(To.Id, McpFault{Code, Text.str(), std::nullopt});
}

//===----------------------------------------------------------------------===//
// Messages from clients
//===----------------------------------------------------------------------===//

void McpServer::receive(StringRef Line) {
  McpLine Read = McpLine::parse(Line);
  if (Read.Fault)
    sendFault(Read.FaultId, *Read.Fault);
  else if (Read.Message && Read.Message->isRequest())
    take(std::move(*Read.Message));
  else if (Read.Message)
    notice(*Read.Message);
}

void McpServer::receiveTooLong() {
  sendFault(std::nullopt,
            McpFault{McpFault::ParseError,
                     ("message exceeds " + Twine(MaxLine) + " bytes").str(),
                     std::nullopt});
}

void McpServer::notice(const McpMessage &M) {
  // Unknown notifications need no answer.
  if (M.Method != "notifications/cancelled")
    return;
  if (const json::Value *Id = M.Params.get("requestId"))
    cancel(*Id);
}

/// Whether a request names a supported revision; if not, sends an error.
bool McpServer::checkVersion(const McpMessage &M, bool &IsModern) {
  const json::Object *Meta = M.meta();
  const json::Value *Given = Meta ? Meta->get(VersionKey) : nullptr;
  IsModern = Given;
  if (!Given) {
    if (IsInitialized)
      return true;
    sendFault(M, McpFault::InvalidParams,
              "no protocol version: expected \"initialize\" first, or _meta "
              "with \"" +
                  VersionKey + "\"");
    return false;
  }
  const std::optional<StringRef> Version = Given->getAsString();
  if (!Version) {
    sendFault(M, McpFault::InvalidParams,
              "\"" + VersionKey + "\" is not a string");
    return false;
  }
  if (*Version != Modern) {
    sendFault(M.Id, McpFault{McpFault::UnsupportedVersion,
                             "unsupported protocol version",
                             json::Object{{"supported", json::Array{Modern}},
                                          {"requested", *Version}}});
    return false;
  }
  if (!Meta->getObject(CapabilitiesKey)) {
    sendFault(M, McpFault::InvalidParams,
              "missing object \"" + CapabilitiesKey + "\" in _meta");
    return false;
  }
  return true;
}

void McpServer::take(McpMessage M) {
  if (M.Method == "initialize")
    return initialize(M);
  const bool NamesVersion = M.meta() && M.meta()->get(VersionKey);
  if (M.Method == "ping" && !NamesVersion)
    return sendResult(*M.Id, /*IsModern=*/false, [](json::OStream &) {});
  bool IsModern = false;
  if (!checkVersion(M, IsModern))
    return;
  if (M.Method == "tools/list")
    return listTools(M, IsModern);
  if (M.Method == "tools/call")
    return enqueue(std::move(M), IsModern);
  if (M.Method == "server/discover" && IsModern)
    return discover(M);
  if (M.Method == "subscriptions/listen" && IsModern)
    return listen(M);
  sendFault(M, McpFault::MethodNotFound, "unknown method '" + M.Method + "'");
}

void McpServer::initialize(const McpMessage &M) {
  const std::optional<StringRef> Wanted = M.Params.getString("protocolVersion");
  if (!Wanted)
    return sendFault(M, McpFault::InvalidParams,
                     "missing string \"protocolVersion\"");
  IsInitialized = true;
  // Other clients are offered the newest revision.
  const StringRef Version =
      is_contained(Handshakes, *Wanted) ? *Wanted : StringRef(Handshakes[0]);
  sendResult(*M.Id, /*IsModern=*/false, [&](json::OStream &J) {
    J.attribute("protocolVersion", Version);
    capabilities(J);
    J.attributeObject("serverInfo", [&] { serverInfo(J); });
    J.attribute("instructions", Is.Instructions);
  });
}

/// Nothing changes while a server runs, but the server may be replaced by a
/// newer one.
static void cacheHints(json::OStream &J) {
  J.attribute("ttlMs", 3600000);
  J.attribute("cacheScope", "public");
}

void McpServer::discover(const McpMessage &M) {
  sendResult(*M.Id, /*IsModern=*/true, [&](json::OStream &J) {
    J.attributeArray("supportedVersions", [&] { J.value(Modern); });
    capabilities(J);
    J.attribute("instructions", Is.Instructions);
    cacheHints(J);
  });
}

static void describeTool(json::OStream &J, const McpTool &T) {
  J.attribute("name", T.name());
  J.attribute("title", T.title());
  J.attribute("description", T.description());
  J.attributeObject("inputSchema", [&] {
    describeRecord(J, T.parameters());
    J.attribute("additionalProperties", false);
  });
  J.attributeObject("outputSchema", [&] { describeRecord(J, T.answer()); });
  J.attributeObject("annotations", [&] {
    J.attribute("readOnlyHint", true);
    J.attribute("openWorldHint", false);
  });
}

void McpServer::listTools(const McpMessage &M, bool IsModern) {
  if (M.Params.get("cursor"))
    return sendFault(
        M, McpFault::InvalidParams,
        "the tool list has a single page; \"cursor\" is not supported");
  sendResult(*M.Id, IsModern, [&](json::OStream &J) {
    J.attributeArray("tools", [&] {
      for (const std::unique_ptr<McpTool> &T : Tools)
        J.object([&] { describeTool(J, *T); });
    });
    if (IsModern)
      cacheHints(J);
  });
}

/// Ends the stream immediately, because there is nothing to subscribe to.
void McpServer::listen(const McpMessage &M) {
  auto Subscription = [&](json::OStream &J) {
    J.attributeObject("_meta", [&] { J.attribute(SubscriptionKey, *M.Id); });
  };
  send([&](json::OStream &J) {
    J.attribute("method", "notifications/subscriptions/acknowledged");
    J.attributeObject("params", [&] {
      Subscription(J);
      J.attributeObject("notifications", [] {});
    });
  });
  send([&](json::OStream &J) {
    J.attribute("id", *M.Id);
    J.attributeObject("result", [&] {
      J.attribute("resultType", "complete");
      Subscription(J);
    });
  });
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

McpCall::Progress McpServer::progressOf(const McpMessage &M) {
  const json::Value *Token =
      M.meta() ? M.meta()->get("progressToken") : nullptr;
  if (!Token || !isMcpId(*Token))
    return nullptr;
  auto State = std::make_shared<McpProgress>();
  return
      [this, Token = *Token, State](StringRef What, double Done, double All) {
        State->report(What, Done, All, [&](double Now, StringRef Text) {
          send([&](json::OStream &J) {
            J.attribute("method", "notifications/progress");
            J.attributeObject("params", [&] {
              J.attribute("progressToken", Token);
              J.attribute("progress", Now);
              J.attribute("message", Text);
            });
          });
        });
      };
}

void McpServer::enqueue(McpMessage M, bool IsModern) {
  const std::optional<StringRef> Name = M.Params.getString("name");
  if (!Name)
    return sendFault(M, McpFault::InvalidParams, "missing string \"name\"");
  const json::Value *Arguments = M.Params.get("arguments");
  if (Arguments && !Arguments->getAsObject())
    return sendFault(M, McpFault::InvalidParams,
                     "\"arguments\" is not an object");
  auto Tool = find_if(Tools, [&](const std::unique_ptr<McpTool> &T) {
    return T->name() == *Name;
  });
  if (Tool == Tools.end())
    return sendFault(M, McpFault::InvalidParams,
                     "unknown tool: " + Name->str());
  McpCall::Progress Show = progressOf(M);
  auto Call = std::make_shared<Waiting>(std::move(M), IsModern, Tool->get(),
                                        std::move(Show));
  StringRef Refused;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    if (any_of(Calls, [&](const std::shared_ptr<Waiting> &Other) {
          return *Other->Of.Id == *Call->Of.Id;
        }))
      Refused = "another call has this id";
    else if (Calls.size() >= MaxWaiting)
      Refused = "too many pending calls";
    else
      Calls.push_back(Call);
  }
  if (!Refused.empty())
    return sendFault(Call->Of, McpFault::InvalidRequest, Refused);
  HasNews.notify_all();
}

void McpServer::cancel(const json::Value &Id) {
  std::shared_ptr<Waiting> Found;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    for (const std::shared_ptr<Waiting> &Call : Calls)
      if (*Call->Of.Id == Id)
        Found = Call;
  }
  if (Found)
    Found->Call.cancel();
}

void McpServer::close() {
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    IsClosed = true;
  }
  HasNews.notify_all();
}

bool McpServer::isIdle() {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Calls.empty();
}

bool McpServer::runNext() {
  std::shared_ptr<Waiting> Call;
  {
    std::unique_lock<std::mutex> Guard(Lock);
    HasNews.wait(Guard, [&] { return !Calls.empty() || IsClosed; });
    if (Calls.empty())
      return false;
    Call = Calls.front();
  }
  if (!Call->Call.isCancelled())
    run(*Call);
  const std::lock_guard<std::mutex> Guard(Lock);
  Calls.pop_front();
  return true;
}

static Expected<std::string> answer(const McpTool &Tool, const McpMessage &M,
                                    McpCall &Call) {
  static const json::Object None;
  const json::Object *Given = M.Params.getObject("arguments");
  Expected<McpArguments> Arguments =
      McpArguments::parse(Tool.parameters(), Given ? *Given : None);
  return Arguments ? Tool.call(*Arguments, Call) : Arguments.takeError();
}

void McpServer::run(Waiting &W) {
  Expected<std::string> Answer = answer(*W.Tool, W.Of, W.Call);
  const std::string Text = Answer ? *Answer : toString(Answer.takeError());
  const bool IsError = !Answer;
  // A cancelled call gets no answer.
  if (W.Call.isCancelled())
    return;
  sendResult(*W.Of.Id, W.IsModern, [&](json::OStream &J) {
    J.attributeArray("content", [&] {
      J.object([&] {
        J.attribute("type", "text");
        J.attribute("text", Text);
      });
    });
    if (IsError) {
      J.attribute("isError", true);
      return;
    }
    J.attributeBegin("structuredContent");
    J.rawValue(Text);
    J.attributeEnd();
  });
}
