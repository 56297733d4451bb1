//===- HeapSegments.cpp - The heap dump records of one dump ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Kit/SplitFrames.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

void HeapSegments::add(const Frame &F, uint64_t Length) {
  Frames.push_back(F);
  Total += Length;
}

std::vector<uint64_t> HeapSegments::findCuts(unsigned Wanted) const {
  std::vector<uint64_t> Cuts;
  if (Wanted < 2 ||
      any_of(Frames, [](const Frame &F) { return F.Length == UINT64_MAX; }))
    return Cuts;
  // If the largest share is at most 1.5 times the average, a serial first walk
  // does not pay off.
  uint64_t Largest = 0;
  size_t Begin = 0;
  for (size_t End : splitFrames(Frames, Wanted)) {
    uint64_t Part = 0;
    for (; Begin != End; ++Begin)
      Part += Frames[Begin].Length;
    Largest = std::max(Largest, Part);
  }
  if (Largest <= Total / Wanted / 2 * 3)
    return Cuts;
  uint64_t Sum = 0;
  for (const Frame &F : Frames) {
    for (; Cuts.size() + 1 < Wanted;) {
      uint64_t Next = Total / Wanted * (Cuts.size() + 1);
      if (Next >= Sum + F.Length)
        break;
      Cuts.push_back(F.BodyOffset + Next - Sum);
    }
    Sum += F.Length;
  }
  return Cuts;
}

void HeapSegments::cut(ArrayRef<uint64_t> Offsets) {
  Pieces.clear();
  Ends.clear();
  for (const Frame &F : Frames) {
    Frame Rest = F;
    for (; !Offsets.empty() && Offsets.front() < F.BodyOffset + F.Length;
         Offsets = Offsets.drop_front()) {
      uint64_t Before = Offsets.front() - Rest.BodyOffset;
      if (Before) {
        Pieces.push_back(Rest);
        Pieces.back().Length = Before;
        Rest.BodyOffset += Before;
        Rest.Length -= Before;
      }
      Ends.push_back(Pieces.size());
    }
    Pieces.push_back(Rest);
  }
  Ends.push_back(Pieces.size());
}

unsigned HeapSegments::split(unsigned Wanted) {
  Ends = splitFrames(pieces(), std::max(Wanted, 1U));
  return unsigned(Ends.size());
}

std::pair<uint64_t, uint64_t> hprof::damageRange(ArrayRef<HeapSegments> Dumps,
                                                 unsigned Dump) {
  std::pair<uint64_t, uint64_t> Range(0, UINT64_MAX);
  const uint64_t Begin = Dumps[Dump - 1].header().Offset;
  for (const HeapSegments &Other : Dumps) {
    if (Other.header().Offset < Begin)
      Range.first = Begin;
    if (Other.header().Offset > Begin)
      Range.second = std::min(Range.second, Other.header().Offset);
    else if (Other.number() == Dump + 1)
      Range.second = Other.frames().front().Offset;
  }
  return Range;
}
