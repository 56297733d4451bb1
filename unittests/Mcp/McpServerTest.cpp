//===- McpServerTest.cpp - Tests of answering a client --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpServer.h"
#include "hprof/Format/Parallel/Thread.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// A tool that logs its arguments and runs a given action during each call.
class EchoTool final : public McpTool {
public:
  EchoTool() {
    Column C;
    C.Name = "say";
    C.Places = ForJson;
    Parameters.Columns.push_back(C);
    Answer = Parameters;
  }
  StringRef name() const override { return "echo"; }
  StringRef title() const override { return "Echo"; }
  StringRef description() const override { return "Says it again."; }
  const TableInfo &parameters() const override { return Parameters; }
  const TableInfo &answer() const override { return Answer; }
  Expected<std::string> call(const McpArguments &A,
                             McpCall &Running) const override {
    ++Calls;
    const StringRef Say = *A.text("say");
    if (Within)
      Within(Running);
    if (Say == "fail")
      return createStringError("it \"failed\"");
    return formatv("{0}", json::Value(json::Object{{"say", Say}})).str();
  }

  TableInfo Parameters{"echo", "What is said.", {}}, Answer;
  mutable unsigned Calls = 0;
  std::function<void(McpCall &)> Within;
};

struct Served {
  Served() {
    auto Tool = std::make_unique<EchoTool>();
    Echo = Tool.get();
    std::vector<std::unique_ptr<McpTool>> Tools;
    Tools.push_back(std::move(Tool));
    Server.emplace(McpServerInfo{"test", "Test", "1", "Ask."}, std::move(Tools),
                   [this](StringRef Line) {
                     Expected<json::Value> V = json::parse(Line);
                     ASSERT_TRUE(bool(V));
                     EXPECT_FALSE(Line.contains('\n'));
                     Sent.push_back(std::move(*V));
                   });
  }

  void call(StringRef Id, StringRef Say, StringRef Meta = "") {
    Server->receive(
        (R"({"jsonrpc":"2.0","method":"tools/call","id":)" + Id +
         R"(,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":)"
         R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{})" +
         Meta + R"(},"name":"echo","arguments":{"say":")" + Say + R"("}}})")
            .str());
  }
  const json::Object &sent(size_t I) { return *Sent.at(I).getAsObject(); }
  const json::Object &result(size_t I) { return *sent(I).getObject("result"); }

  EchoTool *Echo = nullptr;
  std::vector<json::Value> Sent;
  std::optional<McpServer> Server;
};

TEST(McpServer, CallsAreAnsweredInTurn) {
  Served S;
  S.call("1", "one");
  S.call("\"2\"", "fail");
  EXPECT_TRUE(S.Sent.empty());
  EXPECT_FALSE(S.Server->isIdle());
  EXPECT_TRUE(S.Server->runNext());
  EXPECT_TRUE(S.Server->runNext());
  EXPECT_TRUE(S.Server->isIdle());
  S.Server->close();
  EXPECT_FALSE(S.Server->runNext());
  ASSERT_EQ(S.Sent.size(), 2u);
  EXPECT_EQ(S.sent(0).getInteger("id"), 1);
  EXPECT_EQ(S.result(0).getObject("structuredContent")->getString("say"),
            "one");
  EXPECT_FALSE(S.result(0).get("isError"));
  EXPECT_EQ(S.sent(1).getString("id"), "2");
  EXPECT_EQ(S.result(1).getBoolean("isError"), true);
  const json::Object &Content =
      *(*S.result(1).getArray("content"))[0].getAsObject();
  EXPECT_EQ(Content.getString("text"), "it \"failed\"");
}

TEST(McpServer, WhatWaitsIsCancelledBeforeItBegins) {
  Served S;
  S.call("1", "one");
  S.call("2", "two");
  S.Server->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                    R"("params":{"requestId":1}})");
  S.Server->runNext();
  S.Server->runNext();
  EXPECT_EQ(S.Echo->Calls, 1u);
  ASSERT_EQ(S.Sent.size(), 1u);
  EXPECT_EQ(S.sent(0).getInteger("id"), 2);
}

TEST(McpServer, WhatRunsIsStopped) {
  Served S;
  bool IsStopped = false;
  S.Echo->Within = [&](McpCall &Call) {
    Call.onCancel([&] { IsStopped = true; });
    // The string "1" is a different id.
    S.Server->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                      R"("params":{"requestId":"1"}})");
    EXPECT_FALSE(IsStopped);
    S.Server->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                      R"("params":{"requestId":1}})");
    EXPECT_TRUE(IsStopped);
    EXPECT_TRUE(Call.isCancelled());
    Call.progress("more", 1, 2);
    Call.onCancel(nullptr);
  };
  S.call("1", "one", R"(,"progressToken":5)");
  S.Server->runNext();
  EXPECT_TRUE(S.Sent.empty());
}

TEST(McpServer, StopIsCalledIfTheCallIsCancelledAlready) {
  McpCall Call;
  Call.cancel();
  unsigned Stops = 0;
  Call.onCancel([&] { ++Stops; });
  EXPECT_EQ(Stops, 1u);
}

TEST(McpServer, ProgressHasTheToken) {
  Served S;
  S.Echo->Within = [](McpCall &Call) {
    Call.progress("reading", 0, 10);
    Call.progress("counting", 0, 0);
  };
  S.call("1", "one", R"(,"progressToken":"t")");
  S.call("2", "two");
  S.call("3", "three", R"(,"progressToken":{})");
  for (int I = 0; I != 3; ++I)
    S.Server->runNext();
  ASSERT_EQ(S.Sent.size(), 5u);
  for (unsigned I : {0, 1}) {
    EXPECT_EQ(S.sent(I).getString("method"), "notifications/progress");
    const json::Object &Params = *S.sent(I).getObject("params");
    EXPECT_EQ(Params.getString("progressToken"), "t");
    EXPECT_EQ(Params.getNumber("progress"), double(I + 1));
  }
  EXPECT_EQ(S.sent(1).getObject("params")->getString("message"), "counting");
}

TEST(McpServer, CallsThatWaitAreBounded) {
  Served S;
  for (size_t I = 0; I != McpServer::MaxWaiting; ++I)
    S.call(std::to_string(I), "x");
  EXPECT_TRUE(S.Sent.empty());
  S.call("1000", "x");
  ASSERT_EQ(S.Sent.size(), 1u);
  EXPECT_EQ(S.sent(0).getInteger("id"), 1000);
  EXPECT_TRUE(S.sent(0).getObject("error"));
}

TEST(McpServer, AnotherThreadRunsCalls) {
  Served S;
  Thread Caller;
  ASSERT_TRUE(Caller.start([&] {
    while (S.Server->runNext())
      ;
  }));
  for (int I = 0; I != 20; ++I)
    S.call(std::to_string(I), "x");
  S.Server->close();
  Caller.join();
  ASSERT_EQ(S.Sent.size(), 20u);
  for (int I = 0; I != 20; ++I)
    EXPECT_EQ(S.sent(size_t(I)).getInteger("id"), I);
}

} // namespace
