//===- FrameTotals.cpp - The values of methods ----------------------------===//
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

namespace {
/// Totals by frame name: frames of one method may differ in file and line.
class Totals {
public:
  explicit Totals(const WeightedStacks &Of);

  FrameTotal &of(uint32_t Frame) { return All[Number[Frame]]; }
  /// Adds a stack. Each method in the stack is counted once.
  void add(ArrayRef<uint32_t> Frames, uint64_t Value);
  std::vector<FrameTotal> take();

private:
  std::vector<FrameTotal> All;
  std::vector<uint32_t> Number; ///< By frame: the position of its total in All.
  /// By position: 1 + the last stack that contains it.
  std::vector<uint64_t> SeenIn;
  uint64_t Stack = 0;
};
} // namespace

Totals::Totals(const WeightedStacks &Of) {
  StringMap<uint32_t> Known;
  for (const WeightedStacks::Frame &F : Of.frames()) {
    const auto [It, IsNew] = Known.try_emplace(F.Name, uint32_t(All.size()));
    if (IsNew)
      All.push_back({F.Name, 0, 0});
    Number.push_back(It->second);
  }
  SeenIn.resize(All.size());
}

void Totals::add(ArrayRef<uint32_t> Frames, uint64_t Value) {
  ++Stack;
  for (uint32_t Frame : Frames)
    if (std::exchange(SeenIn[Number[Frame]], Stack) != Stack)
      of(Frame).Total = SaturatingAdd(of(Frame).Total, Value);
  if (!Frames.empty())
    of(Frames.back()).Own = SaturatingAdd(of(Frames.back()).Own, Value);
}

std::vector<FrameTotal> Totals::take() {
  erase_if(All, [](const FrameTotal &T) { return !T.Total; });
  sort(All, [](const FrameTotal &A, const FrameTotal &B) {
    return std::tie(B.Own, B.Total, A.Name) < std::tie(A.Own, A.Total, B.Name);
  });
  return std::move(All);
}

/// Returns the totals of the frames that \p Part selects from each stack.
static Totals sum(const WeightedStacks &Of, unsigned Measure,
                  function_ref<ArrayRef<uint32_t>(ArrayRef<uint32_t>)> Part) {
  Totals All(Of);
  std::vector<uint32_t> Storage;
  for (auto [I, S] : enumerate(Of.samples()))
    All.add(Part(Of.frames(S.At, Storage)), Of.value(I, Measure));
  return All;
}

/// Whether \p Frames are a method that called itself. Its time is included in
/// that of the first call.
static bool isRecursion(ArrayRef<uint32_t> Frames) {
  return Frames.size() == 2 && Frames[0] == Frames[1];
}

static std::vector<FrameTotal> totalsOfPairs(const WeightedStacks &Of,
                                             unsigned Measure) {
  Totals All = sum(Of, Measure, [](ArrayRef<uint32_t> Frames) {
    return Frames.take_back(!isRecursion(Frames));
  });
  if (Of.measures()[Measure].Unit != "milliseconds")
    return All.take();
  std::vector<uint32_t> Storage;
  for (auto [I, S] : enumerate(Of.samples())) {
    const ArrayRef<uint32_t> Frames = Of.frames(S.At, Storage);
    if (Frames.size() < 2 || isRecursion(Frames))
      continue;
    uint64_t &Own = All.of(Frames.front()).Own;
    Own -= std::min(Own, Of.value(I, Measure));
  }
  return All.take();
}

std::vector<FrameTotal> hprof::methodTotals(const WeightedStacks &Of,
                                            unsigned Measure) {
  if (Of.IsOfPairs)
    return totalsOfPairs(Of, Measure);
  return sum(Of, Measure,
             [&](ArrayRef<uint32_t> Frames) {
               return Frames.drop_back(Of.EndsInClass && Frames.size() > 1);
             })
      .take();
}

std::vector<FrameTotal> hprof::classTotals(const WeightedStacks &Of,
                                           unsigned Measure) {
  return sum(Of, Measure,
             [&](ArrayRef<uint32_t> Frames) {
               return Frames.take_back(Of.EndsInClass && Frames.size() > 1);
             })
      .take();
}
