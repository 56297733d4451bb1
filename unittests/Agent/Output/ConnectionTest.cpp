//===- ConnectionTest.cpp - Tests of output through a socket --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Output/Connection.h"
#include "Agent/FakeJvm.h"
#include "Agent/Output/FileSink.h"
#include "Agent/Output/Output.h"
#include "Agent/Output/Peer.h"
#include "Agent/TestPeer.h"
#include "hprof/Agent/Load.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static Options connectingTo(const std::string &Address) {
  OptionEnvironment Env;
  Env.Pid = 7;
  return cantFail(parseOptions("net=" + Address, Env));
}

class Connection : public testing::TestWithParam<TestPeer::Kind> {};

TEST_P(Connection, AllBytesArrive) {
  TestPeer Peer(GetParam());
  if (Peer.address().empty())
    GTEST_SKIP() << "no such addresses";
  Output Out = cantFail(openOutput(connectingTo(Peer.address()), 7));
  EXPECT_EQ("unix:" + Out.To->name(), GetParam() == TestPeer::Kind::Unix
                                          ? Peer.address()
                                          : "unix:" + Peer.address());
  const std::string Data(3 << 20, 'x');
  {
    FileSink Sink(Out.To);
    Sink.append(arrayRefFromStringRef(Data));
    // If the agent does not read this, the kernel discards data in transit.
    Peer.send({1, 2, 3});
    EXPECT_EQ(toString(Sink.finish()), "");
  }
  EXPECT_TRUE(Peer.received() == Data);
}

TEST_P(Connection, ASession) {
  TestPeer Peer(GetParam());
  if (Peer.address().empty())
    GTEST_SKIP() << "no such addresses";
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string Options =
      "heap=dump,format=b,verbose=n,net=" + Peer.address();
  ASSERT_EQ(load(*Vm.vm(), Options.c_str()), JNI_OK);
  Vm.init();
  // Initial records are sent without waiting for a dump.
  EXPECT_TRUE(Peer.waitFor("java.lang.Object"));
  Vm.requestDump();
  Vm.die();
  unload();
  EXPECT_EQ(countOf(recordsIn(Peer.received()), "heapDumpEnd"), 2u);
  EXPECT_EQ(Messages.text(), "");
}

TEST_P(Connection, ThePeerGoes) {
  TestPeer Peer(GetParam());
  if (Peer.address().empty())
    GTEST_SKIP() << "no such addresses";
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string Options =
      "heap=dump,format=b,verbose=n,net=" + Peer.address();
  ASSERT_EQ(load(*Vm.vm(), Options.c_str()), JNI_OK);
  Vm.init();
  EXPECT_TRUE(Peer.waitFor("java.lang.Object"));
  Peer.close();
  // The system detects the closed connection only after the first bytes.
  for (int I = 0; I != 5; ++I)
    Vm.requestDump();
  Vm.die();
  unload();
  EXPECT_EQ(Messages.numErrors(), 1u) << Messages.text();
  EXPECT_NE(
      Messages.text().find("the program continues without being recorded"),
      std::string::npos);
}

/// The agent must detect this without writing: a program may write nothing for
/// hours.
TEST_P(Connection, ThePeerGoesWhileNothingIsWritten) {
  for (const char *Mode :
       {"heap=dump,format=b", "heap=dump,format=a", "cpu=old", "threads=y"}) {
    TestPeer Peer(GetParam());
    if (Peer.address().empty())
      GTEST_SKIP() << "no such addresses";
    CapturedMessages Messages;
    FakeJvm Vm;
    const std::string Options = std::string(Mode) + ",verbose=n,doe=n,net=";
    ASSERT_EQ(load(*Vm.vm(), (Options + Peer.address()).c_str()), JNI_OK);
    Vm.init();
    Peer.close();
    // The listener ends, because it has nothing left to do.
    Vm.joinAgents();
    EXPECT_EQ(Messages.numErrors(), 1u) << Mode << Messages.text();
    EXPECT_NE(Messages.text().find("cannot write"), std::string::npos);
    Vm.die();
    unload();
    EXPECT_EQ(Messages.numErrors(), 1u) << Mode << Messages.text();
  }
}

/// A peer that shuts down sending has not closed the connection yet.
TEST_P(Connection, ThePeerSendsNothingMore) {
  TestPeer Peer(GetParam());
  if (Peer.address().empty())
    GTEST_SKIP() << "no such addresses";
  CapturedMessages Messages;
  FakeJvm Vm;
  const std::string Options = "heap=dump,verbose=n,net=" + Peer.address();
  ASSERT_EQ(load(*Vm.vm(), Options.c_str()), JNI_OK);
  Vm.init();
  EXPECT_TRUE(Peer.waitFor("THREAD START"));
  Peer.endSending();
  // Over TCP, the agent probes the connection by sending a third blank line;
  // the header already contains two.
  const bool IsTried = GetParam() != TestPeer::Kind::Unix;
  EXPECT_TRUE(!IsTried || Peer.waitFor("\n\n", 3));
  Vm.requestDump();
  EXPECT_TRUE(Peer.waitFor("HEAP DUMP END"));
  EXPECT_EQ(Messages.text(), "");
  // If the agent sends nothing more, only a Unix socket reports that.
  Peer.close();
  if (!IsTried)
    Vm.joinAgents();
  Vm.requestDump();
  Vm.requestDump();
  Vm.die();
  unload();
  EXPECT_EQ(Messages.numErrors(), 1u) << Messages.text();
}

INSTANTIATE_TEST_SUITE_P(, Connection,
                         testing::Values(TestPeer::Kind::Unix,
                                         TestPeer::Kind::IPv4,
                                         TestPeer::Kind::IPv6));

TEST(NoConnection, NobodyListens) {
  TempFolder Folder;
  const std::string Unix = Folder.path("none");
  EXPECT_EQ(toString(openOutput(connectingTo("unix:" + Unix), 7).takeError()),
            "cannot connect to '" + Unix + "': No such file or directory");
  std::string Address;
  {
    TestPeer Gone(TestPeer::Kind::IPv4);
    Address = Gone.address();
  }
  EXPECT_EQ(toString(openOutput(connectingTo(Address), 7).takeError()),
            "cannot connect to '" + Address + "': Connection refused");
  CapturedMessages Messages;
  FakeJvm Vm;
  EXPECT_EQ(load(*Vm.vm(), ("net=" + Address).c_str()), JNI_OK);
  EXPECT_EQ(Messages.text(), "HPROF ERROR: cannot connect to '" + Address +
                                 "': Connection refused; the program continues "
                                 "without being recorded\n");
  for (const FakeJvm::Env &E : Vm.Environments)
    EXPECT_TRUE(E.isAtRest());
}

TEST(NoConnection, UnknownHost) {
  EXPECT_TRUE(
      StringRef(
          toString(openOutput(connectingTo("host.invalid:1"), 7).takeError()))
          .starts_with("cannot connect to 'host.invalid:1': "));
}

TEST(NoConnection, ThePeerDoesNotRead) {
  int Ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, Ends), 0);
  FileSink Sink(
      std::make_shared<Peer>("it", Ends[0], std::chrono::milliseconds(1)));
  Sink.append(arrayRefFromStringRef(std::string(1 << 24, 'x')));
  EXPECT_TRUE(Sink.hasFailed());
  EXPECT_EQ(toString(Sink.finish()),
            "the peer does not read, or reads too slowly");
  ::close(Ends[1]);
}

/// A thread that is blocked writing to the peer is also released.
TEST(NoConnection, TheVmEndsWhileAThreadWrites) {
  int Ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, Ends), 0);
  Peer To("it", Ends[0], std::chrono::hours(10));
  std::string Failure;
  std::thread Writer([&] {
    Failure =
        toString(To.write(arrayRefFromStringRef(std::string(1 << 24, 'x'))));
  });
  // The thread has begun to write.
  char First;
  EXPECT_EQ(::recv(Ends[1], &First, 1, 0), 1);
  To.expectEnd(std::chrono::milliseconds(0));
  Writer.join();
  EXPECT_EQ(Failure,
            "the peer did not accept all data within net-timeout= at VM exit");
  ::close(Ends[1]);
}
