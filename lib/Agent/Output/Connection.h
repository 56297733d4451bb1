//===- Connection.h - The socket of net= ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Connects the agent to the peer that its output goes to, and ends that
/// connection without a loss.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_CONNECTION_H
#define HPROF_LIB_AGENT_OUTPUT_CONNECTION_H

#include "Agent/Options/Options.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// The peer of \p O, whose output goes to a socket, as in net=:
/// "localhost:5000", "[::1]:5000", or the path of a Unix socket.
std::string peerName(const Options &O);

/// A connection to that peer. The VM waits meanwhile, so this takes no longer
/// than 10 seconds for each address of the host.
llvm::Expected<int> connectToPeer(const Options &O);

/// Closes \p Fd, which may be a socket. The peer gets all that was written:
/// what it has sent meanwhile must be read before, for otherwise the kernel
/// discards what it has not yet transmitted.
void hangUp(int Fd);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_CONNECTION_H
