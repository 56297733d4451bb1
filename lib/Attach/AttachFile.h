//===- AttachFile.h - A file in a folder of the target ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_ATTACHFILE_H
#define HPROF_LIB_ATTACH_ATTACHFILE_H

#include "Descriptor.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <sys/types.h>
#include <system_error>

namespace hprof {

/// A file that is removed when this object is destroyed or a signal terminates
/// this process, even if the target has already exited.
class AttachFile {
public:
  /// Creates \p Name in \p Folder, a descriptor that must outlive this object,
  /// or takes over an existing file that belongs to \p Owner. Returns null and
  /// sets \p EC on failure.
  static std::unique_ptr<AttachFile> createOrTake(int Folder,
                                                  llvm::StringRef Name,
                                                  uid_t Owner,
                                                  std::error_code &EC);
  /// Creates a file in \p Folder, named with a random part between \p Stem and
  /// \p Ending, with mode \p Mode.
  static std::unique_ptr<AttachFile>
  createUnique(int Folder, llvm::StringRef Stem, llvm::StringRef Ending,
               mode_t Mode, std::error_code &EC);
  AttachFile(const AttachFile &) = delete;
  AttachFile &operator=(const AttachFile &) = delete;
  ~AttachFile();

  const std::string &name() const { return Name; }
  /// Cancels the removal of the file.
  void keep();
  /// Descriptor for writing; a file that was taken over is not open.
  Descriptor &descriptor() { return File; }

private:
  AttachFile(int Folder, llvm::StringRef Name);
  int Folder;
  std::string Name;
  std::string Path; ///< For the signal handler.
  Descriptor File;
  bool Exists = false;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ATTACHFILE_H
