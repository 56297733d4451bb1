//===- HeapService.cpp - Answers the requests of a page -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Serve/HeapService.h"
#include "hprof/Format/Base/ParseJson.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <arpa/inet.h>
#include <random>

using namespace hprof;
using namespace llvm;

std::string hprof::makeToken() {
  std::random_device Random; // The kernel's, on Linux and macOS.
  std::string Token;
  for (unsigned I = 0; I != 4; ++I)
    Token +=
        utohexstr(Random() | uint64_t(1) << 32, /*LowerCase=*/true).substr(1);
  return Token;
}

/// Takes the same time for all values of the same length.
bool HeapService::isToken(StringRef Given) const {
  unsigned char Different = Given.size() != Is.Token.size();
  for (size_t I = 0; I != std::min(Given.size(), Is.Token.size()); ++I)
    Different |= static_cast<unsigned char>(Given[I] ^ Is.Token[I]);
  return !Different;
}

static HttpResponse textResponse(int Status, const Twine &Text) {
  return {Status, "text/plain; charset=utf-8", (Text + "\n").str()};
}

static HttpResponse errorResponse(int Status, const Twine &What) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  J.object([&] { J.attribute("error", toUtf8(What.str())); });
  J.flush();
  return {Status, "application/json", std::move(Text)};
}

/// Whether \p Host, with or without a port, is an address or "localhost". A
/// site can let names of its own refer to this machine, but no others.
static bool isThisMachine(StringRef Host) {
  in6_addr Unused;
  const auto IsAddress = [&](int Family, StringRef Text) {
    return inet_pton(Family, Text.str().c_str(), &Unused) == 1;
  };
  if (Host.consume_front("["))
    return Host.contains(']') && IsAddress(AF_INET6, Host.split(']').first);
  Host = Host.split(':').first;
  return Host.equals_insensitive("localhost") || IsAddress(AF_INET, Host);
}

HttpResponse HeapService::answer(const HttpRequest &R,
                                 HttpClient &Client) const {
  if (!isThisMachine(R.Host))
    return textResponse(403, "the host is neither an address nor localhost");
  if (!R.Origin.empty() && R.Origin != "http://" + R.Host)
    return textResponse(403, "requests of other sites are rejected");
  if (R.Path == "/" && !R.IsPost)
    return page(R);
  if (StringRef(R.Path).starts_with("/ask/") && R.IsPost)
    return call(R, Client);
  return textResponse(404, "not found");
}

HttpResponse HeapService::page(const HttpRequest &R) const {
  StringRef Rest = R.Query;
  while (!Rest.empty()) {
    const auto [One, Others] = Rest.split('&');
    const auto [Name, Value] = One.split('=');
    if (Name == "token" && isToken(Value))
      return {200, "text/html; charset=utf-8", Is.Page};
    Rest = Others;
  }
  return textResponse(403, "open the address that hprof-serve printed: it "
                           "contains a token");
}

HttpResponse HeapService::call(const HttpRequest &R, HttpClient &Client) const {
  StringRef Token = R.Authorization;
  if (!Token.consume_front("Bearer ") || !isToken(Token))
    return errorResponse(403, "expected the token");
  if (!StringRef(R.ContentType).starts_with("application/json"))
    return errorResponse(415, "expected application/json");
  const StringRef Name =
      StringRef(R.Path).drop_front(StringRef("/ask/").size());
  const auto Tool =
      find_if(Is.Tools, [&](const auto &T) { return T->name() == Name; });
  if (Tool == Is.Tools.end())
    return errorResponse(404, "no tool is named '" + Name + "'");
  Expected<json::Value> Body = parseJson(R.Body);
  if (!Body)
    return errorResponse(400, toString(Body.takeError()));
  const json::Object *Given = Body->getAsObject();
  if (!Given)
    return errorResponse(400, "expected an object with the arguments");
  Expected<McpArguments> Arguments =
      McpArguments::parse((*Tool)->parameters(), *Given);
  if (!Arguments)
    return errorResponse(400, toString(Arguments.takeError()));
  McpCall Call;
  Client.onGone([&] { Call.cancel(); });
  Expected<std::string> Answer = (*Tool)->call(*Arguments, Call);
  Client.onGone(nullptr);
  if (!Answer)
    return errorResponse(400, toString(Answer.takeError()));
  return {200, "application/json", std::move(*Answer)};
}
