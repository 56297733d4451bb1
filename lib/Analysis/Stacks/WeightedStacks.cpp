//===- WeightedStacks.cpp - Stacks with values ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

WeightedStacks::WeightedStacks(std::string Title,
                               std::vector<StackMeasure> Measures,
                               unsigned Main)
    : Title(std::move(Title)), Measures(std::move(Measures)), Main(Main) {}

uint32_t WeightedStacks::addFrame(const Frame &F) {
  std::string Key = F.Name;
  ((Key += '\0') += F.File) += '\0';
  Key += std::to_string(F.Line);
  const auto [It, IsNew] = FrameNumbers.try_emplace(Key, Frames.size());
  if (IsNew)
    Frames.push_back(F);
  return It->second;
}

WeightedStacks::Thread WeightedStacks::addThread(StringRef Name) {
  const auto [It, IsNew] = ThreadNumbers.try_emplace(Name, Threads.size());
  if (IsNew)
    Threads.push_back(Name.str());
  return It->second;
}

WeightedStacks::Place WeightedStacks::push(Place Caller, uint32_t Frame) {
  const auto [It, IsNew] =
      Places.try_emplace({Caller, Frame}, Place(Steps.size()));
  if (IsNew)
    Steps.push_back({Caller, Frame});
  return It->second;
}

void WeightedStacks::add(const Sample &S, ArrayRef<uint64_t> New) {
  const auto [It, IsNew] =
      SampleNumbers.try_emplace({S.At, S.Of}, Samples.size());
  if (IsNew) {
    Samples.push_back(S);
    Values.resize(Values.size() + Measures.size());
  }
  for (auto [I, V] : enumerate(New)) {
    uint64_t &To = Values[It->second * Measures.size() + I];
    To = SaturatingAdd(To, V);
  }
}

uint64_t WeightedStacks::total(unsigned Measure) const {
  uint64_t Sum = 0;
  for (size_t I = 0; I != Samples.size(); ++I)
    Sum = SaturatingAdd(Sum, value(I, Measure));
  return Sum;
}

ArrayRef<uint32_t> WeightedStacks::frames(Place At,
                                          std::vector<uint32_t> &To) const {
  To.clear();
  for (; At; At = Steps[At].Caller)
    To.push_back(Steps[At].Frame);
  std::reverse(To.begin(), To.end());
  return To;
}

WeightedStacks WeightedStacks::merged(bool IsByName) const {
  WeightedStacks Is(Title, Measures, Main);
  Is.Millis = Millis;
  Is.LeakSignatures = LeakSignatures;
  Is.EndsInClass = EndsInClass;
  Is.IsOfPairs = IsOfPairs;
  std::vector<uint32_t> Names, Stack;
  for (const Frame &F : Frames)
    Names.push_back(Is.addFrame(IsByName ? Frame{F.Name, "", 0} : F));
  for (auto [I, S] : enumerate(Samples)) {
    Place At = 0;
    if (IsByThread && S.Of)
      At = Is.push(At, Is.addFrame({"thread " + Threads[S.Of], "", 0}));
    for (uint32_t F : frames(S.At, Stack))
      At = Is.push(At, Names[F]);
    Is.add({At, 0},
           ArrayRef(Values).slice(I * Measures.size(), Measures.size()));
  }
  return Is;
}
