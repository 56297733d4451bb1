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
  Expected<AttachReply> Reply = Session.ask(*Version, "jcmd", Command);
  if (!Reply)
    return Reply.takeError();
  if (Reply->Status)
    return Session.error(
        createStringError(Command + ": " + toString(replyError(*Reply))));
  return std::move(Reply->Text);
}
