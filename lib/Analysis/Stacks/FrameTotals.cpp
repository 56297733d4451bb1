//===- FrameTotals.cpp - What was measured of each method -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/FrameTotals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

/// The totals of what \p Part takes of the frames of each stack.
static std::vector<FrameTotal>
totals(const WeightedStacks &Of, unsigned Measure,
       function_ref<ArrayRef<uint32_t>(ArrayRef<uint32_t>)> Part) {
  // Frames of one method differ by file and line.
  std::vector<FrameTotal> All;
  std::vector<uint32_t> MethodOf;
  StringMap<uint32_t> Known;
  for (const WeightedStacks::Frame &F : Of.frames()) {
    const auto [It, IsNew] = Known.try_emplace(F.Name, uint32_t(All.size()));
    if (IsNew)
      All.push_back({F.Name, 0, 0});
    MethodOf.push_back(It->second);
  }
  std::vector<size_t> SeenIn(All.size()); ///< The last sample, from 1.
  std::vector<uint32_t> Storage;
  for (auto [I, S] : enumerate(Of.samples())) {
    const uint64_t Value = Of.value(I, Measure);
    const ArrayRef<uint32_t> Frames = Part(Of.frames(S.At, Storage));
    for (uint32_t Frame : Frames) {
      FrameTotal &T = All[MethodOf[Frame]];
      if (std::exchange(SeenIn[MethodOf[Frame]], I + 1) != I + 1)
        T.Total = SaturatingAdd(T.Total, Value);
    }
    if (!Frames.empty()) {
      FrameTotal &Last = All[MethodOf[Frames.back()]];
      Last.Own = SaturatingAdd(Last.Own, Value);
    }
  }
  erase_if(All, [](const FrameTotal &T) { return !T.Total; });
  return All;
}

/// Takes off each caller of pairs the time of what it called.
static void subtractCallees(const WeightedStacks &Of, unsigned Measure,
                            MutableArrayRef<FrameTotal> Methods) {
  StringMap<FrameTotal *> ByName;
  for (FrameTotal &T : Methods)
    ByName[T.Name] = &T;
  std::vector<uint32_t> Storage;
  for (auto [I, S] : enumerate(Of.samples())) {
    const ArrayRef<uint32_t> Frames = Of.frames(S.At, Storage);
    if (Frames.size() < 2)
      continue;
    if (FrameTotal *T = ByName.lookup(Of.frames()[Frames.front()].Name))
      T->Own -= std::min(T->Own, Of.value(I, Measure));
  }
}

static void order(std::vector<FrameTotal> &All) {
  sort(All, [](const FrameTotal &A, const FrameTotal &B) {
    return std::tie(B.Own, B.Total, A.Name) < std::tie(A.Own, A.Total, B.Name);
  });
}

std::vector<FrameTotal> hprof::methodTotals(const WeightedStacks &Of,
                                            unsigned Measure) {
  std::vector<FrameTotal> All =
      totals(Of, Measure, [&](ArrayRef<uint32_t> Frames) {
        return Of.IsOfPairs
                   ? Frames.take_back(1)
                   : Frames.drop_back(Of.EndsInClass && Frames.size() > 1);
      });
  if (Of.IsOfPairs && Of.measures()[Measure].Unit == "milliseconds")
    subtractCallees(Of, Measure, All);
  order(All);
  return All;
}

std::vector<FrameTotal> hprof::classTotals(const WeightedStacks &Of,
                                           unsigned Measure) {
  std::vector<FrameTotal> All =
      totals(Of, Measure, [&](ArrayRef<uint32_t> Frames) {
        return Frames.take_back(Of.EndsInClass && Frames.size() > 1);
      });
  order(All);
  return All;
}
