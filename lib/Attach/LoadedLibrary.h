//===- LoadedLibrary.h - Libraries that a VM has loaded ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A second file of the same library is a second library to a VM, with data of
/// its own. So a library that is loaded already is loaded again by the path
/// that it has there, even if the file has been removed: glibc compares the
/// path with those of loaded libraries before it opens a file. musl opens the
/// file first.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_LOADEDLIBRARY_H
#define HPROF_LIB_ATTACH_LOADEDLIBRARY_H

#include "TargetChecks.h"
#include <string>
#include <vector>

namespace hprof {

/// The library at \p Path, as this process sees it.
struct LibraryFile {
  std::string Path;
  LibraryFacts Facts;
};

/// What the name of a copy of \p L begins with: "libhprof-" and a number that
/// depends on the content.
std::string copyPrefix(const LibraryFile &L);

/// The path, in the view of \p T, by which it has loaded \p L or a copy of it;
/// empty if it has not.
std::string loadedPath(const AttachTarget &T, const LibraryFile &L);

/// The same for all libraries whose names are that of \p L or of a copy,
/// whatever is in them.
std::vector<std::string> loadedNamesakes(const AttachTarget &T,
                                         const LibraryFile &L);

/// Whether the VM of \p T opens the file of a library that it has loaded.
inline bool needsFileAgain(const AttachTarget &T) {
  return T.Maps.HasMusl && !T.Maps.HasGlibc;
}

} // namespace hprof

#endif // HPROF_LIB_ATTACH_LOADEDLIBRARY_H
