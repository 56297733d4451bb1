//===- AttachSocket.h - A connection to a VM's attach listener --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_ATTACHSOCKET_H
#define HPROF_LIB_ATTACH_ATTACHSOCKET_H

#include "Deadline.h"
#include "Descriptor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Expected owner of a listening socket.
struct SocketPeer {
  uint64_t Pid;
  uint32_t User;
};

enum class SocketState {
  Missing,
  Present,
};

/// Checks whether \p Name in \p Folder is a socket that belongs to \p Peer's
/// user. Fails if it is any other file, which may be a trap, and which the VM
/// cannot replace.
llvm::Expected<SocketState> findAttachSocket(int Folder, llvm::StringRef Name,
                                             const SocketPeer &Peer);

/// Connects to \p Name in \p Folder. Returns no descriptor if no process
/// listens, because the socket is stale. Fails if the listening process is not
/// \p Peer.
llvm::Expected<Descriptor> connectAttachSocket(int Folder, llvm::StringRef Name,
                                               const SocketPeer &Peer,
                                               const Deadline &Until);

/// Sends \p Request and returns all bytes received until the VM closes the
/// connection; more than 1 GiB is an error.
llvm::Expected<std::string>
exchange(const Descriptor &Socket, llvm::StringRef Request,
         const Deadline &Until,
         llvm::function_ref<llvm::Error()> Check = llvm::Error::success);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ATTACHSOCKET_H
