//===- HeapService.h - Answers the requests of a page -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The requests of a page that is open in a browser:
///
///   GET /?token=TOKEN   the page
///   POST /ask/TOOL      calls a tool (McpTool.h) with the arguments in the
///   body
///
/// Other sites that are open in the browser can send requests, too, and can let
/// a name of their own refer to this machine. Therefore, each request must have
/// the token, and an address or localhost as its host.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_SERVE_HEAPSERVICE_H
#define HPROF_SERVE_HEAPSERVICE_H

#include "hprof/Mcp/McpTool.h"
#include "hprof/Serve/HttpServer.h"
#include <vector>

namespace hprof {

class HeapService {
public:
  struct Options {
    std::string Token;
    std::string Page; ///< HTML.
    std::vector<std::unique_ptr<McpTool>> Tools;
  };
  explicit HeapService(Options Is) : Is(std::move(Is)) {}

  HttpResponse answer(const HttpRequest &R, HttpClient &Client) const;

private:
  HttpResponse page(const HttpRequest &R) const;
  HttpResponse call(const HttpRequest &R, HttpClient &Client) const;
  bool isToken(llvm::StringRef Given) const;

  const Options Is;
};

/// A random token of 128 bits, in hexadecimal.
std::string makeToken();

} // namespace hprof

#endif // HPROF_SERVE_HEAPSERVICE_H
