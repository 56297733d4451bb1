//===- ReadPosition.h - Progress of reading several files -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_MERGE_READPOSITION_H
#define HPROF_CONVERT_MERGE_READPOSITION_H

#include "hprof/Format/Stream/Source.h"
#include <mutex>

namespace hprof {

/// The position in files that are read one after another, for progress. All
/// members may be called from any thread.
class ReadPosition {
public:
  /// Records that \p In is being read, until leave() is called.
  void enter(const Source &In) {
    std::lock_guard<std::mutex> Guard(Lock);
    Current = &In;
  }
  void leave() {
    std::lock_guard<std::mutex> Guard(Lock);
    if (Current)
      Before += Current->rawOffset();
    Current = nullptr;
  }
  /// Bytes read from files so far, before decompression.
  uint64_t bytes() const {
    std::lock_guard<std::mutex> Guard(Lock);
    return Before + (Current ? Current->rawOffset() : 0);
  }

private:
  mutable std::mutex Lock;
  const Source *Current = nullptr;
  uint64_t Before = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_MERGE_READPOSITION_H
