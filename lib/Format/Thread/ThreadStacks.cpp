//===- ThreadStacks.cpp - Stacks of a thread dump -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadStacks.h"
#include "llvm/ADT/Hashing.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

static auto factsOf(const ThreadFrame &F) {
  return std::tie(F.ClassName, F.Method, F.SourceFile, F.Loader, F.Module,
                  F.Line, F.IsNative, F.IsCompiled);
}

bool ThreadFrame::operator==(const ThreadFrame &O) const {
  return factsOf(*this) == factsOf(O);
}

uint32_t ThreadStacks::addFrame(ThreadFrame F) {
  const uint64_t Hash = hash_value(factsOf(F));
  const auto [First, Last] = FrameByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (Frames[It->second] == F)
      return It->second;
  const auto Number = uint32_t(Frames.size());
  Frames.push_back(std::move(F));
  FrameByHash.emplace(Hash, Number);
  return Number;
}

uint32_t ThreadStacks::add(ArrayRef<uint32_t> Stack) {
  if (Stack.empty())
    return 0;
  const uint64_t Hash = hash_combine_range(Stack.begin(), Stack.end());
  const auto [First, Last] = StackByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (frames(It->second) == Stack)
      return It->second;
  const auto Number = uint32_t(size());
  Numbers.insert(Numbers.end(), Stack.begin(), Stack.end());
  Ends.push_back(Numbers.size());
  StackByHash.emplace(Hash, Number);
  return Number;
}
