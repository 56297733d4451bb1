//===- AttachSession.cpp - Requests to one VM -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachSession.h"
#include <optional>

using namespace llvm;
using namespace hprof;

/// Fails if the VM has exited.
static Expected<ProcStatus> readStatus(const AttachTarget &Target) {
  Expected<ProcStatus> Now = Target.Process.readStatus();
  if (Now && !Now->isDead())
    return Now;
  consumeError(Now.takeError());
  return createStringError("the VM has exited");
}

namespace {
/// Called while waiting for the VM: fails once it has exited, or has been
/// stopped for a while.
class VMWatch {
public:
  VMWatch(const AttachTarget &Target, std::chrono::milliseconds Patience)
      : Target(Target), Patience(Patience) {}

  Error operator()() {
    Expected<ProcStatus> Now = readStatus(Target);
    if (!Now)
      return Now.takeError();
    if (!Now->isStopped())
      Stopped.reset();
    else if (!Stopped)
      Stopped.emplace(Patience);
    else if (Stopped->isOver())
      return createStringError(
          "the VM is stopped (SIGSTOP or a debugger) and cannot reply");
    return Error::success();
  }

private:
  const AttachTarget &Target;
  std::chrono::milliseconds Patience;
  std::optional<Deadline> Stopped; ///< Set while the VM is stopped.
};
} // namespace

Expected<AttachReply> AttachSession::ask(unsigned Version,
                                         const VMOperation &What,
                                         const Deadline &Until) {
  const auto Fail = [&](Error E) {
    return Target.Process.error(What.Label + ": " + toString(std::move(E)));
  };
  Expected<std::string> Bytes =
      encodeAttachRequest(Version, What.Name, What.Arguments);
  if (!Bytes)
    return Fail(Bytes.takeError());
  Expected<Descriptor> Socket = connectToVM(Target, ToConnect, Is.OnDetail);
  if (!Socket)
    return Socket.takeError();
  Target.HasSocket = true;
  Expected<std::string> Answer =
      exchange(*Socket, *Bytes, Until, VMWatch(Target, Is.Timeout));
  if (!Answer && Until.isOver())
    return Fail(createStringError(toString(Answer.takeError()) + What.IfLate));
  if (!Answer)
    return Fail(Answer.takeError());
  Expected<AttachReply> Reply = parseAttachReply(*Answer);
  if (!Reply)
    return Fail(Reply.takeError());
  return Reply;
}

Expected<AttachReply> AttachSession::ask(unsigned Version,
                                         const VMOperation &What) {
  return ask(Version, What, Deadline(Is.LoadTimeout));
}

Error AttachSession::checkAlive() const {
  return readStatus(Target).takeError();
}

Expected<unsigned> AttachSession::version() {
  Expected<AttachReply> Reply =
      ask(1, {"getversion", {}, "getversion", ""}, ToConnect);
  return Reply ? Expected<unsigned>(versionOf(*Reply)) : Reply.takeError();
}
