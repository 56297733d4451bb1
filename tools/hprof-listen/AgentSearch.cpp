//===- AgentSearch.cpp - Finds the agent among peers ----------------------===//
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
#include "StreamWatch.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Maximum number of open connections. Agents send their first bytes
/// immediately, or when a VM that waits for a debugger continues.
static constexpr size_t MostPeers = 16;

AgentSearch::~AgentSearch() {
  for (const FoundAgent &Peer : Peers)
    if (Peer.Fd >= 0)
      ::close(Peer.Fd);
}

void AgentSearch::close(FoundAgent &Peer, const Twine &Why) {
  ::close(std::exchange(Peer.Fd, -1));
  Report.note(From.name() +
              ": closed a connection that is not from an agent: " + Why);
}

Error AgentSearch::accept() {
  const int Fd = acceptConnection(From.fd());
  if (Fd < 0) {
    if (errno == EINTR || errno == ECONNABORTED || errno == EAGAIN)
      return Error::success();
    return createStringError(From.name() + ": " + sys::StrError());
  }
  if (Peers.size() == MostPeers) {
    close(Peers.front(),
          "the oldest of " + Twine(MostPeers) + " without a header");
    Peers.erase(Peers.begin());
  }
  Peers.push_back({Fd, {}});
  return Error::success();
}

bool AgentSearch::receive(FoundAgent &Peer) {
  constexpr size_t Wanted = StreamWatch::Magic.size();
  uint8_t Buffer[Wanted];
  const ssize_t N =
      ::recv(Peer.Fd, Buffer, Wanted - Peer.Begin.size(), MSG_DONTWAIT);
  if (N < 0 && (errno == EINTR || errno == EAGAIN))
    return false;
  if (N > 0)
    Peer.Begin.append(Buffer, Buffer + N);
  const StringRef Sent = toStringRef(Peer.Begin);
  if (!StreamWatch::Magic.starts_with(Sent)) {
    close(Peer,
          "received '" + escape(Sent) + "', expected " + StreamWatch::Magic);
    return false;
  }
  if (N <= 0) {
    close(Peer,
          Sent.empty() ? "received nothing" : "received only '" + Sent + "'");
    return false;
  }
  return Sent.size() == Wanted;
}

Expected<std::optional<FoundAgent>>
AgentSearch::run(const StopSignals &Stop, std::chrono::seconds Timeout) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + Timeout;
  for (;;) {
    const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - Clock::now());
    // Wide enough for a large timeout.
    constexpr int64_t Most = 60'000;
    SmallVector<struct pollfd, 2 + MostPeers> Ready = {{From.fd(), POLLIN, 0},
                                                       {Stop.fd(), POLLIN, 0}};
    for (const FoundAgent &Peer : Peers)
      Ready.push_back({Peer.Fd, POLLIN, 0});
    if (::poll(Ready.data(), nfds_t(Ready.size()),
               Timeout.count() ? int(std::clamp<int64_t>(Left.count(), 0, Most))
                               : -1) < 0)
      for (struct pollfd &One : Ready)
        One.revents = 0;
    if (Ready[1].revents)
      return std::nullopt;
    for (auto [Peer, Event] : zip(Peers, drop_begin(Ready, 2)))
      if (Event.revents && receive(Peer))
        return FoundAgent{std::exchange(Peer.Fd, -1), Peer.Begin};
    erase_if(Peers, [](const FoundAgent &Peer) { return Peer.Fd < 0; });
    if (Ready[0].revents)
      if (Error E = accept())
        return E;
    if (Timeout.count() && Clock::now() >= End)
      return createStringError(From.name() + ": no agent connected within " +
                               counted(uint64_t(Timeout.count()), "second"));
  }
}
