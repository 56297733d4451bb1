//===- SampleFailures.cpp - Samples without a stack -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SampleFailures.h"

using namespace hprof::agent;

std::string SampleFailures::takeText() {
  std::string Reasons;
  uint64_t Failed = 0;
  auto Tell = [&](uint64_t N, const std::string &What) {
    if (!N)
      return;
    Failed += N;
    Reasons += (Reasons.empty() ? "" : "; ") + std::to_string(N) + " " + What;
  };
  for (int32_t Code = 0; Code >= LastAsyncError - 1; --Code)
    Tell(take(ByCode[-Code]),
         asyncErrorText(Code).str() + " (" + std::to_string(Code) + ")");
  Tell(take(Dropped), "dropped because too many came at once");
  Tell(take(Lost), "without memory for their trace");
  const uint64_t All = take(Good) + Failed;
  if (!Failed)
    return "";
  return std::to_string(Failed) + " of " + std::to_string(All) +
         " CPU samples failed: " + Reasons;
}
