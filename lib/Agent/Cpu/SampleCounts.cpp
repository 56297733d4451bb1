//===- SampleCounts.cpp - Sample counts of traces -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SampleCounts.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace hprof::agent;
using namespace llvm;

void SampleCounts::add(uint32_t Trace, uint32_t Count) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Trace >= Counts.size())
    Counts.resize(size_t(Trace) + 1);
  Counts[Trace] = SaturatingAdd(Counts[Trace], Count);
}

SampleCounts::Profile SampleCounts::take(double Cutoff) {
  std::vector<uint32_t> Taken;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    Taken.swap(Counts);
  }
  Profile Result;
  for (size_t I = 0; I != Taken.size(); ++I) {
    Result.Total = SaturatingAdd(Result.Total, Taken[I]);
    if (Taken[I])
      Result.Rows.push_back({uint32_t(I), Taken[I]});
  }
  std::stable_sort(
      Result.Rows.begin(), Result.Rows.end(),
      [](const Row &A, const Row &B) { return A.Count > B.Count; });
  auto IsSmall = [&](const Row &R) {
    return double(R.Count) / double(Result.Total) < Cutoff;
  };
  Result.Rows.erase(
      std::find_if(Result.Rows.begin(), Result.Rows.end(), IsSmall),
      Result.Rows.end());
  return Result;
}
