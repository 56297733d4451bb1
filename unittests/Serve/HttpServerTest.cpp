//===- HttpServerTest.cpp - Tests of the server ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Serve/HttpServer.h"
#include "gtest/gtest.h"
#include <arpa/inet.h>
#include <condition_variable>
#include <csignal>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {
/// A connection of a client.
class Peer {
public:
  Peer(uint16_t Port, StringRef Request)
      : Socket(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in To{};
    To.sin_family = AF_INET;
    To.sin_port = htons(Port);
    To.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(Socket, reinterpret_cast<sockaddr *>(&To), sizeof(To)),
              0);
    EXPECT_EQ(write(Socket, Request.data(), Request.size()),
              ssize_t(Request.size()));
  }
  ~Peer() { close(Socket); }

  /// All that the server sends.
  std::string read() {
    std::string All;
    char Bytes[4096];
    for (ssize_t N; (N = ::read(Socket, Bytes, sizeof(Bytes))) > 0;)
      All.append(Bytes, size_t(N));
    return All;
  }

private:
  const int Socket;
};

constexpr StringLiteral Get = "GET /a?b=c HTTP/1.1\r\nHost: h\r\n"
                              "Connection: close\r\n\r\n",
                        Post = "POST /p HTTP/1.1\r\nHost: h\r\n"
                               "Connection: close\r\n"
                               "Content-Length: 4\r\n\r\nbody";

/// Runs a server until \p Client, in another thread, ends and signals it.
void serve(const HttpServer::Handler &Answer,
           const std::function<void(uint16_t Port)> &Client) {
  Expected<std::unique_ptr<HttpServer>> S =
      HttpServer::open("127.0.0.1", 0, {});
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  std::thread Other;
  (*S)->run(Answer, [&] {
    Other = std::thread([&] {
      Client((*S)->port());
      kill(getpid(), SIGTERM);
    });
  });
  Other.join();
}

TEST(HttpServerTest, AnswersRequests) {
  serve(
      [](const HttpRequest &R, HttpClient &) {
        return HttpResponse{R.IsPost ? 200 : 404, "text/plain",
                            R.Path + "|" + R.Query + "|" + R.Host + "|" +
                                R.Body};
      },
      [](uint16_t Port) {
        const std::string Found = Peer(Port, Post).read();
        EXPECT_EQ(Found.substr(0, 15), "HTTP/1.1 200 OK");
        EXPECT_NE(Found.find("\r\n\r\n/p||h|body"), std::string::npos) << Found;
        EXPECT_NE(Found.find("Cache-Control: no-store"), std::string::npos);
        EXPECT_NE(Peer(Port, Get).read().find("\r\n\r\n/a|b=c|h|"),
                  std::string::npos);
      });
}

/// A handler that waits until its client is gone.
struct Endless {
  std::mutex Lock;
  std::condition_variable News;
  unsigned Begun = 0, Ended = 0;

  HttpResponse answer(HttpClient &Client) {
    bool IsGone = false;
    Client.onGone([&] {
      const std::lock_guard<std::mutex> Guard(Lock);
      IsGone = true;
      News.notify_all();
    });
    {
      std::unique_lock<std::mutex> Guard(Lock);
      ++Begun;
      News.notify_all();
      News.wait(Guard, [&] { return IsGone; });
    }
    Client.onGone(nullptr);
    const std::lock_guard<std::mutex> Guard(Lock);
    ++Ended;
    News.notify_all();
    return {200, "text/plain", "late"};
  }
  void await(unsigned Endless::*Count, unsigned N) {
    std::unique_lock<std::mutex> Guard(Lock);
    News.wait(Guard, [&] { return this->*Count == N; });
  }
};

TEST(HttpServerTest, ClosedConnectionsCancelRequests) {
  Endless Of;
  serve(
      [&](const HttpRequest &R, HttpClient &Client) {
        return R.IsPost ? Of.answer(Client)
                        : HttpResponse{200, "text/plain", "page"};
      },
      [&](uint16_t Port) {
        {
          Peer First(Port, Post);
          Of.await(&Endless::Begun, 1);
          const Peer Waiting(Port, Post);
          // Pages do not wait for the request.
          EXPECT_NE(Peer(Port, Get).read().find("page"), std::string::npos);
        }
        Of.await(&Endless::Ended, 2);
      });
}

TEST(HttpServerTest, SignalsEndRequests) {
  Endless Of;
  std::unique_ptr<Peer> First, Second;
  serve([&](const HttpRequest &,
            HttpClient &Client) { return Of.answer(Client); },
        [&](uint16_t Port) {
          First = std::make_unique<Peer>(Port, Post);
          Second = std::make_unique<Peer>(Port, Post);
          Of.await(&Endless::Begun, 1);
        });
  EXPECT_EQ(Of.Ended, 1u);
}

TEST(HttpServerTest, EndsWhenIdle) {
  HttpServerOptions Options;
  Options.IdleTimeout = std::chrono::seconds(1);
  Expected<std::unique_ptr<HttpServer>> S =
      HttpServer::open("127.0.0.1", 0, Options);
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  bool IsReady = false;
  (*S)->run([](const HttpRequest &, HttpClient &) { return HttpResponse(); },
            [&] { IsReady = true; });
  EXPECT_TRUE(IsReady);
}

TEST(HttpServerTest, PortInUseIsAnError) {
  Expected<std::unique_ptr<HttpServer>> One =
      HttpServer::open("127.0.0.1", 0, {});
  ASSERT_TRUE(bool(One)) << toString(One.takeError());
  Expected<std::unique_ptr<HttpServer>> Other =
      HttpServer::open("127.0.0.1", (*One)->port(), {});
  ASSERT_FALSE(bool(Other));
  const std::string Text = toString(Other.takeError());
  EXPECT_EQ(StringRef(Text), "cannot listen on 127.0.0.1, port " +
                                 std::to_string((*One)->port()) +
                                 ": Address already in use");
}
} // namespace
