//===- FrameNames.h - Finds frames with the same text -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_FRAMENAMES_H
#define HPROF_ANALYSIS_CONTENTS_FRAMENAMES_H

#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <map>
#include <tuple>

namespace hprof {

class DumpContext;

/// Finds frames with equal text without formatting each frame. Each thread has
/// its own frames, so 100,000 threads have millions of frames.
class FrameNames {
public:
  /// \p Context must outlive this.
  explicit FrameNames(const DumpContext &Context) : Context(Context) {}

  /// Returns the id of the first frame passed to this function whose text
  /// equals that of the frame \p Id.
  uint64_t firstAlike(uint64_t Id);

private:
  const DumpContext &Context;
  /// By class serial, ids of method and source file, and line.
  std::map<std::tuple<uint32_t, uint64_t, uint64_t, int32_t>, uint64_t> ByPlace;
  llvm::StringMap<uint64_t> ByText;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_FRAMENAMES_H
