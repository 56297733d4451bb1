//===- LibraryPlace.cpp - Makes a library loadable by a VM ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryPlace.h"
#include "JavaCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

using namespace llvm;
using namespace hprof;

/// Whether the target's user can load the file \p Ours from the same path.
static bool isVisible(const AttachTarget &T, const std::string &Path,
                      const Descriptor &Ours) {
  UserScope User = T.Process.asUser();
  Expected<Descriptor> Theirs =
      T.Process.openInRoot(Path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!Theirs) {
    consumeError(Theirs.takeError());
    return false;
  }
  struct stat A, B;
  struct statvfs Mount;
  return !fstat(Ours.get(), &A) && !fstat(Theirs->get(), &B) &&
         A.st_dev == B.st_dev && A.st_ino == B.st_ino &&
         !fstatvfs(Theirs->get(), &Mount) && !(Mount.f_flag & ST_NOEXEC);
}

/// Returns folders for a copy, in the VM's view, without duplicates.
static SmallVector<std::string, 5> folders(const AttachTarget &T) {
  const TargetProcess &P = T.Process;
  std::vector<std::string> Options =
      effectiveOptions(P.arguments(), P.environment());
  SmallVector<std::string, 5> Found;
  for (std::string Folder :
       {std::string("/tmp"), findProperty(Options, "java.io.tmpdir").str(),
        P.workingPath(), std::string("/dev/shm"), std::string("/var/tmp")})
    if (sys::path::is_absolute(Folder) && !is_contained(Found, Folder))
      Found.push_back(std::move(Folder));
  return Found;
}

/// Returns why files in \p Folder cannot be loaded, or an empty string.
static std::string obstacle(const Descriptor &Folder) {
  struct statvfs Mount;
  if (fstatvfs(Folder.get(), &Mount))
    return errnoText(errno);
  if (Mount.f_flag & ST_RDONLY)
    return "is mounted read-only";
  if (Mount.f_flag & ST_NOEXEC)
    return "is mounted noexec";
  if (faccessat(Folder.get(), ".", W_OK | X_OK, AT_EACCESS))
    return errnoText(errno);
  return "";
}

static std::string copyInto(LibraryPlace &Place, const Descriptor &From,
                            const LibraryFile &L) {
  std::error_code EC;
  Place.Copy = AttachFile::createUnique(Place.Folder.get(), copyPrefix(L),
                                        sys::path::extension(L.Path), 0500, EC);
  if (!Place.Copy)
    return EC.message();
  char Buffer[65536];
  off_t At = 0;
  while (ssize_t Got = pread(From.get(), Buffer, sizeof(Buffer), At)) {
    if (Got < 0)
      return "cannot read the library: " + errnoText(errno);
    At += Got;
    for (char *Next = Buffer; Got;) {
      ssize_t Written =
          write(Place.Copy->descriptor().get(), Next, static_cast<size_t>(Got));
      if (Written < 0)
        return errnoText(errno);
      Next += Written;
      Got -= Written;
    }
  }
  Place.Copy->descriptor().close();
  Place.Path += "/" + Place.Copy->name();
  return "";
}

Expected<LibraryPlace> hprof::placeLibrary(const AttachTarget &T,
                                           const LibraryFile &L, bool IsTrial) {
  const std::string &Path = L.Path;
  Descriptor Ours(
      open(Path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!Ours)
    return createFileError(Path,
                           std::error_code(errno, std::generic_category()));
  if (isVisible(T, Path, Ours)) {
    LibraryPlace Place;
    Place.Path = Path;
    return Place;
  }
  if (std::string Loaded = loadedPath(T, L); !Loaded.empty()) {
    LibraryPlace Place;
    Place.Path = std::move(Loaded);
    Place.Is = LibraryPlace::Kind::Loaded;
    return Place;
  }
  std::string Obstacles;
  for (const std::string &Folder : folders(T)) {
    LibraryPlace Place;
    Place.Path = Folder;
    Place.Is = LibraryPlace::Kind::Copy;
    UserScope User = T.Process.asUser();
    std::string Why;
    if (Expected<Descriptor> Opened =
            T.Process.openInRoot(Folder, O_PATH | O_DIRECTORY)) {
      Place.Folder = std::move(*Opened);
      Why = obstacle(Place.Folder);
    } else {
      consumeError(Opened.takeError());
      Why = "cannot be opened";
    }
    if (Why.empty() && !IsTrial)
      Why = copyInto(Place, Ours, L);
    if (Why.empty())
      return Place;
    Obstacles +=
        (Twine(Obstacles.empty() ? "'" : "; '") + Folder + "': " + Why).str();
  }
  return T.Process.error(
      "does not see '" + Path +
      "', and no directory there is suitable for a copy: " + Obstacles);
}
