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
#include "TargetChecks.h"

namespace hprof {

/// Where the VM finds the library.
struct LibraryPlace {
  std::string Path; ///< In the view of the VM; without a file, a folder.
  bool IsCopy = false;
  Descriptor Folder;
  std::unique_ptr<AttachFile> Copy; ///< Removed with this object.
};

/// Finds the library at \p Path, an absolute path without links, in the view
/// of the VM. If it is not there, or the VM could not load it, it is copied
/// into /tmp, the folder of java.io.tmpdir, the VM's working folder, /dev/shm
/// or /var/tmp, whichever is the first one that is writable and not mounted
/// noexec. With \p IsTrial, nothing is written and Path is that folder.
llvm::Expected<LibraryPlace>
placeLibrary(const AttachTarget &T, const std::string &Path, bool IsTrial);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_LIBRARYPLACE_H
