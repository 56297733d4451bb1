//===- DumpIdentity.h - Identifies dumps by samples -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Identifies the dump that data was computed from: its size and a hash of
/// samples of its bytes, as stored on disk (possibly compressed).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_INDEX_DUMPIDENTITY_H
#define HPROF_ANALYSIS_INDEX_DUMPIDENTITY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace hprof {

struct DumpIdentity {
  uint64_t Size = 0; ///< In bytes.
  /// XXH3 of the first and last 64 KiB and of 1024 pages of 4 KiB spread evenly
  /// between them, or of the whole file if that is smaller.
  uint64_t Hash = 0;
  /// Time when the file was last written, in nanoseconds since 1970. Not
  /// compared: a copy can have a different time.
  int64_t Modified = 0;

  /// Returns the identity of the regular file \p Path. Reads at most 4 MiB.
  static llvm::Expected<DumpIdentity> of(llvm::StringRef Path);

  bool isSameContent(const DumpIdentity &Other) const {
    return Size == Other.Size && Hash == Other.Hash;
  }
};

} // namespace hprof

#endif // HPROF_ANALYSIS_INDEX_DUMPIDENTITY_H
