//===- TopLevel.h - The top-level records of a mapped file ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_HEAP_TOPLEVEL_H
#define HPROF_LIB_ANALYSIS_HEAP_TOPLEVEL_H

#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Kit/DamageList.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace hprof {

class RecordVisitor;
class Source;

/// Top-level records, found in one pass that skips the bodies of heap dumps.
class TopLevel {
public:
  /// Reads \p In, which must be mapped, to its end.
  static llvm::Expected<TopLevel> find(Source &In);

  /// One of several concatenated files.
  struct File {
    FileHeader Header;
    size_t FirstDump = 0, NumDumps = 0;
    /// Ranges that contain no heap dump records.
    std::vector<std::pair<uint64_t, uint64_t>> Others;
  };
  std::vector<File> Files;
  std::vector<HeapSegments> Dumps;
  std::optional<HeapSegments> None; ///< Replaces a missing first dump.
  DamageList Damages;               ///< Damage outside heap dumps.

  /// Passes the file header and all records of \p F outside heap dumps to
  /// \p To, but not their damage.
  void tell(const File &F, RecordVisitor &To) const;

private:
  llvm::ArrayRef<uint8_t> Bytes;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_HEAP_TOPLEVEL_H
