//===- HttpServer.cpp - Answers HTTP requests -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Serve/HttpServer.h"
#include "llvm/Support/Errno.h"
#include <condition_variable>
#include <csignal>
#include <deque>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/thread.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <vector>

using namespace hprof;
using namespace llvm;

void HttpClient::onGone(std::function<void()> NewStop) {
  const std::lock_guard<std::mutex> Guard(Lock);
  Stop = std::move(NewStop);
  if (IsGone && Stop)
    Stop();
}

void HttpClient::leave() {
  const std::lock_guard<std::mutex> Guard(Lock);
  IsGone = true;
  if (Stop)
    Stop();
}

namespace {
template <auto Free> struct Deleter {
  template <class T> void operator()(T *Is) const { Free(Is); }
};
using BasePtr = std::unique_ptr<event_base, Deleter<event_base_free>>;
using HttpPtr = std::unique_ptr<evhttp, Deleter<evhttp_free>>;
using EventPtr = std::unique_ptr<event, Deleter<event_free>>;

/// A request that waits for its answer or has it.
struct Job {
  evhttp_request *Of = nullptr; ///< Null if the client is gone.
  HttpRequest Is;
  HttpResponse Answer;
  HttpClient Client;
};
using JobPtr = std::shared_ptr<Job>;

/// The loop runs in the thread that calls run(), and the handler in another.
class Server final : public HttpServer {
public:
  explicit Server(const HttpServerOptions &Options) : Options(Options) {}
  Error listen(StringRef Address, uint16_t Port);

  uint16_t port() const override { return Port; }
  void run(const Handler &Answer, const std::function<void()> &Ready) override;

private:
  static void onRequest(evhttp_request *Of, void *Self);
  static void onClose(evhttp_connection *, void *Self);
  static void onDone(evutil_socket_t, short, void *Self);
  static void onTick(evutil_socket_t, short, void *Self);
  static void onSignal(evutil_socket_t, short, void *Self);
  void accept(evhttp_request *Of);
  void sendAnswers();
  void findGone();
  void drop(const evhttp_connection *Closed);
  void work(const Handler &Answer);

  const HttpServerOptions Options;
  BasePtr Base;
  HttpPtr Http;
  const Handler *Answer = nullptr;
  EventPtr Done; ///< Activated by the worker.
  uint16_t Port = 0;
  std::vector<JobPtr> Open; ///< Requests without a sent answer.
  std::chrono::steady_clock::time_point Last;

  std::mutex Lock; ///< Guards the following.
  std::condition_variable HasNews;
  std::deque<JobPtr> Waiting;
  std::vector<JobPtr> Answered;
  bool IsOver = false;
};
} // namespace

Error Server::listen(StringRef Address, uint16_t Wanted) {
  evthread_use_pthreads();
  event_set_log_callback([](int, const char *) {}); // Errors are returned.
  Base.reset(event_base_new());
  Http.reset(evhttp_new(Base.get()));
  evhttp_set_allowed_methods(Http.get(), EVHTTP_REQ_GET | EVHTTP_REQ_POST);
  evhttp_set_max_body_size(Http.get(), ev_ssize_t(Options.MaxBody));
  constexpr ev_ssize_t MaxHeaders = 16 << 10;
  evhttp_set_max_headers_size(Http.get(), MaxHeaders);
  constexpr int Seconds = 60; // For reading a request and writing an answer.
  evhttp_set_timeout(Http.get(), Seconds);
  evhttp_set_gencb(Http.get(), onRequest, this);
  evhttp_bound_socket *Socket =
      evhttp_bind_socket_with_handle(Http.get(), Address.str().c_str(), Wanted);
  if (!Socket)
    return createStringError("cannot listen on " + Address + ", port " +
                             Twine(Wanted) + ": " + sys::StrError());
  sockaddr_storage Bound{};
  socklen_t Size = sizeof(Bound);
  getsockname(evhttp_bound_socket_get_fd(Socket),
              reinterpret_cast<sockaddr *>(&Bound), &Size);
  // The port is at the same place in both kinds of addresses.
  Port = ntohs(reinterpret_cast<const sockaddr_in *>(&Bound)->sin_port);
  return Error::success();
}

Expected<std::unique_ptr<HttpServer>>
HttpServer::open(StringRef Address, uint16_t Port,
                 const HttpServerOptions &Options) {
  auto S = std::make_unique<Server>(Options);
  if (Error E = S->listen(Address, Port))
    return E;
  return S;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

static std::string header(evhttp_request *Of, const char *Name) {
  const char *Value =
      evhttp_find_header(evhttp_request_get_input_headers(Of), Name);
  return Value ? Value : "";
}

static HttpRequest requestOf(evhttp_request *Of) {
  HttpRequest R;
  R.IsPost = evhttp_request_get_command(Of) == EVHTTP_REQ_POST;
  const evhttp_uri *Uri = evhttp_request_get_evhttp_uri(Of);
  if (const char *Path = evhttp_uri_get_path(Uri))
    R.Path = Path;
  if (const char *Query = evhttp_uri_get_query(Uri))
    R.Query = Query;
  R.Host = header(Of, "Host");
  R.Origin = header(Of, "Origin");
  R.Authorization = header(Of, "Authorization");
  R.ContentType = header(Of, "Content-Type");
  evbuffer *Body = evhttp_request_get_input_buffer(Of);
  R.Body.resize(evbuffer_get_length(Body));
  evbuffer_copyout(Body, R.Body.data(), R.Body.size());
  return R;
}

static void send(evhttp_request *To, const HttpResponse &R) {
  evkeyvalq *Headers = evhttp_request_get_output_headers(To);
  evhttp_add_header(Headers, "Content-Type", R.Type.c_str());
  evhttp_add_header(Headers, "Cache-Control", "no-store");
  evhttp_add_header(Headers, "X-Content-Type-Options", "nosniff");
  evhttp_add_header(Headers, "Referrer-Policy", "no-referrer");
  evhttp_add_header(Headers, "Cross-Origin-Resource-Policy", "same-origin");
  evhttp_add_header(Headers, "X-Frame-Options", "DENY");
  evbuffer_add(evhttp_request_get_output_buffer(To), R.Body.data(),
               R.Body.size());
  evhttp_send_reply(To, R.Status, nullptr, nullptr);
}

void Server::onRequest(evhttp_request *Of, void *Self) {
  static_cast<Server *>(Self)->accept(Of);
}

void Server::accept(evhttp_request *Of) {
  Last = std::chrono::steady_clock::now();
  if (Open.size() >= Options.MaxWaiting)
    return send(Of, {503, "text/plain", "too many pending requests\n"});
  auto Now = std::make_shared<Job>();
  Now->Of = Of;
  Now->Is = requestOf(Of);
  if (!Now->Is.IsPost)
    return send(Of, (*Answer)(Now->Is, Now->Client));
  evhttp_connection_set_closecb(evhttp_request_get_connection(Of), onClose,
                                this);
  Open.push_back(Now);
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    Waiting.push_back(std::move(Now));
  }
  HasNews.notify_one();
}

void Server::onClose(evhttp_connection *Closed, void *Self) {
  static_cast<Server *>(Self)->drop(Closed);
}

/// libevent frees the requests of a closed connection.
void Server::drop(const evhttp_connection *Closed) {
  for (const JobPtr &Now : Open)
    if (Now->Of && evhttp_request_get_connection(Now->Of) == Closed) {
      Now->Of = nullptr;
      Now->Client.leave();
    }
}

void Server::onDone(evutil_socket_t, short, void *Self) {
  static_cast<Server *>(Self)->sendAnswers();
}

void Server::sendAnswers() {
  std::vector<JobPtr> Now;
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    std::swap(Now, Answered);
  }
  Last = std::chrono::steady_clock::now();
  for (const JobPtr &One : Now) {
    llvm::erase(Open, One);
    if (One->Of)
      send(One->Of, One->Answer);
  }
}

void Server::onTick(evutil_socket_t, short, void *Self) {
  static_cast<Server *>(Self)->findGone();
}

/// While a request is processed, libevent does not read from its connection.
void Server::findGone() {
  for (const JobPtr &Now : Open) {
    if (!Now->Of)
      continue;
    const evutil_socket_t Socket =
        bufferevent_getfd(evhttp_connection_get_bufferevent(
            evhttp_request_get_connection(Now->Of)));
    char Byte;
    if (recv(Socket, &Byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
      Now->Client.leave();
  }
  if (Options.IdleTimeout.count() && Open.empty() &&
      std::chrono::steady_clock::now() - Last > Options.IdleTimeout)
    event_base_loopbreak(Base.get());
}

void Server::onSignal(evutil_socket_t, short, void *Self) {
  event_base_loopbreak(static_cast<Server *>(Self)->Base.get());
}

void Server::run(const Handler &Answer, const std::function<void()> &Ready) {
  std::signal(SIGPIPE, SIG_IGN);
  this->Answer = &Answer;
  Last = std::chrono::steady_clock::now();
  Done.reset(event_new(Base.get(), -1, EV_PERSIST, onDone, this));
  const EventPtr Tick(event_new(Base.get(), -1, EV_PERSIST, onTick, this));
  constexpr timeval Often{0, 200000};
  event_add(Tick.get(), &Often);
  std::vector<EventPtr> Signals;
  for (int Signal : {SIGINT, SIGTERM})
    event_add(
        Signals.emplace_back(evsignal_new(Base.get(), Signal, onSignal, this))
            .get(),
        nullptr);
  Ready();
  std::thread Worker([&] { work(Answer); });
  event_base_dispatch(Base.get());
  {
    const std::lock_guard<std::mutex> Guard(Lock);
    IsOver = true;
  }
  HasNews.notify_one();
  for (const JobPtr &Now : Open)
    Now->Client.leave();
  Worker.join();
  // This closes connections, whose requests are still known.
  Http.reset();
  Open.clear();
}

//===----------------------------------------------------------------------===//
// The worker
//===----------------------------------------------------------------------===//

void Server::work(const Handler &Answer) {
  for (;;) {
    JobPtr Now;
    {
      std::unique_lock<std::mutex> Guard(Lock);
      HasNews.wait(Guard, [&] { return IsOver || !Waiting.empty(); });
      if (IsOver)
        return;
      Now = std::move(Waiting.front());
      Waiting.pop_front();
    }
    Now->Answer = Answer(Now->Is, Now->Client);
    {
      const std::lock_guard<std::mutex> Guard(Lock);
      Answered.push_back(std::move(Now));
    }
    event_active(Done.get(), EV_READ, 0);
  }
}
