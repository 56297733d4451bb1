//===- hprof-listen.cpp - Receives the output of an agent -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentSearch.h"
#include "ListenSocket.h"
#include "Platform.h"
#include "Receiver.h"
#include "hprof/Command/CommandText.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <poll.h>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

/// Options that stand for commands, with the command names.
static constexpr std::pair<unsigned, StringLiteral> CommandOptions[] = {
    {OPT_gc, "gc"},           {OPT_dump_heap, "dump"},  {OPT_sites, "sites"},
    {OPT_sites_eq, "sites"},  {OPT_summary, "summary"}, {OPT_traces, "traces"},
    {OPT_threads, "threads"}, {OPT_cpu, "cpu"},         {OPT_cpu_eq, "cpu"},
    {OPT_control, "control"}, {OPT_detach, "detach"},   {OPT_exit, "exit"}};

static Expected<std::vector<Command>> commandsOf(const ToolContext &C) {
  SmallVector<unsigned, 16> Ids;
  for (const auto &[Id, Word] : CommandOptions)
    Ids.push_back(Id);
  std::vector<Command> Result;
  for (const auto &[Given, Value] : C.inOrder(Ids))
    for (const auto &[Id, Word] : CommandOptions) {
      if (Id != Given)
        continue;
      Expected<Command> One = parseCommand(Word, Value);
      if (!One)
        return usageError("--" + toString(One.takeError()));
      Result.push_back(*One);
    }
  return Result;
}

static Expected<std::chrono::seconds> timeoutOf(const ToolContext &C) {
  constexpr uint64_t Most = 86400;
  const uint64_t Seconds = C.number(OPT_timeout, 0);
  if (C.has(OPT_timeout) && (!Seconds || Seconds > Most))
    return usageError("invalid value '" + Twine(Seconds) +
                      "' for '--timeout': expected 1 to " + Twine(Most));
  return std::chrono::seconds(Seconds);
}

static Error run(ToolContext &C) {
  if (C.inputs().size() != 1)
    return usageError(C.inputs().empty()
                          ? "no address; specify a port, such as 5000"
                          : "unexpected argument '" + C.inputs()[1] + "'");
  Expected<ListenAddress> Address = ListenAddress::parse(C.inputs()[0]);
  if (!Address)
    return Address.takeError();
  Expected<std::vector<Command>> Commands = commandsOf(C);
  if (!Commands)
    return Commands.takeError();
  Expected<std::chrono::seconds> Timeout = timeoutOf(C);
  if (!Timeout)
    return Timeout.takeError();
  Expected<OutputFile *> Out = C.openOutput(OutputFile::Content::Binary);
  if (!Out)
    return Out.takeError();

  auto Stop = std::make_unique<StopSignals>();
  std::string Name;
  std::optional<FoundAgent> Agent;
  {
    Expected<ListenSocket> From = ListenSocket::open(*Address);
    if (!From)
      return From.takeError();
    Name = From->name();
    C.report().note("listening on " + Name);
    Expected<std::optional<FoundAgent>> Found =
        AgentSearch(*From, C.report()).run(*Stop, *Timeout);
    if (!Found)
      return Found.takeError();
    Agent = std::move(*Found);
  }
  if (!Agent) {
    // Exits like a program without a signal handler: there is nothing to save.
    const int Signal = Stop->take();
    Stop.reset();
    ::raise(Signal);
    return createStringError("interrupted");
  }
  C.report().verbose("an agent has connected");
  Receiver R(C, Agent->Fd, **Out, *Stop);
  for (const Command &One : *Commands)
    R.send(One);
  if (Commands->empty())
    R.readCommands();
  return R.run(Name, Agent->Begin);
}

int main(int Argc, char **Argv) {
  return toolMain(
      Argc, Argv,
      {"hprof-listen", "[options] address",
       "Receives the output of the agent libhprof.so and sends commands to it",
       InputRule::Texts, /*TextOutput=*/false},
      toolOptions(), run);
}
