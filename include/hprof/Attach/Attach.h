//===- Attach.h - Loads an agent into a running JVM -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot's attach protocol: a client creates .attach_pidN in the VM's working
/// directory, or in /tmp, and sends SIGQUIT. The VM then creates the socket
/// /tmp/.java_pidN and answers this and later requests on it. N is the VM's pid
/// in its own pid namespace, and all paths are in the VM's mount namespace.
/// Sources: attachListener.cpp, attachListener_posix.cpp and
/// VirtualMachineImpl.java of OpenJDK.
///
/// No JDK is needed. SIGQUIT is sent only to a HotSpot VM that catches it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ATTACH_ATTACH_H
#define HPROF_ATTACH_ATTACH_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace hprof {

/// A VM, and how long to wait for it.
struct VMRequest {
  uint64_t Pid = 0;
  /// Time limit for the VM to open its socket and report its protocol version;
  /// also the longest time that the VM may be stopped before it replies.
  std::chrono::milliseconds Timeout = std::chrono::seconds(10);
  /// Time limit for the agent to start or a command to end, which may require
  /// walking a large heap. It may still start or end after this time.
  std::chrono::milliseconds LoadTimeout = std::chrono::minutes(60);
  /// Receives progress details; may be empty.
  std::function<void(const llvm::Twine &)> OnDetail;
};

struct AttachRequest : VMRequest {
  /// Path of the agent library, as seen by this process.
  std::string Library;
  /// Passed to Agent_OnAttach.
  std::string Options;
  /// Pass the options only to libraries that are already loaded: those with the
  /// name of Library, or copies of them. No library is loaded then.
  bool IsForLoaded = false;
};

/// The steps that an attach would take.
struct AttachPlan {
  bool HasSocket = false; ///< The VM already listens; no signal is needed.
  std::string Library;    ///< Path of the library, or directory of its copy, as
                          ///< seen by the VM.
  bool NeedsCopy = false; ///< The VM cannot load the library from its path.
  bool IsLoaded = false;  ///< The VM has already loaded it.
  /// Why it is unknown whether the VM accepts agents; empty if it accepts them.
  /// Untrusted: escape it before printing.
  std::string Gap;
  bool IsAgent = false; ///< The library is known to export Agent_OnAttach.
};

struct AttachOutcome {
  int32_t ReturnCode = 0; ///< Result of Agent_OnAttach; 0 means success.
  unsigned Protocol = 1;  ///< 1 or 2.
  std::string Library;    ///< The path that the VM loaded.
};

/// Checks whether \p R can be carried out, without sending anything to the
/// process. The error contains the reason.
llvm::Expected<AttachPlan> checkAttach(const AttachRequest &R);

/// Loads \p R.Library into the VM. Files created for this are removed, even if
/// a signal terminates the process, except the copy of the library for a VM
/// with musl. While this runs, a caller with effective user id 0 has the VM's
/// effective user and group, so no other thread may run. Fails if the VM has
/// not run Agent_OnAttach; the error includes the VM's reply. If \p R applies
/// to several loaded libraries, the outcome is from the first one that
/// succeeds, if any.
llvm::Expected<AttachOutcome> attachAgent(const AttachRequest &R);

} // namespace hprof

#endif // HPROF_ATTACH_ATTACH_H
