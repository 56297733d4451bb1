//===- OutputUse.cpp - Who else writes to an output -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputUse.h"
#include "llvm/ADT/StringRef.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Whether \p Fd writes to the file of \p O and was opened by this process:
/// what outlived the start of its program has no FD_CLOEXEC.
static bool writesTo(int Fd, const Output &O) {
  struct stat Status;
  if (::fstat(Fd, &Status) != 0 || Status.st_dev != O.Device ||
      Status.st_ino != O.Inode)
    return false;
  // Several may write to a terminal or /dev/null.
  if (!S_ISREG(Status.st_mode) && !S_ISFIFO(Status.st_mode))
    return false;
  const int Flags = ::fcntl(Fd, F_GETFD), Mode = ::fcntl(Fd, F_GETFL);
  return Flags >= 0 && (Flags & FD_CLOEXEC) && Mode >= 0 &&
         (Mode & O_ACCMODE) != O_RDONLY;
}

bool agent::isWrittenByOthers(const Output &O) {
  DIR *Files = O.Inode ? ::opendir("/proc/self/fd") : nullptr;
  if (!Files)
    return false;
  bool Result = false;
  while (const dirent *E = Result ? nullptr : ::readdir(Files)) {
    int Fd;
    if (!StringRef(E->d_name).getAsInteger(10, Fd) && Fd != O.Fd)
      Result = writesTo(Fd, O);
  }
  ::closedir(Files);
  return Result;
}
