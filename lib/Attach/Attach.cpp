//===- Attach.cpp - Loads an agent into a running JVM ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/Attach.h"
#include "AttachSession.h"
#include "LibraryPlace.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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
/// One attempt to attach.
struct Attempt {
  const AttachRequest &Request;
  AttachSession Session;
  LibraryFile Library;
  std::vector<std::string> Loaded = {}; ///< If loaded libraries are requested.

  static Expected<Attempt> begin(const AttachRequest &R);
  const AttachTarget &target() const { return Session.target(); }
  Expected<int32_t> load(const std::string &Path, unsigned Version);
  Expected<AttachOutcome> loadAgain(unsigned Version);
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
  Attempt A{R, {R, std::move(*Target)}, {std::move(*Library), *Facts}};
  if (!R.IsForLoaded)
    return A;
  A.Loaded = loadedNamesakes(A.target(), A.Library);
  if (A.Loaded.empty())
    return A.target().Process.error("has not loaded " +
                                    sys::path::filename(A.Library.Path) +
                                    ", so '" + R.Options + "' has no effect");
  return A;
}

/// Makes the VM load \p Path. \return the agent's result.
Expected<int32_t> Attempt::load(const std::string &Path, unsigned Version) {
  Session.detail("loading '" + Path + "' with version " + Twine(Version) +
                 " of the attach protocol");
  Expected<AttachReply> Reply =
      Session.ask(Version, {"load",
                            {Path, "true", Request.Options},
                            "load",
                            "; the agent may still start"});
  if (!Reply)
    return Reply.takeError();
  Expected<int32_t> Code = returnCodeOf(*Reply);
  if (!Code)
    return target().Process.error("cannot load '" + Path +
                                  "': " + toString(Code.takeError()));
  return Code;
}

/// Makes the VM load each library in Loaded again.
Expected<AttachOutcome> Attempt::loadAgain(unsigned Version) {
  AttachOutcome Outcome;
  Outcome.Protocol = Version;
  for (const std::string &Path : Loaded) {
    Expected<int32_t> Code = load(Path, Version);
    if (!Code)
      return Code.takeError();
    if (!Outcome.Library.empty() && (*Code || !Outcome.ReturnCode))
      continue;
    Outcome.Library = Path;
    Outcome.ReturnCode = *Code;
  }
  return Outcome;
}

Expected<AttachPlan> hprof::checkAttach(const AttachRequest &R) {
  Expected<Attempt> A = Attempt::begin(R);
  if (!A)
    return A.takeError();
  Expected<std::string> Gap = checkAgentLoading(A->target());
  if (!Gap)
    return Gap.takeError();
  AttachPlan Plan;
  Plan.HasSocket = A->target().HasSocket;
  Plan.Gap = std::move(*Gap);
  Plan.IsAgent = A->Library.Facts.Functions == LibraryFunctions::Agent;
  Plan.IsLoaded = !A->Loaded.empty();
  if (Plan.IsLoaded) {
    Plan.Library = A->Loaded.front();
    return Plan;
  }
  Expected<LibraryPlace> Place =
      placeLibrary(A->target(), A->Library, /*IsTrial=*/true);
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
            placeLibrary(A->target(), A->Library, /*IsTrial=*/true).takeError())
      return E;
  Expected<unsigned> Version = A->Session.version();
  if (!Version)
    return Version.takeError();
  AttachOutcome Outcome;
  Outcome.Protocol = *Version;
  // Checked again below, with the length of the path.
  StringRef Options = R.Options;
  if (Error E =
          encodeAttachRequest(Outcome.Protocol, "load", {"", "true", Options})
              .takeError())
    return A->Session.error(std::move(E));
  if (!A->Loaded.empty())
    return A->loadAgain(Outcome.Protocol);
  Expected<LibraryPlace> Place =
      placeLibrary(A->target(), A->Library, /*IsTrial=*/false);
  if (!Place)
    return Place.takeError();
  Outcome.Library = Place->Path;
  Expected<int32_t> Code = A->load(Place->Path, Outcome.Protocol);
  if (!Code)
    return Code.takeError();
  Outcome.ReturnCode = *Code;
  // Without the copy, the library could not be loaded again.
  if (Place->Copy && needsFileAgain(A->target()))
    Place->Copy->keep();
  return Outcome;
}
