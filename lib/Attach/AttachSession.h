//===- AttachSession.h - Requests to one VM ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_ATTACHSESSION_H
#define HPROF_LIB_ATTACH_ATTACHSESSION_H

#include "AttachProtocol.h"
#include "Handshake.h"
#include "hprof/Attach/Attach.h"

namespace hprof {

/// An operation of the protocol.
struct VMOperation {
  llvm::StringRef Name;
  llvm::ArrayRef<llvm::StringRef> Arguments;
  llvm::StringRef Label;  ///< Names it in errors.
  llvm::StringRef IfLate; ///< Added to the error if no reply arrives in time.
};

/// Sends requests to a VM, each through its own connection.
class AttachSession {
public:
  /// \p Is must outlive the session.
  AttachSession(const VMRequest &Is, AttachTarget Target)
      : Is(Is), Target(std::move(Target)), ToConnect(Is.Timeout) {}

  /// Asks for the version of the protocol. The VM is made to listen if it does
  /// not.
  llvm::Expected<unsigned> version();
  /// Sends a request that may take Is.LoadTimeout.
  llvm::Expected<AttachReply> ask(unsigned Version, const VMOperation &What);

  /// Fails if the VM has exited.
  llvm::Error checkAlive() const;

  const AttachTarget &target() const { return Target; }
  /// An error of the process.
  llvm::Error error(llvm::Error E) const {
    return Target.Process.error(toString(std::move(E)));
  }
  void detail(const llvm::Twine &What) const {
    if (Is.OnDetail)
      Is.OnDetail("process " + llvm::Twine(Is.Pid) + ": " + What);
  }

private:
  llvm::Expected<AttachReply> ask(unsigned Version, const VMOperation &What,
                                  const Deadline &Until);

  const VMRequest &Is;
  AttachTarget Target;
  Deadline ToConnect;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ATTACHSESSION_H
