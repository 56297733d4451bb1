//===- FileFrames.h - Reads the frames of a dump ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_MERGE_FILEFRAMES_H
#define HPROF_LIB_CONVERT_MERGE_FILEFRAMES_H

#include "hprof/Convert/Merge/MergeDumps.h"

namespace hprof {

/// Properties of a file that are known from the headers of its records alone.
struct FileFrames {
  FileHeader Header;  ///< The first file header.
  uint64_t Files = 0; ///< Number of file headers.
  uint64_t Dumps = 0;
  uint64_t Millis = 0;       ///< Earliest time in the headers, 0 if unknown.
  bool HasUnlikeIds = false; ///< Whether later headers have another id width.
  bool HasClasses = false;   ///< Whether there are LOAD CLASS records.
  /// Whether the file ends within its header, so that Header is a guess.
  bool HasNoHeader = false;
  bool HasSegments = false; ///< Whether there are HEAP DUMP SEGMENT records.
  /// Whether the file ends inside a record or a heap dump.
  bool IsCut = false;
  /// Where reading ends: the offset of the first byte that is also in a part.
  uint64_t End = UINT64_MAX;
  /// For each part, whether the file already contains all of it.
  std::vector<bool> IsAppended;

  /// Whether the file contains bytes of parts, which means that all parts were
  /// complete. Segments in a base always come from parts.
  bool wasJoining() const { return End != UINT64_MAX || HasSegments; }
};

/// Walks \p In, which is HPROF binary and the base of \p Parts, from its
/// beginning to its end. Damage is not reported. \p Open reopens it.
llvm::Expected<FileFrames> readFrames(Source &In, const OpenFile &Open,
                                      llvm::ArrayRef<OpenFile> Parts);

/// Same as above, for a base that ends within its file header: chooses the id
/// width with which more of the parts can be read.
llvm::Expected<FileFrames> readPartFrames(llvm::ArrayRef<OpenFile> Parts);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_FILEFRAMES_H
