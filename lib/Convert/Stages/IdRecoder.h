//===- IdRecoder.h - Lists of ids to another width --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_IDRECODER_H
#define HPROF_LIB_CONVERT_STAGES_IDRECODER_H

#include "hprof/Format/Hprof/RecordCodec.h"

namespace hprof {

/// Takes big-endian ids of one width in chunks split anywhere, gives them in
/// another.
class IdRecoder {
public:
  void begin(unsigned FromWidth, unsigned ToWidth) {
    From = FromWidth;
    To = ToWidth;
    Partial.clear();
  }

  /// The ids that end in \p Chunk; valid until the next call.
  llvm::ArrayRef<uint8_t> recode(llvm::ArrayRef<uint8_t> Chunk) {
    if (From == To)
      return Chunk;
    Out.clear();
    RecordEncoder Enc(Out, To);
    while (!Chunk.empty()) {
      if (Partial.empty() && Chunk.size() >= From) {
        Enc.number(loadBE(Chunk.data(), From), To);
        Chunk = Chunk.drop_front(From);
        continue;
      }
      size_t N = std::min<size_t>(Chunk.size(), From - Partial.size());
      Partial.append(Chunk.begin(), Chunk.begin() + N);
      Chunk = Chunk.drop_front(N);
      if (Partial.size() < From)
        break;
      Enc.number(loadBE(Partial.data(), From), To);
      Partial.clear();
    }
    return Out;
  }

private:
  unsigned From = 8, To = 8;
  llvm::SmallVector<uint8_t, 8> Partial;
  llvm::SmallVector<uint8_t, 0> Out;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_IDRECODER_H
