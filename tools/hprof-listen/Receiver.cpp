//===- Receiver.cpp - The connection to an agent --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Receiver.h"
#include "Platform.h"
#include "hprof/Command/CommandText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

static sigset_t stopSignals() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : {SIGINT, SIGTERM}) {
    struct sigaction Now = {};
    ::sigaction(Signal, nullptr, &Now);
    if ((Now.sa_flags & SA_SIGINFO) || Now.sa_handler != SIG_IGN)
      sigaddset(&Set, Signal);
  }
  return Set;
}

StopSignals::StopSignals() : Fd(openSignals(stopSignals())) {}

StopSignals::~StopSignals() { closeSignals(Fd, stopSignals()); }

int StopSignals::take() const { return takeSignal(Fd); }

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

Receiver::~Receiver() { ::close(Fd); }

void Receiver::send(Command What) {
  What.Serial = ++NumSent;
  What.encode(ToSend);
  C.report().verbose("sending " + What.name());
}

/// In the background, reading from the terminal would stop the process.
void Receiver::readCommands() {
  IsTerminal = ::isatty(STDIN_FILENO);
  ReadsInput = !IsTerminal || ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
  if (ReadsInput && IsTerminal)
    C.report().note("type commands; help lists them");
  prompt();
}

void Receiver::prompt() {
  if (ReadsInput && IsTerminal)
    errs() << "hprof-listen> ";
}

void Receiver::obey(StringRef Line) {
  Line = Line.trim();
  const size_t End = Line.find_first_of(" \t");
  const StringRef Word = Line.take_front(End);
  if (Word.empty())
    return;
  if (Word == "help") {
    errs() << commandHelp();
    return;
  }
  if (Expected<Command> Parsed =
          parseCommand(Word, Line.drop_front(Word.size())))
    send(*Parsed);
  else
    C.report().warning(toString(Parsed.takeError()) +
                       " (help lists all commands)");
}

void Receiver::readLines() {
  char Buffer[4096];
  const ssize_t N = ::read(STDIN_FILENO, Buffer, sizeof(Buffer));
  if (N < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  Input.append(Buffer, size_t(std::max<ssize_t>(N, 0)));
  // The last line may lack a newline.
  if (N <= 0) {
    ReadsInput = false;
    Input += '\n';
  }
  StringRef Rest = Input;
  while (Rest.contains('\n')) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    obey(Line);
  }
  constexpr size_t LongestLine = 4096;
  if (Rest.size() > LongestLine) {
    C.report().warning("skipped a command line that is too long");
    Rest = "";
  }
  Input = Rest.str();
  prompt();
}

void Receiver::transmit() {
  const ssize_t N = sendNow(Fd, ToSend);
  if (N > 0)
    ToSend.erase(ToSend.begin(), ToSend.begin() + N);
  else if (N < 0 && errno != EINTR && errno != EAGAIN)
    ToSend
        .clear(); // Data that the agent sent before it closed may still arrive.
}

//===----------------------------------------------------------------------===//
// The stream
//===----------------------------------------------------------------------===//

/// \return false at the end.
bool Receiver::receive() {
  uint8_t Buffer[65536];
  const ssize_t N = ::recv(Fd, Buffer, sizeof(Buffer), MSG_DONTWAIT);
  if (N < 0 && (errno == EINTR || errno == EAGAIN))
    return true;
  if (N < 0)
    Trouble = sys::StrError();
  if (N <= 0)
    return false;
  return take({Buffer, size_t(N)});
}

bool Receiver::take(ArrayRef<uint8_t> Bytes) {
  if (!Watch.take(Bytes))
    return false;
  Out.os() << toStringRef(Bytes);
  Out.os().flush();
  // keep() reports the error.
  return !Out.os().has_error();
}

/// \return false if the stream ends here.
bool Receiver::interrupt() {
  if (!Stop.take())
    return true;
  if (IsStopping)
    return false;
  IsStopping = true;
  ReadsInput = false;
  C.report().note("ending the recording; on a second signal, the tool does not "
                  "wait for the agent");
  Command End;
  End.Tag = CommandTag::Detach;
  send(End);
  return true;
}

Error Receiver::exchange() {
  for (;;) {
    // Input waits until the agent has received the commands sent.
    constexpr size_t MuchToSend = 4096;
    const bool WantsInput = ReadsInput && ToSend.size() < MuchToSend;
    struct pollfd Ready[] = {
        {Fd, short(ToSend.empty() ? POLLIN : POLLIN | POLLOUT), 0},
        {Stop.fd(), POLLIN, 0},
        {WantsInput ? STDIN_FILENO : -1, POLLIN, 0}};
    if (::poll(Ready, 3, -1) < 0 && errno != EINTR)
      return createStringError(sys::StrError());
    if (Ready[1].revents && !interrupt())
      break;
    if (Ready[0].revents & POLLOUT)
      transmit();
    if (Ready[0].revents & ~POLLOUT && !receive())
      break;
    if (Ready[2].revents)
      readLines();
  }
  return Error::success();
}

Error Receiver::run(StringRef Name, ArrayRef<uint8_t> Begin) {
  if (take(Begin))
    if (Error E = exchange())
      return E;
  if (ReadsInput && IsTerminal)
    errs() << '\n';
  C.report().verbose(Twine(Watch.size()) + " bytes received");
  if (!Watch.hasHeader())
    return createStringError(
        Name + ": not an HPROF stream: expected JAVA PROFILE 1.0");
  std::string Fault = Watch.fault();
  if (!Fault.empty() && !Trouble.empty())
    Fault += ": " + Trouble;
  if (!Fault.empty())
    C.report().damage(Out.isStdout() ? Name : StringRef(Out.path()),
                      {format_errc::truncated, Watch.faultOffset(), Fault});
  return Error::success();
}
