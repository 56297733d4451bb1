//===- SplitFrames.cpp - Distributes records to workers -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/SplitFrames.h"

using namespace hprof;
using namespace llvm;

std::vector<size_t> hprof::splitFrames(ArrayRef<Frame> Frames, unsigned N) {
  // Bodies of unknown length are rare and count as empty.
  auto Weight = [](const Frame &F) {
    return F.Length == UINT64_MAX ? F.DeclaredLength : F.Length;
  };
  uint64_t Total = 0;
  for (const Frame &F : Frames)
    Total += Weight(F);
  std::vector<size_t> Ends;
  uint64_t Sum = 0;
  for (size_t I = 0; I != Frames.size(); ++I) {
    Sum += Weight(Frames[I]);
    // The last run gets the rest, so that there are at most N.
    bool IsFull = Ends.size() + 1 < N && Sum >= Total / N * (Ends.size() + 1);
    if (I + 1 == Frames.size() || IsFull)
      Ends.push_back(I + 1);
  }
  return Ends;
}
