//===- LoadedLibrary.cpp - Libraries that a VM has loaded -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedLibrary.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <sys/stat.h>
#include <sys/sysmacros.h>

using namespace llvm;
using namespace hprof;

std::string hprof::copyPrefix(const LibraryFile &L) {
  return (sys::path::stem(L.Path) + "-" +
          utohexstr(L.Facts.Digest, /*LowerCase=*/true, /*Width=*/16) + "-")
      .str();
}

static std::vector<std::string>
loadedIf(const AttachTarget &T,
         function_ref<bool(const MappedLibrary &, StringRef Name)> Is) {
  std::vector<std::string> Found;
  for (const MappedLibrary &M : T.Maps.Libraries) {
    if (M.IsDeleted && needsFileAgain(T))
      continue;
    StringRef Path = T.Process.belowRoot(M.Path);
    if (!Path.empty() && Is(M, sys::path::filename(Path)))
      Found.push_back(Path.str());
  }
  return Found;
}

std::string hprof::loadedPath(const AttachTarget &T, const LibraryFile &L) {
  const std::string Prefix = copyPrefix(L);
  struct stat Status = {};
  const bool IsThere = stat(L.Path.c_str(), &Status) == 0;
  std::vector<std::string> Found =
      loadedIf(T, [&](const MappedLibrary &M, StringRef Name) {
        return Name.starts_with(Prefix) ||
               (IsThere && M.Inode == Status.st_ino &&
                makedev(M.Major, M.Minor) == Status.st_dev);
      });
  return Found.empty() ? "" : Found.front();
}

std::vector<std::string> hprof::loadedNamesakes(const AttachTarget &T,
                                                const LibraryFile &L) {
  const StringRef Own = sys::path::filename(L.Path);
  const std::string Stem = (sys::path::stem(Own) + "-").str();
  return loadedIf(T, [&](const MappedLibrary &, StringRef Name) {
    return Name == Own || (Name.starts_with(Stem) &&
                           Name.ends_with(sys::path::extension(Own)));
  });
}
