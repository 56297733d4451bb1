//===- RegularFile.h - Opens regular files only -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_INDEX_REGULARFILE_H
#define HPROF_LIB_ANALYSIS_INDEX_REGULARFILE_H

#include "llvm/Support/FileSystem.h"
#include <utility>

namespace hprof {

/// A regular file open for reading, with its status. Closed by the destructor.
class RegularFile {
public:
  /// Never blocks: fails for pipes, devices and directories.
  static llvm::Expected<RegularFile> open(llvm::StringRef Path);
  RegularFile(RegularFile &&Other)
      : Fd(std::exchange(Other.Fd, -1)), Status(Other.Status) {}
  RegularFile &operator=(RegularFile &&) = delete;
  ~RegularFile();

  int fd() const { return Fd; }
  const llvm::sys::fs::file_status &status() const { return Status; }
  /// Fills \p Into. Reads fewer bytes only if the file ends.
  llvm::Expected<size_t> read(llvm::MutableArrayRef<char> Into,
                              uint64_t Offset) const;

private:
  explicit RegularFile(int Fd) : Fd(Fd) {}

  int Fd;
  llvm::sys::fs::file_status Status;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_INDEX_REGULARFILE_H
