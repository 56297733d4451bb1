//===- ParallelWalk.cpp - Walks segments on several threads ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/ParallelWalk.h"
#include <thread>

using namespace hprof;
using namespace llvm;

void hprof::detail::runThreads(unsigned N, function_ref<void(unsigned)> Body) {
  std::vector<std::thread> Threads;
  for (unsigned I = 1; I < N; ++I)
    Threads.emplace_back([=] { Body(I); });
  if (N)
    Body(0);
  for (std::thread &T : Threads)
    T.join();
}

std::vector<size_t> hprof::detail::splitFrames(ArrayRef<Frame> Frames,
                                               unsigned N) {
  // Bodies of unknown length are rare and as good as none here.
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
    // The last run takes what is left, so that there are never more than N.
    bool IsFull = Ends.size() + 1 < N && Sum >= Total / N * (Ends.size() + 1);
    if (I + 1 == Frames.size() || IsFull)
      Ends.push_back(I + 1);
  }
  return Ends;
}

void hprof::detail::DamageList::add(const Damage &D) {
  LastOffset = D.Offset;
  if (List.size() < Max)
    List.push_back(D);
  else
    ++NumMore;
}

void hprof::detail::DamageList::tell(const DamageHandler &Handler) const {
  for (const Damage &D : List)
    Handler(D);
  if (NumMore)
    Handler({List.back().Code, LastOffset,
             "the last of " + std::to_string(NumMore) + " faults more"});
}
