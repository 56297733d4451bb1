//===- AttachSocketTest.cpp - Tests for connections to a VM ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/AttachSocket.h"
#include "Attach/AttachProtocol.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

using namespace hprof;
using namespace llvm;

namespace {

const char *const Name = ".java_pid7";

/// A folder with a socket on which a thread acts as a VM for one request.
class AttachSocketTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("attach", Path));
    Folder = Descriptor(open(Path.c_str(), O_PATH | O_DIRECTORY));
  }
  void TearDown() override {
    if (VM.joinable())
      VM.join();
    // LLVM's functions do not remove sockets.
    ::unlink((Path + "/" + Name).str().c_str());
    sys::fs::remove_directories(Path);
  }
  void listenOn() {
    Server = Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    struct sockaddr_un Address = {};
    Address.sun_family = AF_UNIX;
    std::string Full = (Path + "/" + Name).str();
    ASSERT_LT(Full.size(), sizeof(Address.sun_path));
    std::memcpy(Address.sun_path, Full.data(), Full.size());
    ASSERT_EQ(bind(Server.get(), reinterpret_cast<struct sockaddr *>(&Address),
                   sizeof(Address)),
              0);
    ASSERT_EQ(listen(Server.get(), 1), 0);
  }
  /// Reads \p Size bytes, and then sends \p Reply byte by byte.
  void play(size_t Size, const std::string &Reply) {
    VM = std::thread([this, Size, Reply] {
      Descriptor Client(accept(Server.get(), nullptr, nullptr));
      char Byte;
      while (Got.size() < Size && recv(Client.get(), &Byte, 1, 0) == 1)
        Got += Byte;
      for (char C : Reply)
        send(Client.get(), &C, 1, MSG_NOSIGNAL);
    });
  }
  Expected<Descriptor> connect(SocketPeer Peer) {
    return connectAttachSocket(Folder.get(), Name, Peer, Long);
  }

  SmallString<64> Path;
  Descriptor Folder, Server;
  std::thread VM;
  std::string Got;
  Deadline Long{std::chrono::minutes(10)};
  SocketPeer Self{static_cast<uint64_t>(getpid()), geteuid()};
};

TEST_F(AttachSocketTest, RequestAndReply) {
  listenOn();
  std::string Request =
      cantFail(encodeAttachRequest(1, "load", {"/x.so", "true", "a=b"}));
  play(Request.size(), "0\nreturn code: 3\n");
  Expected<Descriptor> Client = connect(Self);
  ASSERT_TRUE(bool(Client)) << toString(Client.takeError());
  ASSERT_TRUE(bool(*Client));
  Expected<std::string> Reply = exchange(*Client, Request, Long);
  ASSERT_TRUE(bool(Reply)) << toString(Reply.takeError());
  EXPECT_EQ(*Reply, "0\nreturn code: 3\n");
  VM.join();
  EXPECT_EQ(Got, Request);
}

/// A VM that rejects a request closes the connection before reading all of it.
TEST_F(AttachSocketTest, ReplyBeforeTheEndOfTheRequest) {
  listenOn();
  play(1, "101\n");
  Expected<Descriptor> Client = connect(Self);
  ASSERT_TRUE(Client && *Client);
  std::string Request(4 << 20, 'x');
  Expected<std::string> Reply = exchange(*Client, Request, Long);
  ASSERT_TRUE(bool(Reply)) << toString(Reply.takeError());
  EXPECT_TRUE(*Reply == "101\n" || Reply->empty()) << *Reply;
}

TEST_F(AttachSocketTest, NoReplyInTime) {
  listenOn();
  Expected<Descriptor> Client = connect(Self);
  ASSERT_TRUE(Client && *Client);
  Expected<std::string> Reply =
      exchange(*Client, "1", Deadline(std::chrono::milliseconds(1)));
  EXPECT_EQ(toString(Reply.takeError()), "the VM did not reply in time");
}

/// While no data arrives, the caller checks the VM.
TEST_F(AttachSocketTest, TheVMIsLookedAt) {
  listenOn();
  Expected<Descriptor> Client = connect(Self);
  ASSERT_TRUE(Client && *Client);
  unsigned Checks = 0;
  auto Check = [&]() -> Error {
    return ++Checks == 2 ? createStringError("it has ended") : Error::success();
  };
  Expected<std::string> Reply = exchange(*Client, "1", Long, Check);
  EXPECT_EQ(toString(Reply.takeError()), "it has ended");
  EXPECT_EQ(Checks, 2u);
}

/// The backlog of 1 is full, so connect() would block.
TEST_F(AttachSocketTest, NoConnectionInTime) {
  listenOn();
  std::vector<Descriptor> Others;
  Deadline Short(std::chrono::milliseconds(1));
  for (int I = 0; I != 10; ++I) {
    Expected<Descriptor> Client =
        connectAttachSocket(Folder.get(), Name, Self, Short);
    if (!Client) {
      EXPECT_EQ(toString(Client.takeError()),
                "attach socket '.java_pid7': the VM did not accept the "
                "connection in time");
      return;
    }
    Others.push_back(std::move(*Client));
  }
  FAIL() << "the backlog is not full";
}

TEST_F(AttachSocketTest, Remnant) {
  EXPECT_EQ(cantFail(findAttachSocket(Folder.get(), Name, Self)),
            SocketState::Missing);
  EXPECT_FALSE(bool(cantFail(connect(Self))));
  listenOn();
  Server.close();
  EXPECT_EQ(cantFail(findAttachSocket(Folder.get(), Name, Self)),
            SocketState::Present);
  EXPECT_FALSE(bool(cantFail(connect(Self))));
}

TEST_F(AttachSocketTest, OtherListeners) {
  listenOn();
  SocketPeer Other = Self;
  ++Other.Pid;
  std::string Pid = std::to_string(getpid());
  EXPECT_EQ(toString(connect(Other).takeError()),
            "attach socket '.java_pid7': process " + Pid +
                " listens on it, expected process " +
                std::to_string(Other.Pid));
  Other = Self;
  ++Other.User;
  std::string User = std::to_string(geteuid());
  EXPECT_EQ(toString(connect(Other).takeError()),
            "attach socket '.java_pid7': user " + User +
                " listens on it, expected user " + std::to_string(Other.User));
  EXPECT_EQ(toString(findAttachSocket(Folder.get(), Name, Other).takeError()),
            "attach socket '.java_pid7': belongs to user " + User +
                ", but the VM runs as user " + std::to_string(Other.User) +
                ": not trusted");
}

TEST_F(AttachSocketTest, NoSocket) {
  Descriptor(openat(Folder.get(), Name, O_CREAT | O_WRONLY, 0600));
  EXPECT_EQ(toString(findAttachSocket(Folder.get(), Name, Self).takeError()),
            "attach socket '.java_pid7': is not a socket; remove it");
  ASSERT_EQ(unlinkat(Folder.get(), Name, 0), 0);
  ASSERT_EQ(symlinkat("elsewhere", Folder.get(), Name), 0);
  EXPECT_EQ(toString(findAttachSocket(Folder.get(), Name, Self).takeError()),
            "attach socket '.java_pid7': is not a socket; remove it");
}

} // namespace
