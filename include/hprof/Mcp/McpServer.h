//===- McpServer.h - Serves an MCP client -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The server's side of the Model Context Protocol, without a transport. It
/// serves two kinds of clients, even at the same time:
///
/// - those of revision 2026-07-28, whose requests each name the revision and
///   the client's capabilities, and may come in any order;
/// - those of 2025-11-25, 2025-06-18 and 2024-11-05, which begin with
///   "initialize".
///
/// One thread passes on the client's messages, and another runs its calls:
///
///     McpServer Server({"hprof-mcp", "1.0"}, Tools,
///                      [&](StringRef Line) {...});
///     Server.receive(Line); // Answers all but calls, which it queues.
///     while (Server.runNext()) // In another thread.
///       ;
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_MCP_MCPSERVER_H
#define HPROF_MCP_MCPSERVER_H

#include "hprof/Mcp/McpMessage.h"
#include "hprof/Mcp/McpTool.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <deque>
#include <memory>

namespace hprof {

struct McpServerInfo {
  std::string Name, Title, Version;
  std::string Instructions; ///< For the assistant.
};

class McpServer {
public:
  /// Receives a message without its newline; calls do not overlap.
  using Sender = std::function<void(llvm::StringRef Line)>;
  McpServer(McpServerInfo Is, std::vector<std::unique_ptr<McpTool>> Tools,
            Sender Send);
  ~McpServer();

  /// Processes a line from the client.
  void receive(llvm::StringRef Line);
  /// Reports that the client sent a line longer than a message may be.
  void receiveTooLong();
  /// Reports that no lines follow.
  void close();
  /// Waits for a call and runs it. Returns false if there is none and close()
  /// was called.
  bool runNext();
  /// Whether all calls have been answered.
  bool isIdle();

  /// Maximum size of a message in bytes.
  static constexpr size_t MaxLine = 1 << 20;
  /// Maximum number of waiting calls.
  static constexpr size_t MaxWaiting = 64;

private:
  struct Waiting;

  void take(McpMessage M);
  void notice(const McpMessage &M);
  bool checkVersion(const McpMessage &M, bool &IsModern);
  void initialize(const McpMessage &M);
  void discover(const McpMessage &M);
  void listTools(const McpMessage &M, bool IsModern);
  void listen(const McpMessage &M);
  void enqueue(McpMessage M, bool IsModern);
  void run(Waiting &Call);
  void cancel(const llvm::json::Value &Id);
  McpCall::Progress progressOf(const McpMessage &M);

  void send(llvm::function_ref<void(llvm::json::OStream &)> Rest);
  void sendResult(const llvm::json::Value &Id, bool IsModern,
                  llvm::function_ref<void(llvm::json::OStream &)> Rest);
  void sendFault(const std::optional<llvm::json::Value> &Id, const McpFault &F);
  void sendFault(const McpMessage &To, McpFault::Code Code,
                 const llvm::Twine &Text);
  void serverInfo(llvm::json::OStream &J) const;
  void capabilities(llvm::json::OStream &J) const;

  const McpServerInfo Is;
  const std::vector<std::unique_ptr<McpTool>> Tools;
  const Sender Send;
  std::mutex Sending;
  bool IsInitialized = false;

  std::mutex Lock; ///< Guards the members below.
  std::condition_variable HasNews;
  std::deque<std::shared_ptr<Waiting>> Calls; ///< The first may be running.
  bool IsClosed = false;
};

} // namespace hprof

#endif // HPROF_MCP_MCPSERVER_H
