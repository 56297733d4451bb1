//===- HttpServer.h - Answers HTTP requests ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A server for one user, on libevent:
///
///     Expected<std::unique_ptr<HttpServer>> S =
///         HttpServer::open("127.0.0.1", /*Port=*/0, {});
///     (*S)->run(
///         [](const HttpRequest &R, HttpClient &) {
///           return HttpResponse{200, "text/plain", "Hello"};
///         },
///         [&] { outs() << (*S)->port(); });
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_SERVE_HTTPSERVER_H
#define HPROF_SERVE_HTTPSERVER_H

#include "llvm/Support/Error.h"
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace hprof {

struct HttpRequest {
  bool IsPost = false; ///< Otherwise GET.
  std::string Path;    ///< "/ask/object", as in the request.
  std::string Query;   ///< "token=1&file=2", as in the request.
  // Headers, empty if missing.
  std::string Host, Origin, Authorization, ContentType;
  std::string Body;
};

struct HttpResponse {
  int Status = 200;
  std::string Type; ///< Media type of Body: "application/json".
  std::string Body;
};

/// The client of a request. All members may be called from any thread.
class HttpClient {
public:
  /// Calls \p Stop when the client has closed the connection, from another
  /// thread, or immediately if it already has. Once onGone(nullptr) returns,
  /// the previous \p Stop is no longer running.
  void onGone(std::function<void()> Stop);
  /// Records that the client has closed the connection.
  void leave();

private:
  std::mutex Lock;
  bool IsGone = false;
  std::function<void()> Stop;
};

struct HttpServerOptions {
  size_t MaxBody = 1 << 20; ///< Bytes; larger requests are rejected.
  unsigned MaxWaiting = 64; ///< Requests; others get the status 503.
  /// Ends run() after this time without a request; 0 for never.
  std::chrono::seconds IdleTimeout{0};
};

class HttpServer {
public:
  /// Runs in a thread of its own, one POST request at a time, and in the
  /// caller's for GET, which should be fast.
  using Handler =
      std::function<HttpResponse(const HttpRequest &, HttpClient &)>;

  /// Listens on \p Address, an IP address; port 0 is any free one.
  static llvm::Expected<std::unique_ptr<HttpServer>>
  open(llvm::StringRef Address, uint16_t Port,
       const HttpServerOptions &Options);
  virtual ~HttpServer() = default;

  virtual uint16_t port() const = 0;
  /// Answers requests until SIGINT, SIGTERM, or the idle timeout. Calls
  /// \p Ready first, when signals already end it.
  virtual void run(const Handler &Answer,
                   const std::function<void()> &Ready) = 0;
};

} // namespace hprof

#endif // HPROF_SERVE_HTTPSERVER_H
