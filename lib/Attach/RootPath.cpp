//===- RootPath.cpp - Opens a path below a root ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RootPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace llvm;
using namespace hprof;

static Descriptor refused(int Errno) {
  errno = Errno;
  return {};
}

/// Pushes the components of \p Path onto the stack \p Parts, the first on top.
static void pushParts(StringRef Path, SmallVectorImpl<std::string> &Parts) {
  SmallVector<StringRef, 16> Names;
  Path.split(Names, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Name : reverse(Names))
    if (Name != ".")
      Parts.push_back(Name.str());
}

Descriptor hprof::openBelowByParts(int Root, StringRef Path, int Flags) {
  constexpr unsigned MostLinks = 40; // As in the kernel.
  constexpr size_t MostParts = PATH_MAX;
  unsigned Links = 0;
  SmallVector<std::string, 16> Parts;
  pushParts(Path, Parts);
  // Folders from the root to the current one, so that ".." needs no lookup.
  // Links may be replaced at any time, but are never followed by the system.
  SmallVector<Descriptor, 16> Folders;
  auto Here = [&] { return Folders.empty() ? Root : Folders.back().get(); };
  while (!Parts.empty()) {
    std::string Part = Parts.pop_back_val();
    if (Part == "..") {
      if (!Folders.empty())
        Folders.pop_back();
      continue;
    }
    Descriptor Next(
        openat(Here(), Part.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat Status;
    if (!Next || fstat(Next.get(), &Status))
      return {};
    if (S_ISLNK(Status.st_mode)) {
      if (Parts.empty() && Flags & O_NOFOLLOW)
        return refused(ELOOP);
      char Target[PATH_MAX];
      ssize_t Size = readlinkat(Next.get(), "", Target, sizeof(Target));
      if (Size < 0)
        return {};
      if (++Links > MostLinks)
        return refused(ELOOP);
      StringRef To(Target, static_cast<size_t>(Size));
      if (To.starts_with("/"))
        Folders.clear();
      pushParts(To, Parts);
      if (Parts.size() > MostParts)
        return refused(ENAMETOOLONG);
      continue;
    }
    if (Parts.empty())
      return Descriptor(
          openat(Here(), Part.c_str(), Flags | O_NOFOLLOW | O_CLOEXEC));
    if (!S_ISDIR(Status.st_mode))
      return refused(ENOTDIR);
    Folders.push_back(std::move(Next));
  }
  return Descriptor(openat(Here(), ".", Flags | O_CLOEXEC));
}

Descriptor hprof::openBelow(int Root, StringRef Path, int Flags) {
  std::string Below = Path.ltrim('/').str();
  if (Below.empty())
    Below = ".";
  struct open_how How = {};
  How.flags = static_cast<uint64_t>(Flags) | O_CLOEXEC;
  How.resolve = RESOLVE_IN_ROOT;
  long FD = syscall(SYS_openat2, Root, Below.c_str(), &How, sizeof(How));
  // Linux before 5.6 and some sandboxes lack openat2().
  if (FD < 0 && (errno == ENOSYS || errno == EPERM))
    return openBelowByParts(Root, Path, Flags);
  return Descriptor(static_cast<int>(FD));
}
