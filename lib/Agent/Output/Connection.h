//===- Connection.h - The socket of net= ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Connects the agent to the peer that receives its output, and closes the
/// connection without loss.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_CONNECTION_H
#define HPROF_LIB_AGENT_OUTPUT_CONNECTION_H

#include "Agent/Options/Options.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// Returns the peer of \p O, whose output goes to a socket, in net= notation:
/// "localhost:5000", "[::1]:5000", or the path of a Unix socket.
std::string peerName(const Options &O);

/// Connects to that peer. The VM waits for this, so it takes at most 10 seconds
/// for each address of the host.
llvm::Expected<int> connectToPeer(const Options &O);

/// Closes \p Fd, which may be a socket. The peer receives everything written:
/// bytes that it has sent are read first, because otherwise the kernel discards
/// data not yet transmitted.
void hangUp(int Fd);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_CONNECTION_H
