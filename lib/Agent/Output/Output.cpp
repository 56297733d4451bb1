//===- Output.cpp - Opens the agent's output ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "Connection.h"
#include "NewFile.h"
#include "Peer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static Error refused(const Twine &What, const std::string &Name) {
  return createStringError(std::error_code(errno, std::generic_category()),
                           "cannot " + What + " '" + Name +
                               "': " + sys::StrError());
}

/// Returns the open descriptor of this process that \p Path refers to, or -1.
/// Opening it by this path would truncate a file that the program also writes
/// to.
static int openAlready(StringRef Path) {
  Path = StringSwitch<StringRef>(Path)
             .Case("/dev/stdin", "/dev/fd/0")
             .Case("/dev/stdout", "/dev/fd/1")
             .Case("/dev/stderr", "/dev/fd/2")
             .Default(Path);
  unsigned Number;
  if ((Path.consume_front("/dev/fd/") ||
       Path.consume_front("/proc/self/fd/")) &&
      !Path.getAsInteger(10, Number) && Number <= INT_MAX)
    return int(Number);
  return -1;
}

/// Whether \p Path is a FIFO, device or socket, or a symbolic link to one that
/// belongs to this user.
static Expected<bool> isSpecial(const std::string &Path) {
  struct stat Status;
  if (::lstat(Path.c_str(), &Status) != 0)
    return false;
  auto IsOurs = [&] {
    return Status.st_uid == ::geteuid() || Status.st_uid == 0;
  };
  const uid_t Owner = Status.st_uid;
  if (S_ISLNK(Status.st_mode)) {
    const bool IsOurLink = IsOurs();
    if (::stat(Path.c_str(), &Status) != 0 || S_ISREG(Status.st_mode) ||
        S_ISDIR(Status.st_mode))
      return false;
    if (!IsOurLink)
      return foreignFile(Owner);
  }
  if (S_ISREG(Status.st_mode) || S_ISDIR(Status.st_mode))
    return false;
  // Only root can create a device.
  if ((S_ISFIFO(Status.st_mode) || S_ISSOCK(Status.st_mode)) && !IsOurs())
    return foreignFile(Status.st_uid);
  return true;
}

static Expected<int> openSpecial(const std::string &Path) {
  // Does not wait for a FIFO's reader.
  const int Fd =
      ::open(Path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (Fd < 0 && errno == ENXIO)
    return createStringError(std::make_error_code(std::errc::no_such_device),
                             "no process is reading the FIFO '" + Path +
                                 "'; start its reader first");
  if (Fd < 0)
    return refused("open", Path);
  const int Now = ::fcntl(Fd, F_GETFL);
  if (Now >= 0)
    ::fcntl(Fd, F_SETFL, Now & ~O_NONBLOCK);
  return Fd;
}

static Error identify(Output &Result, int Fd) {
  struct stat Status;
  if (::fstat(Fd, &Status) != 0)
    return refused("examine", Result.To->name());
  Result.Device = Status.st_dev;
  Result.Inode = Status.st_ino;
  return Error::success();
}

static Error openFile(Output &Result, const Options &O, pid_t Pid) {
  const std::string Path = expandPid(O.File, Pid);
  int Fd = openAlready(Path);
  if (Fd >= 0) {
    Fd = ::fcntl(Fd, F_DUPFD_CLOEXEC, 0);
    if (Fd < 0)
      return refused("open", Path);
  } else {
    Expected<bool> Special = isSpecial(Path);
    if (!Special)
      return createStringError(inconvertibleErrorCode(),
                               "cannot write '" + Path +
                                   "': " + toString(Special.takeError()));
    if (*Special) {
      Expected<int> Opened = openSpecial(Path);
      if (!Opened)
        return Opened.takeError();
      Fd = *Opened;
    }
  }
  if (Fd >= 0) {
    Result.To = std::make_shared<OpenTarget>(Path, Fd);
    Result.Fd = Fd;
    return identify(Result, Fd);
  }
  auto File = std::make_shared<NewFile>(O, Pid);
  Result.To = File;
  if (Error E = File->check())
    return E;
  struct stat Folder;
  const std::string Name = File->name();
  if (::stat(folderOf(Name).c_str(), &Folder) != 0)
    return refused("create", Name);
  Result.Device = Folder.st_dev;
  Result.Inode = Folder.st_ino;
  Result.NameInFolder = Name.substr(Name.rfind('/') + 1);
  return Error::success();
}

/// Opens /dev/null, for an output that is not written.
static Error openNothing(Output &Result, const Options &O, pid_t Pid) {
  const int Fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (Fd < 0)
    return refused("open", "/dev/null");
  Result.To = std::make_shared<OpenTarget>(
      outputPath(O, Pid, [](const std::string &) { return false; }), Fd);
  return Error::success();
}

static Error connect(Output &Result, const Options &O) {
  Expected<int> Connected = connectToPeer(O);
  if (!Connected)
    return Connected.takeError();
  Result.Fd = *Connected;
  Result.To = std::make_shared<Peer>(peerName(O), *Connected);
  return identify(Result, *Connected);
}

Expected<Output> agent::openOutput(const Options &O, pid_t Pid) {
  Output Result;
  if (Error E = O.toSocket()      ? connect(Result, O)
                : O.onlyThreads() ? openNothing(Result, O, Pid)
                                  : openFile(Result, O, Pid))
    return E;
  return Result;
}
