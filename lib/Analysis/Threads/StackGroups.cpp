//===- StackGroups.cpp - Threads with the same stack ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackGroups.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <unordered_map>

using namespace hprof;
using namespace llvm;

std::vector<StackGroup> hprof::groupStacks(const ThreadDump &Dump,
                                           ArrayRef<uint32_t> Threads,
                                           uint64_t Ignore) {
  auto Kept = [&](uint32_t Stack) {
    ArrayRef<uint32_t> Frames = Dump.Stacks.frames(Stack);
    return Frames.drop_front(std::min<uint64_t>(Ignore, Frames.size()));
  };
  std::vector<StackGroup> Groups;
  std::unordered_map<uint32_t, uint32_t> ByStack;
  // Different stacks may be equal if the ignored frames are removed.
  std::unordered_multimap<uint64_t, std::pair<uint32_t, uint32_t>> ByHash;
  for (uint32_t T : Threads) {
    const uint32_t Stack = Dump.Threads[T].Stack;
    auto [Known, IsNew] = ByStack.try_emplace(Stack, 0);
    if (IsNew) {
      const ArrayRef<uint32_t> Frames = Kept(Stack);
      const uint64_t Hash = hash_combine_range(Frames.begin(), Frames.end());
      auto [First, Last] = ByHash.equal_range(Hash);
      auto Found = std::find_if(First, Last, [&](const auto &Entry) {
        return Kept(Entry.second.first) == Frames;
      });
      if (Found == Last) {
        Found = ByHash.insert({Hash, {Stack, uint32_t(Groups.size())}});
        Groups.emplace_back();
      }
      Known->second = Found->second.second;
    }
    Groups[Known->second].Threads.push_back(T);
  }
  stable_sort(Groups, [](const StackGroup &A, const StackGroup &B) {
    return A.Threads.size() > B.Threads.size();
  });
  return Groups;
}
