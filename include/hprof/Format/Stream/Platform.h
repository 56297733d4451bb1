//===- Platform.h - What the system is asked for ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What this library and its users want of the system beyond POSIX. Another
/// system needs a Platform*.cpp of its own, or takes PlatformPosix.cpp: see
/// docs/Rationale/Portability.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_PLATFORM_H
#define HPROF_FORMAT_STREAM_PLATFORM_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Makes a pipe that programs started later do not inherit. \return false if
/// the system refuses, with the reason in errno.
bool makePipe(int (&Ends)[2]);

/// Asks for a pipe \p Fd that holds more, so that its two ends switch threads
/// less often. No-op if it is no pipe.
void widenPipe(int Fd);

/// A new file in \p Directory that has no name, for reading and writing; -1 if
/// the system cannot make one.
int openUnnamed(const std::string &Directory);

/// A file that is mapped for reading from its first byte. As long as this
/// exists, giveBackPages() works on it. The mapping belongs to the caller.
class MappedFile {
public:
  /// \p Fd may be closed afterwards.
  MappedFile(llvm::ArrayRef<uint8_t> Bytes, int Fd);
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  /// Call before the file is unmapped. On Linux it has nothing to do.
  ~MappedFile(); // NOLINT(performance-trivially-destructible)

  /// Whether the next accesses will be scattered.
  void expectJumps(bool AreExpected);

private:
  llvm::ArrayRef<uint8_t> Bytes;
};

/// Whether \p Bytes are in a file that is mapped for reading.
bool isMappedFile(llvm::ArrayRef<uint8_t> Bytes);

/// Drops pages of a MappedFile from the process; they come back when they are
/// read. Begins at a page; other threads may read there meanwhile.
void giveBackPages(llvm::ArrayRef<uint8_t> Pages);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_PLATFORM_H
