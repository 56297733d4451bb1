//===- Platform.h - Functions of the operating system -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// System functions beyond POSIX that this library and its users need. Another
/// system needs a Platform*.cpp of its own, or uses PlatformPosix.cpp: see
/// docs/Rationale/Portability.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_PLATFORM_H
#define HPROF_FORMAT_STREAM_PLATFORM_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Creates a pipe that programs started later do not inherit. \return false if
/// the system call fails, with the reason in errno.
bool makePipe(int (&Ends)[2]);

/// Tries to increase the capacity of the pipe \p Fd, so that its two ends
/// switch threads less often. No-op for anything but a pipe.
void widenPipe(int Fd);

/// Creates an unnamed file in \p Directory for reading and writing; returns -1
/// if the system does not support this.
int openUnnamed(const std::string &Directory);

/// A file mapped for reading from its first byte. During this object's
/// lifetime, giveBackPages() works on the file's pages. The caller owns the
/// mapping.
class MappedFile {
public:
  /// \p Fd may be closed afterwards.
  MappedFile(llvm::ArrayRef<uint8_t> Bytes, int Fd);
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  /// Must run before the file is unmapped. Does nothing on Linux.
  ~MappedFile(); // NOLINT(performance-trivially-destructible)

  /// Hints whether the next accesses will be scattered.
  void expectJumps(bool AreExpected);

private:
  llvm::ArrayRef<uint8_t> Bytes;
};

/// Whether \p Bytes are in a file that is mapped for reading.
bool isMappedFile(llvm::ArrayRef<uint8_t> Bytes);

/// Drops pages of a MappedFile from the process; they are reloaded on access.
/// \p Pages begins at a page; other threads may read it concurrently.
void giveBackPages(llvm::ArrayRef<uint8_t> Pages);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_PLATFORM_H
