//===- LibraryPlace.h - A library where a VM can load it --------*- C++ -*-===//
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

/// Where the VM finds the library.
struct LibraryPlace {
  enum class Kind {
    Seen,   ///< The VM sees the file.
    Loaded, ///< The VM has loaded it, perhaps from a file that is gone.
    Copy,   ///< It needs a copy.
  };
  std::string Path; ///< In the view of the VM; without a file, a folder.
  Kind Is = Kind::Seen;
  Descriptor Folder;
  std::unique_ptr<AttachFile> Copy; ///< Removed with this object.
};

/// Finds the library \p L, whose path is absolute and without links, in the
/// view of the VM. If it is not there, or the VM could not load it, it is
/// copied into /tmp, the folder of java.io.tmpdir, the VM's working folder,
/// /dev/shm or /var/tmp, whichever is the first one that is writable and not
/// mounted noexec. With \p IsTrial, nothing is written and Path is that folder.
llvm::Expected<LibraryPlace> placeLibrary(const AttachTarget &T,
                                          const LibraryFile &L, bool IsTrial);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_LIBRARYPLACE_H
