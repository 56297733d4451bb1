//===- McpStream.cpp - Serves a client over a pipe ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpStream.h"
#include "hprof/Format/Parallel/Thread.h"
#include "hprof/Mcp/McpServer.h"
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

void McpLines::add(StringRef Piece, function_ref<void(StringRef)> Line,
                   function_ref<void()> TooLong) {
  while (!Piece.empty()) {
    const size_t End = Piece.find('\n');
    const StringRef More = Piece.take_front(End);
    if (Part.size() + More.size() > MaxLine) {
      IsTooLong = true;
      Part.clear();
    } else if (!IsTooLong) {
      Part += More;
    }
    if (End == StringRef::npos)
      return;
    Piece = Piece.drop_front(End + 1);
    if (std::exchange(IsTooLong, false))
      TooLong();
    else
      Line(Part);
    Part.clear();
  }
}

void McpLines::end(function_ref<void(StringRef)> Line) {
  if (!IsTooLong && !Part.empty())
    Line(Part);
}

/// Whether output to \p Out has no reader.
static bool hasNoReader(int Out) {
  pollfd Of = {Out, 0, 0};
  return poll(&Of, 1, /*timeout=*/0) == 1 && (Of.revents & POLLERR);
}

static Error readAll(McpServer &Server, int In, bool RunsHere) {
  McpLines Lines(McpServer::MaxLine);
  auto OnLine = [&](StringRef Line) {
    Server.receive(Line);
    while (RunsHere && !Server.isIdle())
      Server.runNext();
  };
  std::string Buffer(1 << 16, '\0');
  while (true) {
    const ssize_t Got = read(In, Buffer.data(), Buffer.size());
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got < 0)
      return createFileError("<stdin>", errnoAsErrorCode());
    if (Got == 0)
      break;
    Lines.add(StringRef(Buffer).take_front(size_t(Got)), OnLine,
              [&] { Server.receiveTooLong(); });
  }
  Lines.end(OnLine);
  return Error::success();
}

Error hprof::serveMcp(McpServer &Server, int In, int Out) {
  Thread Caller;
  const bool HasThread = Caller.start([&] {
    while (Server.runNext())
      ;
  });
  Error Result = readAll(Server, In, /*RunsHere=*/!HasThread);
  Server.close();
  // A client that has disconnected needs no answers, and calls may take
  // minutes.
  while (!Server.isIdle()) {
    if (hasNoReader(Out))
      raise(SIGPIPE);
    poll(nullptr, 0, /*timeout=*/20);
  }
  Caller.join();
  return Result;
}
