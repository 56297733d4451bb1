//===- FileEntries.h - Entries of arrays in files ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Reads entries of an array in a file without mapping its pages. A page fault
/// costs more than a system call, brings up to 64 KiB into the process for a
/// few bytes, and what it brought must be dropped again when memory is short.
///
/// Each thread keeps some blocks of what was read last, of all files together.
/// So neighbours cost little, and nothing here locks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_FILEENTRIES_H
#define HPROF_ANALYSIS_COLUMNS_FILEENTRIES_H

#include <cstdint>

namespace hprof {

struct FileEntries {
  int File = -1;    ///< Its descriptor; not owned.
  uint64_t Key = 0; ///< Of its blocks: never used for another; 0 at first.

  bool isFile() const { return File >= 0; }
  /// To be called, if there is a file, before fetch(), and after the last
  /// change of the file.
  void start();
  /// The \p Width bytes, 1, 2, 4 or 8, at \p Offset, a multiple of it, as a
  /// number of this machine. When they cannot be read, they are taken from
  /// \p Mapped, the file's mapping.
  uint64_t fetch(const uint8_t *Mapped, uint64_t Offset, unsigned Width) const;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_FILEENTRIES_H
