//===- Output.cpp - Opens what the agent writes to ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "Connection.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
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

/// Sets the name and the descriptor of \p Result.
/// For what is not written.
static Error openNothing(Output &Result, const Options &O, pid_t Pid) {
  Result.Name = outputPath(O, Pid, [](const std::string &) { return false; });
  Result.Fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  return Result.Fd < 0 ? refused("open", "/dev/null") : Error::success();
}

static Error openFile(Output &Result, const Options &O, pid_t Pid) {
  Result.Name = outputPath(O, Pid, [](const std::string &Name) {
    return ::access(Name.c_str(), F_OK) == 0;
  });
  // Does not wait for the reader of a FIFO. A file that was made since its name
  // was chosen is not replaced either.
  const int Flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK;
  Result.Fd = ::open(Result.Name.c_str(), Flags | O_EXCL, 0600);
  Result.IsNew = Result.Fd >= 0;
  if (!Result.IsNew && O.Force)
    Result.Fd = ::open(Result.Name.c_str(), Flags, 0600);
  if (Result.Fd < 0 && errno == ENXIO)
    return createStringError(std::make_error_code(std::errc::no_such_device),
                             "nobody reads the FIFO '" + Result.Name +
                                 "'; start its reader first");
  if (Result.Fd < 0)
    return refused("create", Result.Name);
  const int Now = ::fcntl(Result.Fd, F_GETFL);
  if (Now >= 0)
    ::fcntl(Result.Fd, F_SETFL, Now & ~O_NONBLOCK);
  return Error::success();
}

Expected<Output> agent::openOutput(const Options &O, pid_t Pid) {
  Output Result;
  if (O.toSocket()) {
    Expected<int> Connected = connectToPeer(O);
    if (!Connected)
      return Connected.takeError();
    Result.Name = peerName(O);
    Result.Fd = *Connected;
  } else if (Error E = O.onlyThreads() ? openNothing(Result, O, Pid)
                                       : openFile(Result, O, Pid)) {
    return E;
  }
  if (O.onlyThreads())
    return Result;
  struct stat Status;
  if (::fstat(Result.Fd, &Status) != 0) {
    Error E = refused("examine", Result.Name);
    ::close(Result.Fd);
    return E;
  }
  Result.Device = Status.st_dev;
  Result.Inode = Status.st_ino;
  return Result;
}

Error agent::truncate(const Output &O) {
  struct stat Status;
  if (::fstat(O.Fd, &Status) == 0 && S_ISREG(Status.st_mode) &&
      (::ftruncate(O.Fd, 0) != 0 || ::fchmod(O.Fd, 0600) != 0))
    return refused("replace", O.Name);
  return Error::success();
}

void agent::removeIfNew(const Output &O) {
  struct stat Status;
  if (O.IsNew && ::stat(O.Name.c_str(), &Status) == 0 &&
      Status.st_dev == O.Device && Status.st_ino == O.Inode)
    ::unlink(O.Name.c_str());
}
