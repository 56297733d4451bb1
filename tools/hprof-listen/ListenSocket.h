//===- ListenSocket.h - The socket that agents connect to -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_LISTEN_LISTENSOCKET_H
#define HPROF_TOOLS_HPROF_LISTEN_LISTENSOCKET_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hprof {

/// An address to listen on.
struct ListenAddress {
  enum class Family { Unix, IPv4, IPv6, All };

  /// `PORT`, `HOST:PORT`, `[IPv6 address]:PORT` or `unix:PATH`. HOST is an
  /// address of this machine, `localhost` (the default), or `*` for all
  /// addresses. Names are not resolved.
  static llvm::Expected<ListenAddress> parse(llvm::StringRef Text);

  Family Is = Family::IPv4;
  std::string Host; ///< Numeric address.
  uint16_t Port = 0;
  std::string Path; ///< Path of a Unix socket.
};

/// A listening socket. A Unix socket has mode 0600, and is removed by the
/// destructor.
class ListenSocket {
public:
  static llvm::Expected<ListenSocket> open(const ListenAddress &A);
  ListenSocket(ListenSocket &&Other);
  ListenSocket &operator=(ListenSocket &&) = delete;
  ~ListenSocket();

  int fd() const { return Fd; }
  /// The address for an agent's option net=, with the port that the system
  /// chose if port 0 was requested.
  const std::string &name() const { return Name; }

private:
  ListenSocket(int Fd, std::string Name, std::string Path)
      : Fd(Fd), Name(std::move(Name)), Path(std::move(Path)) {}

  int Fd;
  std::string Name, Path;
};

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_LISTEN_LISTENSOCKET_H
