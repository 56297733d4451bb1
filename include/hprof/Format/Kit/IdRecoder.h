//===- IdRecoder.h - Converts the width of ids ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_IDRECODER_H
#define HPROF_FORMAT_KIT_IDRECODER_H

#include "hprof/Format/Kit/IdJoiner.h"

namespace hprof {

/// Converts big-endian ids of one width, in arbitrary chunks, to another width:
///
///     Recoder.begin(/*FromWidth=*/8, /*ToWidth=*/4);
///     Next.payload(Recoder.recode(Chunk));
///
/// An id that does not fit loses its upper bytes: the caller must choose a
/// width that fits all ids.
class IdRecoder {
public:
  void begin(unsigned FromWidth, unsigned ToWidth) {
    From = FromWidth;
    To = ToWidth;
    Ids.begin(From);
  }

  /// The ids that end in \p Chunk; valid until the next call.
  llvm::ArrayRef<uint8_t> recode(llvm::ArrayRef<uint8_t> Chunk) {
    if (From == To)
      return Chunk;
    Out.resize_for_overwrite((Chunk.size() / From + 1) * To);
    uint8_t *P = Out.data();
    Ids.add(Chunk, [&](uint64_t Id) {
      storeBE(P, Id, To);
      P += To;
    });
    return {Out.data(), P};
  }

private:
  unsigned From = 8, To = 8;
  IdJoiner Ids;
  llvm::SmallVector<uint8_t, 0> Out;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_IDRECODER_H
