//===- FileFrames.h - The frames of a dump, quickly -------------*- C++ -*-===//
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

/// What the headers of records, without their contents, say about a file.
struct FileFrames {
  FileHeader Header;  ///< The first one.
  uint64_t Files = 0; ///< File headers.
  uint64_t Dumps = 0;
  uint64_t Millis = 0; ///< The earliest time of the headers, 0 if unknown.
  bool HasUnlikeIds = false; ///< Later headers have ids of another width.
  bool HasClasses = false;   ///< There are LOAD CLASSes.
  /// The file ends in its header; the one here is a guess.
  bool HasNoHeader = false;
  bool HasSegments = false; ///< There are HEAP DUMP SEGMENTs.
  /// The file ends inside a record or a heap dump.
  bool IsCut = false;
  /// Reading ends here: the offset of the first byte that a part has, too.
  uint64_t End = UINT64_MAX;
  /// For each part, whether all of it is in the file already.
  std::vector<bool> IsAppended;

  /// The file has parts' bytes: the VM had collected everything. Nothing but
  /// parts brings segments to a base.
  bool wasJoining() const { return End != UINT64_MAX || HasSegments; }
};

/// Walks \p In, which is HPROF binary and the base of \p Parts, from its
/// beginning to its end. Damage is not reported. \p Open opens it again.
llvm::Expected<FileFrames> readFrames(Source &In, const OpenFile &Open,
                                      llvm::ArrayRef<OpenFile> Parts);

/// The same for a base that ends in its file header: ids have the width with
/// which more of the parts can be read.
llvm::Expected<FileFrames> readPartFrames(llvm::ArrayRef<OpenFile> Parts);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_FILEFRAMES_H
