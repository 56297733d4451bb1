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
/// /tmp/.java_pidN and answers requests on it, also later ones. N is the VM's
/// pid in its own pid namespace, and all paths are those of the VM's mount
/// namespace. Sources: attachListener.cpp, attachListener_posix.cpp and
/// VirtualMachineImpl.java of OpenJDK.
///
/// This needs no JDK. A process that is no HotSpot VM, or that does not catch
/// SIGQUIT, is never signalled.
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

struct AttachRequest {
  uint64_t Pid = 0;
  /// Path of the agent library as this process sees it.
  std::string Library;
  /// Passed to Agent_OnAttach.
  std::string Options;
  /// The options concern what is loaded already: libraries with the name of
  /// Library, or copies of them. Nothing else is loaded.
  bool IsForLoaded = false;
  /// Time for the VM to open its socket and to state its protocol, and how long
  /// it may be stopped while the agent starts.
  std::chrono::milliseconds Timeout = std::chrono::seconds(10);
  /// Time for the agent to start: it may walk a large heap. An agent that is
  /// given up may still start.
  std::chrono::milliseconds LoadTimeout = std::chrono::minutes(60);
  /// Receives details of what is being done; may be empty.
  std::function<void(const llvm::Twine &)> OnDetail;
};

/// What attaching would do.
struct AttachPlan {
  bool HasSocket = false; ///< The VM listens; no signal is needed.
  std::string Library; ///< The path, or the folder of the copy, as the VM sees
                       ///< it.
  bool NeedsCopy = false; ///< The VM cannot use the library where it is.
  bool IsLoaded = false;  ///< The VM has it already.
  /// Why it is not known whether the VM accepts agents at all; empty if it
  /// does. Text from outside: escape it before printing.
  std::string Gap;
  bool IsAgent = false; ///< It is certain that the library has Agent_OnAttach.
};

struct AttachOutcome {
  int32_t ReturnCode = 0; ///< Result of Agent_OnAttach; 0 is success.
  unsigned Protocol = 1;  ///< 1 or 2.
  std::string Library;    ///< The path that the VM loaded.
};

/// Whether \p R can be carried out, without sending anything to the process.
/// The error says why not.
llvm::Expected<AttachPlan> checkAttach(const AttachRequest &R);

/// Loads \p R.Library into the VM. Files created for this are removed, also
/// when a signal ends the process; but a VM with musl keeps its copy. A caller
/// with effective user id 0 takes on the VM's effective user and group
/// meanwhile, so no other thread may run. Fails if the VM has not run
/// Agent_OnAttach; its reply is part of the error. If several libraries are
/// loaded that \p R is for, the outcome is that of the first one that succeeds,
/// if there is one.
llvm::Expected<AttachOutcome> attachAgent(const AttachRequest &R);

} // namespace hprof

#endif // HPROF_ATTACH_ATTACH_H
