//===- McpStreamTest.cpp - Lines of a pipe --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpStream.h"
#include "Mcp/Protocol/McpProgress.h"
#include "hprof/Mcp/McpServer.h"
#include "gtest/gtest.h"
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {

std::string linesOf(StringRef Text, size_t Piece) {
  std::string All;
  McpLines Lines(5);
  auto Line = [&](StringRef L) { All += "<" + L.str() + ">"; };
  while (!Text.empty()) {
    Lines.add(Text.take_front(Piece), Line, [&] { All += "!"; });
    Text = Text.drop_front(std::min(Piece, Text.size()));
  }
  Lines.end(Line);
  return All;
}

TEST(McpStream, Lines) {
  for (size_t Piece : {1, 2, 3, 7, 100}) {
    EXPECT_EQ(linesOf("", Piece), "");
    EXPECT_EQ(linesOf("a\n\nbc\n", Piece), "<a><><bc>");
    EXPECT_EQ(linesOf("a\nb", Piece), "<a><b>");
    EXPECT_EQ(linesOf("12345\n123456\nx\n", Piece), "<12345>!<x>");
    EXPECT_EQ(linesOf("1234567890\n1234567890", Piece), "!");
  }
}

TEST(McpStream, AnswersWhatWasAskedBeforeTheEnd) {
  int In[2], Out[2];
  ASSERT_EQ(pipe(In), 0);
  ASSERT_EQ(pipe(Out), 0);
  const StringRef Ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"
                         "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}";
  ASSERT_EQ(write(In[1], Ping.data(), Ping.size()), ssize_t(Ping.size()));
  close(In[1]);
  std::vector<std::string> Sent;
  McpServer Server({"test", "Test", "1", ""}, {},
                   [&](StringRef Line) { Sent.push_back(Line.str()); });
  EXPECT_FALSE(bool(serveMcp(Server, In[0], Out[1])));
  EXPECT_EQ(Sent.size(), 2u);
  for (int Of : {In[0], Out[0], Out[1]})
    close(Of);
}

TEST(McpStream, AnInputThatCannotBeReadIsAnError) {
  McpServer Server({"test", "Test", "1", ""}, {}, [](StringRef) {});
  Error E = serveMcp(Server, /*In=*/-1, /*Out=*/1);
  EXPECT_TRUE(StringRef(toString(std::move(E))).contains("<stdin>"));
}

TEST(McpProgress, NumbersIncreaseOverPhases) {
  McpProgress P;
  std::vector<std::pair<double, std::string>> Sent;
  auto Send = [&](double Now, StringRef Text) {
    Sent.push_back({Now, Text.str()});
  };
  P.report("reading", 0, 10, Send);
  P.report("sorting", 9, 10, Send);
  P.report("sorting", 10, 10,
           Send); // This report soon follows another: it may be omitted.
  P.report("reading", 1, 10, Send);
  ASSERT_GE(Sent.size(), 3u);
  EXPECT_EQ(Sent[0].second, "reading");
  EXPECT_EQ(Sent[1].second, "sorting: 90%");
  EXPECT_EQ(Sent.back().second, "reading: 10%");
  for (size_t I = 1; I != Sent.size(); ++I)
    EXPECT_GT(Sent[I].first, Sent[I - 1].first);
}

} // namespace
