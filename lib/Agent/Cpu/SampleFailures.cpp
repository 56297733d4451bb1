//===- SampleFailures.cpp - Samples without a stack -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SampleFailures.h"

using namespace hprof::agent;
using namespace llvm;

StringRef SampleFailures::nameOf(unsigned Reason) {
  if (Reason == Dropped)
    return "dropped (queue full)";
  if (Reason == Lost)
    return "dropped (no memory for the trace)";
  return asyncErrorText(-int32_t(Reason));
}

/// If a sample is mended before it is added, the difference carries over to the
/// next call.
uint64_t SampleFailures::take(const Counter &C, int64_t &Seen) {
  const int64_t Now = C.load(std::memory_order_relaxed);
  const int64_t More = std::max<int64_t>(Now - Seen, 0);
  Seen += More;
  return uint64_t(More);
}

std::array<uint64_t, SampleFailures::NumReasons> SampleFailures::takeCounts() {
  std::array<uint64_t, NumReasons> Result;
  for (unsigned I = 0; I != NumReasons; ++I)
    Result[I] = take(Counts[I], InOutput[I]);
  return Result;
}

std::string SampleFailures::takeText() {
  std::string Reasons;
  uint64_t Failed = 0;
  for (unsigned I = 0; I != NumReasons; ++I) {
    const uint64_t N = take(Counts[I], InText[I]);
    if (!N)
      continue;
    Failed += N;
    Reasons += (Reasons.empty() ? "" : "; ") + std::to_string(N) + " " +
               nameOf(I).str();
    if (I <= UnknownCode)
      Reasons += " (" + std::to_string(-int32_t(I)) + ")";
  }
  const uint64_t All = take(Good, GoodInText) + Failed;
  if (!Failed)
    return "";
  return std::to_string(Failed) + " of " + std::to_string(All) +
         " CPU samples failed: " + Reasons +
         (Failed * 20 >= All ? "; sampler=jvmti takes stacks at safepoints and "
                               "loses no samples"
                             : "");
}
