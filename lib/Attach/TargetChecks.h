//===- TargetChecks.h - Checks whether an attach can work -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_TARGETCHECKS_H
#define HPROF_LIB_ATTACH_TARGETCHECKS_H

#include "AttachSocket.h"
#include "TargetProcess.h"
#include <string>

namespace hprof {

/// Facts about a JVM, collected before anything is sent to it.
struct AttachTarget {
  TargetProcess Process;
  ProcMaps Maps;
  Descriptor Tmp; ///< The target's /tmp.
  std::string SocketName;
  SocketPeer Peer;
  bool HasSocket = false;

  /// See findAttachSocket().
  llvm::Expected<SocketState> findSocket() const {
    return findAttachSocket(Tmp.get(), SocketName, Peer);
  }
};

/// Finds process \p Pid. Fails, with the reason, if it is not a HotSpot VM, or
/// if it neither listens nor would start to listen on SIGQUIT.
llvm::Expected<AttachTarget> findAttachTarget(uint64_t Pid);

/// Fails if SIGQUIT would not make the VM listen, or would be harmful. Checks
/// the current state of the process.
llvm::Error checkBeforeSignal(const AttachTarget &T);

/// Fails if the VM rejects all agents. Otherwise returns why acceptance is
/// uncertain, or an empty string if the VM accepts agents.
llvm::Expected<std::string> checkAgentLoading(const AttachTarget &T);

enum class LibraryFunctions {
  Agent,   ///< The library defines Agent_OnAttach.
  Unknown, ///< A library that it depends on may define it.
};

struct LibraryFacts {
  LibraryFunctions Functions = LibraryFunctions::Unknown;
  uint64_t Digest = 0; ///< Hash of the contents.
};

/// Fails if the library at \p Path is for a different machine or C library than
/// the VM, or is not an agent.
llvm::Expected<LibraryFacts> checkLibrary(const AttachTarget &T,
                                          const std::string &Path);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_TARGETCHECKS_H
