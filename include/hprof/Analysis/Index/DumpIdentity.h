//===- DumpIdentity.h - Tells dumps apart without reading -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a file is the one that something was computed from earlier: its size
/// and a hash of samples of its bytes, as they are on disk (compressed ones,
/// where it is compressed).
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
  /// XXH3 of the first and last 64 KiB and of 1024 pages of 4 KiB that are
  /// spread evenly between them; of everything when that is less.
  uint64_t Hash = 0;
  /// When the file was last written, in nanoseconds since 1970. A hint for
  /// messages: copies have another one.
  int64_t Modified = 0;

  /// Of the regular file \p Path. Reads 4 MiB at most.
  static llvm::Expected<DumpIdentity> of(llvm::StringRef Path);

  bool isSameContent(const DumpIdentity &Other) const {
    return Size == Other.Size && Hash == Other.Hash;
  }
};

} // namespace hprof

#endif // HPROF_ANALYSIS_INDEX_DUMPIDENTITY_H
