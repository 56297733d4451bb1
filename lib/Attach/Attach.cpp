//===- Attach.cpp - Loads an agent into a running JVM ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/Attach.h"
#include "AttachProtocol.h"
#include "Handshake.h"
#include "LibraryPlace.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <optional>

using namespace llvm;
using namespace hprof;

/// The library's absolute path without links, which the VM may share.
static Expected<std::string> realPath(StringRef Path) {
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Path, Real))
    return createFileError(Path, EC);
  if (!sys::fs::is_regular_file(Real))
    return createFileError(
        Path, createStringError("is not a regular file, expected a library"));
  return std::string(Real);
}

namespace {

/// Called while the VM is awaited: fails once it has ended, or has been stopped
/// for a while.
class VMWatch {
public:
  VMWatch(const AttachTarget &Target, std::chrono::milliseconds Patience)
      : Target(Target), Patience(Patience) {}

  Error operator()() {
    Expected<ProcStatus> Now = Target.Process.readStatus();
    if (!Now) {
      consumeError(Now.takeError());
      return createStringError("the VM has ended");
    }
    if (Now->isDead())
      return createStringError("the VM has ended");
    if (!Now->isStopped())
      Stopped.reset();
    else if (!Stopped)
      Stopped.emplace(Patience);
    else if (Stopped->isOver())
      return createStringError("the VM is stopped (SIGSTOP or a debugger), so "
                               "that it cannot reply");
    return Error::success();
  }

private:
  const AttachTarget &Target;
  std::chrono::milliseconds Patience;
  std::optional<Deadline> Stopped; ///< Set while it is stopped.
};

/// One attempt to attach.
struct Attempt {
  const AttachRequest &Request;
  AttachTarget Target;
  std::string Library; ///< As this process sees it.
  LibraryFunctions Functions;

  static Expected<Attempt> begin(const AttachRequest &R);
  Expected<AttachReply> ask(Descriptor Socket, unsigned Version,
                            StringRef Command, ArrayRef<StringRef> Arguments,
                            const Deadline &Until);
};

} // namespace

Expected<Attempt> Attempt::begin(const AttachRequest &R) {
  Expected<std::string> Library = realPath(R.Library);
  if (!Library)
    return Library.takeError();
  Expected<AttachTarget> Target = findAttachTarget(R.Pid);
  if (!Target)
    return Target.takeError();
  Expected<LibraryFunctions> Functions = checkLibrary(*Target, *Library);
  if (!Functions)
    return Functions.takeError();
  // No version takes more, so that a VM need not be woken up to refuse them.
  StringRef Options = R.Options;
  if (Error E = encodeAttachRequest(2, "load", {*Library, "true", Options})
                    .takeError())
    return E;
  return Attempt{R, std::move(*Target), std::move(*Library), *Functions};
}

Expected<AttachReply> Attempt::ask(Descriptor Socket, unsigned Version,
                                   StringRef Command,
                                   ArrayRef<StringRef> Arguments,
                                   const Deadline &Until) {
  auto Fail = [&](Error E) {
    return Target.Process.error(Command + ": " + toString(std::move(E)));
  };
  Expected<std::string> Bytes =
      encodeAttachRequest(Version, Command, Arguments);
  if (!Bytes)
    return Fail(Bytes.takeError());
  Expected<std::string> Answer =
      exchange(Socket, *Bytes, Until, VMWatch(Target, Request.Timeout));
  if (!Answer && Command == "load" && Until.isOver())
    return Fail(createStringError(toString(Answer.takeError()) +
                                  "; the agent may still start"));
  if (!Answer)
    return Fail(Answer.takeError());
  Expected<AttachReply> Reply = parseAttachReply(*Answer);
  if (!Reply)
    return Fail(Reply.takeError());
  return Reply;
}

Expected<AttachPlan> hprof::checkAttach(const AttachRequest &R) {
  Expected<Attempt> A = Attempt::begin(R);
  if (!A)
    return A.takeError();
  Expected<std::string> Gap = checkAgentLoading(A->Target);
  if (!Gap)
    return Gap.takeError();
  Expected<LibraryPlace> Place =
      placeLibrary(A->Target, A->Library, /*IsTrial=*/true);
  if (!Place)
    return Place.takeError();
  return AttachPlan{A->Target.HasSocket, Place->Path, Place->IsCopy,
                    std::move(*Gap), A->Functions == LibraryFunctions::Agent};
}

Expected<AttachOutcome> hprof::attachAgent(const AttachRequest &R) {
  Expected<Attempt> A = Attempt::begin(R);
  if (!A)
    return A.takeError();
  // If there is no place for a copy, the VM is not disturbed in vain.
  if (Error E =
          placeLibrary(A->Target, A->Library, /*IsTrial=*/true).takeError())
    return E;
  Deadline Until(R.Timeout);
  Expected<Descriptor> Socket = connectToVM(A->Target, Until, R.OnDetail);
  if (!Socket)
    return Socket.takeError();
  // A connection carries one request.
  Expected<AttachReply> Version =
      A->ask(std::move(*Socket), 1, "getversion", {}, Until);
  if (!Version)
    return Version.takeError();
  AttachOutcome Outcome;
  Outcome.Protocol = versionOf(*Version);
  // A path has a length in any case, so this is checked again below.
  StringRef Options = R.Options;
  if (Error E =
          encodeAttachRequest(Outcome.Protocol, "load", {"", "true", Options})
              .takeError())
    return A->Target.Process.error(toString(std::move(E)));
  Expected<LibraryPlace> Place =
      placeLibrary(A->Target, A->Library, /*IsTrial=*/false);
  if (!Place)
    return Place.takeError();
  Outcome.Library = Place->Path;
  if (R.OnDetail)
    R.OnDetail("process " + Twine(R.Pid) + ": loading '" + Place->Path +
               "' by version " + Twine(Outcome.Protocol) + " of the protocol");
  A->Target.HasSocket = true;
  Socket = connectToVM(A->Target, Until, R.OnDetail);
  if (!Socket)
    return Socket.takeError();
  Expected<AttachReply> Reply =
      A->ask(std::move(*Socket), Outcome.Protocol, "load",
             {Place->Path, "true", Options}, Deadline(R.LoadTimeout));
  if (!Reply)
    return Reply.takeError();
  Expected<int32_t> Code = returnCodeOf(*Reply);
  if (!Code)
    return A->Target.Process.error("cannot load '" + Place->Path +
                                   "': " + toString(Code.takeError()));
  Outcome.ReturnCode = *Code;
  return Outcome;
}
