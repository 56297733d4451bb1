//===- LibraryPlace.h - Makes a library loadable by a VM --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_LIBRARYPLACE_H
#define HPROF_LIB_ATTACH_LIBRARYPLACE_H

#include "AttachFile.h"
#include "LoadedLibrary.h"

namespace hprof {

/// Location of the library for the VM.
struct LibraryPlace {
  enum class Kind {
    Seen,   ///< The VM can read the file.
    Loaded, ///< The VM has loaded it; the file may since have been removed.
    Copy,   ///< A copy is needed.
  };
  std::string Path; ///< In the VM's view; a folder for a copy in a trial.
  Kind Is = Kind::Seen;
  Descriptor Folder;
  std::unique_ptr<AttachFile> Copy; ///< Removed with this object.
};

/// Finds the library \p L, whose path is absolute with symbolic links resolved,
/// in the VM's view. If it is missing there, or the VM could not load it, it is
/// copied into the first folder that is writable and not mounted noexec: /tmp,
/// java.io.tmpdir, the VM's working folder, /dev/shm or /var/tmp. With
/// \p IsTrial, nothing is written and Path is that folder.
llvm::Expected<LibraryPlace> placeLibrary(const AttachTarget &T,
                                          const LibraryFile &L, bool IsTrial);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_LIBRARYPLACE_H
