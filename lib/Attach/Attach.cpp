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
#include "llvm/Support/Path.h"
#include <optional>

using namespace llvm;
using namespace hprof;

/// Returns the library's absolute path with symbolic links resolved, which may
/// be valid in the VM, too.
static Expected<std::string> realPath(StringRef Path) {
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Path, Real))
    return createFileError(Path, EC);
  if (!sys::fs::is_regular_file(Real))
    return createFileError(
        Path, createStringError("is not a regular file; expected a library"));
  return std::string(Real);
}

namespace {

/// Called while waiting for the VM: fails once it has exited, or has been
/// stopped for a while.
class VMWatch {
public:
  VMWatch(const AttachTarget &Target, std::chrono::milliseconds Patience)
      : Target(Target), Patience(Patience) {}

  Error operator()() {
    Expected<ProcStatus> Now = Target.Process.readStatus();
    if (!Now) {
      consumeError(Now.takeError());
      return createStringError("the VM has exited");
    }
    if (Now->isDead())
      return createStringError("the VM has exited");
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

/// One attempt to attach.
struct Attempt {
  const AttachRequest &Request;
  AttachTarget Target;
  LibraryFile Library;
  std::vector<std::string> Loaded = {}; ///< If loaded libraries are requested.

  static Expected<Attempt> begin(const AttachRequest &R);
  Expected<AttachReply> ask(Descriptor Socket, unsigned Version,
                            StringRef Command, ArrayRef<StringRef> Arguments,
                            const Deadline &Until);
  Expected<int32_t> load(const std::string &Path, unsigned Version,
                         const Deadline &Until);
  Expected<AttachOutcome> loadAgain(unsigned Version, const Deadline &Until);
};

} // namespace

Expected<Attempt> Attempt::begin(const AttachRequest &R) {
  Expected<std::string> Library = realPath(R.Library);
  if (!Library)
    return Library.takeError();
  Expected<AttachTarget> Target = findAttachTarget(R.Pid);
  if (!Target)
    return Target.takeError();
  Expected<LibraryFacts> Facts = checkLibrary(*Target, *Library);
  if (!Facts)
    return Facts.takeError();
  // If the options do not fit into a version 2 request, they fit into none, and
  // the VM is not contacted.
  StringRef Options = R.Options;
  if (Error E = encodeAttachRequest(2, "load", {*Library, "true", Options})
                    .takeError())
    return E;
  Attempt A{R, std::move(*Target), {std::move(*Library), *Facts}};
  if (!R.IsForLoaded)
    return A;
  A.Loaded = loadedNamesakes(A.Target, A.Library);
  if (A.Loaded.empty())
    return A.Target.Process.error("has not loaded " +
                                  sys::path::filename(A.Library.Path) +
                                  ", so '" + R.Options + "' has no effect");
  return A;
}

/// Makes the VM load \p Path. \return the agent's result.
Expected<int32_t> Attempt::load(const std::string &Path, unsigned Version,
                                const Deadline &Until) {
  if (Request.OnDetail)
    Request.OnDetail("process " + Twine(Request.Pid) + ": loading '" + Path +
                     "' with version " + Twine(Version) +
                     " of the attach protocol");
  Target.HasSocket = true;
  Expected<Descriptor> Socket = connectToVM(Target, Until, Request.OnDetail);
  if (!Socket)
    return Socket.takeError();
  Expected<AttachReply> Reply =
      ask(std::move(*Socket), Version, "load", {Path, "true", Request.Options},
          Deadline(Request.LoadTimeout));
  if (!Reply)
    return Reply.takeError();
  Expected<int32_t> Code = returnCodeOf(*Reply);
  if (!Code)
    return Target.Process.error("cannot load '" + Path +
                                "': " + toString(Code.takeError()));
  return Code;
}

/// Makes the VM load each library in Loaded again.
Expected<AttachOutcome> Attempt::loadAgain(unsigned Version,
                                           const Deadline &Until) {
  AttachOutcome Outcome;
  Outcome.Protocol = Version;
  for (const std::string &Path : Loaded) {
    Expected<int32_t> Code = load(Path, Version, Until);
    if (!Code)
      return Code.takeError();
    if (!Outcome.Library.empty() && (*Code || !Outcome.ReturnCode))
      continue;
    Outcome.Library = Path;
    Outcome.ReturnCode = *Code;
  }
  return Outcome;
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
  AttachPlan Plan;
  Plan.HasSocket = A->Target.HasSocket;
  Plan.Gap = std::move(*Gap);
  Plan.IsAgent = A->Library.Facts.Functions == LibraryFunctions::Agent;
  Plan.IsLoaded = !A->Loaded.empty();
  if (Plan.IsLoaded) {
    Plan.Library = A->Loaded.front();
    return Plan;
  }
  Expected<LibraryPlace> Place =
      placeLibrary(A->Target, A->Library, /*IsTrial=*/true);
  if (!Place)
    return Place.takeError();
  Plan.Library = Place->Path;
  Plan.NeedsCopy = Place->Is == LibraryPlace::Kind::Copy;
  Plan.IsLoaded = Place->Is == LibraryPlace::Kind::Loaded;
  return Plan;
}

Expected<AttachOutcome> hprof::attachAgent(const AttachRequest &R) {
  Expected<Attempt> A = Attempt::begin(R);
  if (!A)
    return A.takeError();
  // Checked first: without a folder for a copy, the VM is not disturbed.
  if (A->Loaded.empty())
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
  // Checked again below, with the length of the path.
  StringRef Options = R.Options;
  if (Error E =
          encodeAttachRequest(Outcome.Protocol, "load", {"", "true", Options})
              .takeError())
    return A->Target.Process.error(toString(std::move(E)));
  if (!A->Loaded.empty())
    return A->loadAgain(Outcome.Protocol, Until);
  Expected<LibraryPlace> Place =
      placeLibrary(A->Target, A->Library, /*IsTrial=*/false);
  if (!Place)
    return Place.takeError();
  Outcome.Library = Place->Path;
  Expected<int32_t> Code = A->load(Place->Path, Outcome.Protocol, Until);
  if (!Code)
    return Code.takeError();
  Outcome.ReturnCode = *Code;
  // Without the copy, the library could not be loaded again.
  if (Place->Copy && needsFileAgain(A->Target))
    Place->Copy->keep();
  return Outcome;
}
