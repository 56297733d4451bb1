//===- VMCommand.cpp - Diagnostic commands of a running JVM ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/VMCommand.h"
#include "AttachSession.h"

using namespace llvm;
using namespace hprof;

Expected<std::string> hprof::runVMCommand(const VMRequest &R,
                                          StringRef Command) {
  Expected<AttachTarget> Target = findAttachTarget(R.Pid);
  if (!Target)
    return Target.takeError();
  AttachSession Session(R, std::move(*Target));
  Expected<unsigned> Version = Session.version();
  if (!Version)
    return Version.takeError();
  Session.detail("running '" + Command + "'");
  constexpr size_t MostLabel = 100;
  const StringRef Label = Command.take_front(MostLabel);
  Expected<AttachReply> Reply = Session.ask(
      *Version, {"jcmd", Command, Label, "; the command may still run"});
  if (!Reply)
    return Reply.takeError();
  if (Reply->Status)
    return Session.error(
        createStringError(Label + ": " + toString(replyError(*Reply))));
  // A VM that exits closes the connection, as after a complete reply.
  if (Error E = Session.checkAlive())
    return Session.error(createStringError(Label + ": " +
                                           toString(std::move(E)) +
                                           "; its reply may be incomplete"));
  return std::move(Reply->Text);
}
