//===- NewFile.cpp - A file that is created late --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NewFile.h"
#include "Messages.h"
#include "OutputUse.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Error agent::foreignFile(uid_t Owner) {
  return createStringError(inconvertibleErrorCode(),
                           "it belongs to user " + Twine(Owner) +
                               ", but the VM runs as user " +
                               Twine(::geteuid()));
}

std::string agent::folderOf(const std::string &Path) {
  const size_t Slash = Path.rfind('/');
  return Slash == std::string::npos ? "."
         : Slash == 0               ? "/"
                                    : Path.substr(0, Slash);
}

static bool exists(const std::string &Path) {
  struct stat Status;
  return ::lstat(Path.c_str(), &Status) == 0;
}

NewFile::NewFile(const Options &O, pid_t Pid) : Pid(Pid) {
  Naming.File = O.File;
  Naming.Binary = O.Binary;
  Naming.Force = O.Force;
  choose(O.Force);
}

void NewFile::choose(bool Replaces) {
  Naming.Force = Replaces;
  std::string Path = outputPath(Naming, Pid, exists);
  std::lock_guard<std::mutex> Hold(Lock);
  Name = std::move(Path);
}

std::string NewFile::name() const {
  std::lock_guard<std::mutex> Hold(Lock);
  return Name;
}

static Error failed(int Number) {
  return createStringError(std::error_code(Number, std::generic_category()),
                           sys::StrError(Number));
}

/// Adds the file name to \p E.
static Error named(const std::string &Name, Error E) {
  return createStringError(inconvertibleErrorCode(),
                           "cannot create '" + Name +
                               "': " + toString(std::move(E)));
}

Error NewFile::examine() const {
  struct stat Status;
  if (::lstat(Name.c_str(), &Status) == 0) {
    if (S_ISDIR(Status.st_mode))
      return failed(EISDIR);
    if (Naming.Force && Status.st_uid != ::geteuid())
      return foreignFile(Status.st_uid);
  } else if (errno != ENOENT) {
    return failed(errno);
  }
  if (::faccessat(AT_FDCWD, folderOf(Name).c_str(), W_OK | X_OK, AT_EACCESS) !=
      0)
    return failed(errno);
  return Error::success();
}

Error NewFile::check() const {
  Error E = examine();
  return E ? named(Name, std::move(E)) : Error::success();
}

static bool isSame(const struct stat &A, const struct stat &B) {
  return A.st_dev == B.st_dev && A.st_ino == B.st_ino;
}

/// Whether \p Path still refers to the file \p Fd.
static bool isNamed(int Fd, const std::string &Path) {
  struct stat Open, Named;
  return ::fstat(Fd, &Open) == 0 && ::lstat(Path.c_str(), &Named) == 0 &&
         isSame(Open, Named);
}

namespace {
/// A regular file, locked during this object's lifetime, so that only one
/// process removes it. On file systems without locks, files are treated as
/// unlocked.
class Locked {
public:
  explicit Locked(const std::string &Path) {
    constexpr int Flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    Fd = ::open(Path.c_str(), O_RDONLY | Flags);
    if (Fd < 0)
      Fd = ::open(Path.c_str(), O_WRONLY | Flags);
    Error = Fd < 0 ? errno : 0;
    IsBusy =
        Fd >= 0 && ::flock(Fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  }
  ~Locked() {
    if (Fd >= 0)
      ::close(Fd);
  }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;
  bool IsBusy = false;
  int Fd = -1;
  int Error = 0; ///< Reason why it could not be opened.
};
} // namespace

/// Removes the file with this name. Sets \p IsFree to false if it must stay.
Error NewFile::makeRoom(bool &IsFree) {
  IsFree = true;
  struct stat Status;
  if (::lstat(Name.c_str(), &Status) != 0)
    return errno == ENOENT ? Error::success() : failed(errno);
  IsFree = Naming.Force;
  if (!IsFree)
    return Error::success();
  if (Error E = examine())
    return E;
  std::optional<Locked> Old;
  if (S_ISREG(Status.st_mode)) {
    Old.emplace(Name);
    if (Old->IsBusy) {
      IsFree = false;
      return Error::success();
    }
    // Another process may have removed or replaced the file, and locked the new
    // one. A file that this user may not open cannot be locked, and is removed.
    if (Old->Fd >= 0 ? !isNamed(Old->Fd, Name) : Old->Error != EACCES)
      return Error::success();
  } else if (!S_ISLNK(Status.st_mode)) {
    return failed(EEXIST);
  }
  if (::unlink(Name.c_str()) != 0 && errno != ENOENT)
    return failed(errno);
  return Error::success();
}

/// Chooses a free name.
Error NewFile::take() {
  bool IsFree;
  if (Error E = makeRoom(IsFree))
    return E;
  if (IsFree)
    return Error::success();
  const std::string Before = Name;
  const bool IsBusy = Naming.Force;
  choose(/*Replaces=*/false);
  if (IsBusy)
    reportNote("another process is writing to '" + Before +
               "'; the output goes to '" + Name + "'");
  return Error::success();
}

Error NewFile::prepare() {
  if (Error E = take())
    return named(Name, std::move(E));
  struct stat Folder;
  if (::stat(folderOf(Name).c_str(), &Folder) == 0)
    Claim = claimFile(Folder.st_dev, Folder.st_ino,
                      StringRef(Name).substr(Name.rfind('/') + 1));
  return Error::success();
}

Error NewFile::create() {
  // Other processes may create files with these names at the same time; each
  // round, one of them succeeds.
  for (unsigned Left = 1000; Left; --Left) {
    if (Error E = take())
      return E;
    constexpr int Flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    Fd = ::open(Name.c_str(), Flags, 0600);
    if (Fd < 0 && errno != EEXIST)
      return failed(errno);
    if (Fd < 0)
      continue;
    // The owner of the lock may remove the file.
    if ((::flock(Fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
        isNamed(Fd, Name)) {
      struct stat Status = {};
      ::fstat(Fd, &Status);
      Device = Status.st_dev;
      Inode = Status.st_ino;
      return Error::success();
    }
    ::close(std::exchange(Fd, -1));
  }
  return failed(EEXIST);
}

Error NewFile::write(ArrayRef<uint8_t> Bytes) {
  if (Fd < 0)
    if (Error E = create())
      return E;
  const int Number = writeAll(Fd, Bytes);
  return Number ? failed(Number) : Error::success();
}

void NewFile::close() {
  if (Fd >= 0)
    ::close(std::exchange(Fd, -1));
  if (Claim >= 0)
    ::close(std::exchange(Claim, -1));
}

void NewFile::discard() {
  struct stat Status;
  if (Inode && ::lstat(Name.c_str(), &Status) == 0 && Status.st_dev == Device &&
      Status.st_ino == Inode)
    ::unlink(Name.c_str());
}
