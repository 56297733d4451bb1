//===- Contention.cpp - Threads that block others -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contention.h"
#include "hprof/Analysis/Threads/LockGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

static constexpr uint32_t None = LockGraph::None;

namespace {
/// Number of threads that each thread blocks, directly or through others.
class BlockedCounts {
public:
  explicit BlockedCounts(const LockGraph &Graph);
  uint64_t of(uint32_t Thread) const { return Counts[Thread]; }

private:
  void finishCycle(uint32_t First);

  const LockGraph &Graph;
  std::vector<uint64_t> Counts;
};
} // namespace

/// Processes threads without waiters first, then threads whose waiters have all
/// been processed. The threads that remain are in cycles.
BlockedCounts::BlockedCounts(const LockGraph &Graph)
    : Graph(Graph), Counts(Graph.dump().Threads.size()) {
  const uint32_t Count = uint32_t(Counts.size());
  std::vector<uint32_t> Open(Count); ///< Number of waiters not yet counted.
  for (uint32_t T = 0; T != Count; ++T)
    if (uint32_t For = Graph.threadBlocking(T); For != None)
      ++Open[For];
  std::vector<uint32_t> Ready;
  for (uint32_t T = 0; T != Count; ++T)
    if (!Open[T])
      Ready.push_back(T);
  while (!Ready.empty()) {
    const uint32_t T = Ready.back();
    Ready.pop_back();
    const uint32_t For = Graph.threadBlocking(T);
    if (For == None)
      continue;
    Counts[For] += Counts[T] + 1;
    if (!--Open[For])
      Ready.push_back(For);
  }
  for (uint32_t T = 0; T != Count; ++T) {
    if (!Open[T])
      continue;
    finishCycle(T);
    for (uint32_t In = T; Open[In]; In = Graph.threadBlocking(In))
      Open[In] = 0;
  }
}

/// Each thread in a cycle blocks all other threads in the cycle, and all
/// threads that these block.
void BlockedCounts::finishCycle(uint32_t First) {
  uint64_t Sum = 0;
  uint32_t T = First;
  do {
    Sum += Counts[T] + 1;
    T = Graph.threadBlocking(T);
  } while (T != First);
  do {
    Counts[T] = Sum - 1;
    T = Graph.threadBlocking(T);
  } while (T != First);
}

std::vector<ContendedLock> hprof::findContention(const LockGraph &Graph) {
  const BlockedCounts Counts(Graph);
  std::vector<ContendedLock> Found;
  for (const auto &[I, L] : enumerate(Graph.locks())) {
    if (L.Blocked.empty())
      continue;
    ContendedLock C;
    C.Lock = uint32_t(I);
    C.Direct = L.Blocked.size();
    for (uint32_t T : L.Blocked)
      C.InAll += Counts.of(T) + 1;
    // In a cycle, the owner would otherwise be counted as blocked.
    if (L.Owner != None)
      C.InAll = std::min(C.InAll, Counts.of(L.Owner));
    Found.push_back(C);
  }
  stable_sort(Found, [](const ContendedLock &A, const ContendedLock &B) {
    return std::tie(A.InAll, A.Direct) > std::tie(B.InAll, B.Direct);
  });
  return Found;
}
