//===- OutputUse.cpp - Other users of an output ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputUse.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/xxhash.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Whether \p Fd writes to the file of \p O and was opened by this process:
/// inherited descriptors have no FD_CLOEXEC.
static bool writesTo(int Fd, const Output &O) {
  struct stat Status;
  if (::fstat(Fd, &Status) != 0 || Status.st_dev != O.Device ||
      Status.st_ino != O.Inode)
    return false;
  // A terminal or /dev/null may have several writers.
  if (!S_ISREG(Status.st_mode) && !S_ISFIFO(Status.st_mode))
    return false;
  const int Flags = ::fcntl(Fd, F_GETFD), Mode = ::fcntl(Fd, F_GETFL);
  return Flags >= 0 && (Flags & FD_CLOEXEC) && Mode >= 0 &&
         (Mode & O_ACCMODE) != O_RDONLY;
}

/// Returns the name of a claim. Names of files in memory are limited to 249
/// bytes.
static std::string claimName(dev_t Device, ino_t Folder, StringRef Name) {
  return ("hprof-output-" + Twine::utohexstr(Device) + "-" +
          Twine::utohexstr(Folder) + "-" + Twine::utohexstr(xxh3_64bits(Name)))
      .str();
}

int agent::claimFile(dev_t Device, ino_t Folder, StringRef Name) {
  return ::memfd_create(claimName(Device, Folder, Name).c_str(), MFD_CLOEXEC);
}

static bool isClaim(const std::string &Fd, const std::string &Name) {
  char Link[300];
  const ssize_t N =
      ::readlink(("/proc/self/fd/" + Fd).c_str(), Link, sizeof(Link));
  return N > 0 && StringRef(Link, size_t(N)) == "/memfd:" + Name + " (deleted)";
}

bool agent::isWrittenByOthers(const Output &O) {
  DIR *Files = O.Inode ? ::opendir("/proc/self/fd") : nullptr;
  if (!Files)
    return false;
  const bool IsToCome = !O.NameInFolder.empty();
  const std::string Name = claimName(O.Device, O.Inode, O.NameInFolder);
  bool Result = false;
  while (const dirent *E = Result ? nullptr : ::readdir(Files)) {
    int Fd;
    if (!StringRef(E->d_name).getAsInteger(10, Fd) && Fd != O.Fd)
      Result = IsToCome ? isClaim(E->d_name, Name) : writesTo(Fd, O);
  }
  ::closedir(Files);
  return Result;
}
