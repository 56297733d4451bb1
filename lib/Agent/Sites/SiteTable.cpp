//===- SiteTable.cpp - Counts allocations by site -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SiteTable.h"
#include "Agent/Memory/ThreadPart.h"
#include <algorithm>

using namespace hprof;
using namespace hprof::agent;

SiteTable::SiteTable(TableMemory &Budget) : Index(Budget), Sites(Budget) {
  for (std::unique_ptr<Counters> &P : Parts)
    P = std::make_unique<Counters>(Budget);
}

static uint32_t hashOf(const Site &S) {
  return HashOf().add(uint64_t(S.Trace) << 32 | S.Class).get();
}

std::optional<uint32_t> SiteTable::find(uint32_t Hash, const Site &S) const {
  return Index.find(Hash, [&](uint32_t I) {
    const Site &Other = *Sites.find(I);
    return Other.Trace == S.Trace && Other.Class == S.Class;
  });
}

std::optional<uint32_t> SiteTable::get(const Site &S) {
  const uint32_t Hash = hashOf(S);
  if (std::optional<uint32_t> N = find(Hash, S))
    return N;
  std::lock_guard<std::mutex> Hold(Lock);
  if (std::optional<uint32_t> N = find(Hash, S))
    return N; // Another thread has just added it.
  const uint32_t N = Count.load(std::memory_order_relaxed);
  Site *New = N < EndOfSites ? Sites.get(N) : nullptr;
  if (!New)
    return std::nullopt;
  *New = S;
  if (!Index.insert(Hash, N))
    return std::nullopt;
  Count.store(N + 1, std::memory_order_release);
  return N;
}

bool SiteTable::allocated(uint32_t N, Amount A) {
  return Parts[partOfThread() % NumParts]->add(N, A);
}

Amount SiteTable::allocatedInAll(uint32_t N) const {
  Amount Sum;
  for (const std::unique_ptr<Counters> &P : Parts)
    Sum += P->get(N);
  return Sum;
}

static Amount minus(const Amount &A, const Amount &B) {
  return {A.Objects > B.Objects ? A.Objects - B.Objects : 0,
          A.Bytes > B.Bytes ? A.Bytes - B.Bytes : 0};
}

Amount SiteTable::allocated(uint32_t N) const {
  return minus(allocatedInAll(N), N < Before.size() ? Before[N] : Amount());
}

void SiteTable::clear() {
  const uint32_t Num = size();
  Before.resize(Num);
  for (uint32_t I = 0; I != Num; ++I)
    Before[I] = allocatedInAll(I);
  Reported.clear();
}

SiteCounts SiteTable::counts(uint32_t N, Amount Live) const {
  const Amount All = allocated(N);
  // Live may include objects allocated before clear() but added later.
  return {
      All,
      {std::min(Live.Objects, All.Objects), std::min(Live.Bytes, All.Bytes)}};
}

SiteCounts SiteTable::report(uint32_t N, Amount Live, bool &IsChanged) {
  if (Reported.size() < size())
    Reported.resize(size());
  const SiteCounts Now = counts(N, Live);
  SiteCounts &Before = Reported[N];
  IsChanged = Now.Allocated.Objects != Before.Allocated.Objects ||
              Now.Live.Objects != Before.Live.Objects;
  return Before = Now;
}
