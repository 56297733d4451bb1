//===- LoadedLibrary.h - Libraries that a VM has loaded ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file To a VM, a second file with the same library is a second library, with
/// its own data. Therefore, a library that is already loaded is loaded again by
/// its path in the VM, even if the file has been removed: glibc compares the
/// path with the paths of loaded libraries before it opens a file. musl opens
/// the file first.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_LOADEDLIBRARY_H
#define HPROF_LIB_ATTACH_LOADEDLIBRARY_H

#include "TargetChecks.h"
#include <string>
#include <vector>

namespace hprof {

/// The library at \p Path, in this process's view.
struct LibraryFile {
  std::string Path;
  LibraryFacts Facts;
};

/// Returns the file name prefix of copies of \p L: "libhprof-" and a hash of
/// the contents.
std::string copyPrefix(const LibraryFile &L);

/// Returns the path, in the view of \p T, from which \p T has loaded \p L or a
/// copy of it; empty if neither is loaded.
std::string loadedPath(const AttachTarget &T, const LibraryFile &L);

/// Returns the paths of all loaded libraries named like \p L or a copy of it,
/// regardless of their contents.
std::vector<std::string> loadedNamesakes(const AttachTarget &T,
                                         const LibraryFile &L);

/// Whether the VM of \p T reopens the file of a loaded library.
inline bool needsFileAgain(const AttachTarget &T) {
  return T.Maps.HasMusl && !T.Maps.HasGlibc;
}

} // namespace hprof

#endif // HPROF_LIB_ATTACH_LOADEDLIBRARY_H
