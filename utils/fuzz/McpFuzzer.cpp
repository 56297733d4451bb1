//===- McpFuzzer.cpp - Requests of clients --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallDump.h"
#include "hprof/Mcp/HeapTools.h"
#include "hprof/Mcp/McpServer.h"
#include "hprof/Mcp/McpStream.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// A folder with a small dump, called "x".
static std::string makeFolder() {
  SmallString<128> Folder;
  require(!sys::fs::createUniqueDirectory("fuzz-mcp", Folder));
  static std::string Made = Folder.str().str();
  std::error_code Code;
  raw_fd_ostream(Made + "/x", Code) << smallDump("A", {});
  require(!Code);
  std::atexit([] { (void)sys::fs::remove_directories(Made); });
  return Made;
}

namespace {
/// Receives the answers, each of which must be one line of JSON.
struct Client {
  explicit Client(std::vector<std::unique_ptr<McpTool>> Tools)
      : Server({"fuzz", "Fuzz", "1", ""}, std::move(Tools),
               [this](StringRef Line) { take(Line); }) {}

  void take(StringRef Line) {
    require(!Line.contains('\n'));
    Expected<json::Value> V = json::parse(Line);
    if (!V)
      require(toString(V.takeError()).empty());
    else
      check(*V->getAsObject());
  }
  void check(const json::Object &O) {
    require(O.getString("jsonrpc") == StringRef("2.0"));
    require(!O.get("id") || isMcpId(*O.get("id")));
    const json::Object *Result = O.getObject("result");
    const json::Object *Answer =
        Result ? Result->getObject("structuredContent") : nullptr;
    if (!Answer)
      return;
    const json::Array &Content = *Result->getArray("content");
    require(Content[0].getAsObject()->getString("text")->size() <= 8192);
  }

  McpServer Server;
};
} // namespace

/// The input is treated as the output of a client.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const HeapToolOptions Options = [] {
    HeapToolOptions O;
    O.Roots = {makeFolder()};
    O.Store.Threads = 1;
    O.Store.MaxMemory = 64 << 20;
    O.Timeout = std::chrono::milliseconds(100);
    O.Secrets = std::make_shared<const SecretMatcher>(
        cantFail(SecretMatcher::create(builtinSecretRules())));
    return O;
  }();
  const StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Client Of(cantFail(heapTools(Options)));
  auto Receive = [&](StringRef Line) {
    Of.Server.receive(Line);
    while (!Of.Server.isIdle())
      Of.Server.runNext();
  };
  McpLines Lines(McpServer::MaxLine);
  // In pieces, as from a pipe.
  for (size_t At = 0; At < Text.size(); At += 100)
    Lines.add(Text.substr(At, 100), Receive,
              [&] { Of.Server.receiveTooLong(); });
  Lines.end(Receive);
  return 0;
}
