//===- FileSinkTest.cpp - Tests of the sink of the agent ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Output/FileSink.h"
#include "Agent/AgentTesting.h"
#include "gtest/gtest.h"
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// 1 MiB without repeated content.
static std::vector<uint8_t> bytes() {
  std::vector<uint8_t> Result(1 << 20);
  uint32_t N = 1;
  for (uint8_t &B : Result)
    B = uint8_t((N = N * 1664525 + 1013904223) >> 24);
  return Result;
}

/// Everything read from \p Fd until its end, in chunks of \p Size bytes.
static std::vector<uint8_t> receive(int Fd, size_t Size) {
  std::vector<uint8_t> Result, Piece(Size);
  ssize_t N;
  while ((N = ::read(Fd, Piece.data(), Size)) > 0)
    Result.insert(Result.end(), Piece.begin(), Piece.begin() + N);
  return Result;
}

static void append(Sink &Out, ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    const size_t N = std::min<size_t>(Bytes.size(), 1000);
    Out.append(Bytes.take_front(N));
    Bytes = Bytes.drop_front(N);
  }
}

TEST(AgentSink, File) {
  TempFolder Folder;
  const std::string Name = Folder.path("out");
  FileSink Out(::open(Name.c_str(), O_WRONLY | O_CREAT, 0600));
  const std::vector<uint8_t> Data = bytes();
  append(Out, ArrayRef(Data).take_front(10));
  EXPECT_EQ(contentOf(Name).size(), 0u);
  Out.flush();
  EXPECT_EQ(contentOf(Name).size(), 10u);
  append(Out, ArrayRef(Data).drop_front(10));
  EXPECT_FALSE(bool(Out.finish()));
  EXPECT_EQ(contentOf(Name), std::string(Data.begin(), Data.end()));
}

TEST(AgentSink, ShortWrites) {
  // A pipe holds 64 KiB, and a nonblocking write may accept less.
  for (int Flags : {0, O_NONBLOCK}) {
    int Ends[2];
    ASSERT_EQ(::pipe(Ends), 0);
    ::fcntl(Ends[1], F_SETFL, Flags);
    std::vector<uint8_t> Got;
    std::thread Reader([&] { Got = receive(Ends[0], 777); });
    {
      FileSink Out(Ends[1]);
      append(Out, bytes());
      EXPECT_EQ(toString(Out.finish()), "");
    }
    Reader.join();
    ::close(Ends[0]);
    EXPECT_TRUE(Got == bytes());
  }
}

TEST(AgentSink, DiskFull) {
  FileSink Out(::open("/dev/full", O_WRONLY));
  append(Out, bytes());
  EXPECT_TRUE(Out.hasFailed());
  EXPECT_NE(toString(Out.finish()).find("No space left on device"),
            std::string::npos);
}

TEST(AgentSink, ThePeerOfASocketGoes) {
  // Without protection, SIGPIPE would kill this program.
  int Ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, Ends), 0);
  FileSink Out(Ends[0]);
  append(Out, ArrayRef(bytes()).take_front(10));
  Out.flush();
  EXPECT_FALSE(Out.hasFailed());
  ::close(Ends[1]);
  append(Out, bytes());
  EXPECT_TRUE(Out.hasFailed());
  EXPECT_NE(toString(Out.finish()), "");
}

TEST(AgentSink, SignalsInterruptWrites) {
  struct sigaction Action = {}, Before;
  Action.sa_handler = [](int) {};
  ASSERT_EQ(::sigaction(SIGUSR1, &Action, &Before), 0);
  int Ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, Ends), 0);
  std::atomic<bool> IsDone{false};
  std::thread Writer([&] {
    FileSink Out(Ends[0]);
    append(Out, bytes());
    EXPECT_EQ(toString(Out.finish()), "");
    IsDone = true;
  });
  std::vector<uint8_t> Got;
  std::thread Reader([&] { Got = receive(Ends[1], 5000); });
  while (!IsDone) {
    ::pthread_kill(Writer.native_handle(), SIGUSR1);
    std::this_thread::yield();
  }
  Writer.join();
  Reader.join();
  ::close(Ends[1]);
  EXPECT_TRUE(Got == bytes());
  ::sigaction(SIGUSR1, &Before, nullptr);
}
