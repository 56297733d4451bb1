//===- LeftOutput.cpp - Temporary outputs of killed runs ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftOutput.h"
#include "Platform.h"
#include "hprof/Format/Stream/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

static constexpr StringLiteral Infix = ".tmp-";
static constexpr size_t Digits = 8;

std::error_code hprof::createLockedOutput(StringRef Target, int &Descriptor,
                                          SmallVectorImpl<char> &Path) {
  constexpr unsigned MostTries = 128;
  const std::string Model = (Target + Infix + std::string(Digits, '%')).str();
  for (unsigned I = 0; I != MostTries; ++I) {
    if (std::error_code EC = createTemporaryFile(Model, Descriptor, Path))
      return EC;
    // Another run may have found the file before this one locked it, and may be
    // about to remove it. On file systems without locks, the other run cannot
    // lock the file either.
    const StringRef Name(Path.data(), Path.size());
    const bool IsTaken =
        ::flock(Descriptor, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    if (!IsTaken && sys::fs::exists(Name))
      return {};
    ::close(Descriptor);
    (void)sys::fs::remove(Name);
    sys::DontRemoveFileOnSignal(Name);
  }
  return std::make_error_code(std::errc::file_exists);
}

/// Removes \p Name in \p Directory if it is a file of this user that is not
/// locked.
static void removeIfLeft(int Directory, const char *Name) {
  // Never opens a device or a pipe, and never follows a link.
  struct stat Named, Open;
  if (::fstatat(Directory, Name, &Named, AT_SYMLINK_NOFOLLOW) ||
      !S_ISREG(Named.st_mode) || Named.st_uid != ::geteuid() ||
      Named.st_nlink != 1)
    return;
  const int File =
      ::openat(Directory, Name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (File < 0)
    return;
  // Because this process holds the lock, the file has no writer. If the file
  // still has this name, it will not be renamed, either.
  if (!::flock(File, LOCK_EX | LOCK_NB) && !::fstat(File, &Open) &&
      Open.st_dev == Named.st_dev && Open.st_ino == Named.st_ino &&
      !::fstatat(Directory, Name, &Named, AT_SYMLINK_NOFOLLOW) &&
      Open.st_ino == Named.st_ino)
    ::unlinkat(Directory, Name, 0);
  ::close(File);
}

void hprof::removeLeftOutputs(StringRef Target) {
  StringRef Folder = sys::path::parent_path(Target);
  if (Folder.empty())
    Folder = ".";
  const int Directory =
      ::open(Folder.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (Directory < 0)
    return;
  const std::string Prefix = (sys::path::filename(Target) + Infix).str();
  std::error_code EC;
  if (isOfThisMachine(Directory))
    for (sys::fs::directory_iterator I(Folder, EC, /*follow_symlinks=*/false),
         End;
         !EC && I != End; I.increment(EC)) {
      const std::string Name = sys::path::filename(I->path()).str();
      StringRef Rest = Name;
      if (Rest.consume_front(Prefix) && Rest.size() == Digits &&
          all_of(Rest, isHexDigit))
        removeIfLeft(Directory, Name.c_str());
    }
  ::close(Directory);
}
