//===- ContentionTable.cpp - Time lost to contended monitors --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ContentionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static uint32_t hashOf(uint32_t Trace, uint32_t Class) {
  return HashOf().add(uint64_t(Trace) << 32 | Class).get();
}

std::optional<uint32_t> ContentionTable::find(uint32_t Trace,
                                              uint32_t Class) const {
  return Index.find(hashOf(Trace, Class), [&](uint32_t I) {
    const Cell &C = *Cells.find(I);
    return C.Trace == Trace && C.Class == Class;
  });
}

std::optional<uint32_t> ContentionTable::add(uint32_t Trace, uint32_t Class,
                                             StringRef Signature) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (auto Known = find(Trace, Class))
    return Known; // Another thread has just added it.
  const uint32_t N = NumCells.load(std::memory_order_relaxed);
  Cell *C = Cells.get(N);
  if (!C || !Texts.save(Signature, C->Signature))
    return std::nullopt;
  C->Trace = Trace;
  C->Class = Class;
  if (!Index.insert(hashOf(Trace, Class), N))
    return std::nullopt;
  NumCells.store(N + 1, std::memory_order_release);
  return N;
}

void ContentionTable::entered(uint32_t N, uint64_t Nanos) {
  Cell &C = *Cells.find(N);
  C.Count.fetch_add(1, std::memory_order_relaxed);
  C.Nanos.fetch_add(Nanos, std::memory_order_relaxed);
}

ContentionTable::Profile ContentionTable::take(double Cutoff) {
  struct Taken {
    Row R;
    uint64_t Nanos;
  };
  std::vector<Taken> All;
  Profile Result;
  uint64_t Total = 0;
  const uint32_t Num = NumCells.load(std::memory_order_acquire);
  for (uint32_t I = 0; I != Num; ++I) {
    Cell &C = *Cells.find(I);
    const uint32_t Count = C.Count.exchange(0, std::memory_order_relaxed);
    const uint64_t Nanos = C.Nanos.exchange(0, std::memory_order_relaxed);
    if (!Count)
      continue;
    const uint64_t Millis = divideNearest(Nanos, UINT64_C(1000000));
    Row R = {C.Trace, C.Signature, Count,
             uint32_t(std::min<uint64_t>(Millis, UINT32_MAX))};
    All.push_back({R, Nanos});
    Total += Nanos;
    // Ensures that the printed rows add up to the total.
    Result.TotalMillis = SaturatingAdd(Result.TotalMillis, R.Millis);
  }
  llvm::stable_sort(All, [](const Taken &A, const Taken &B) {
    return std::tie(B.Nanos, B.R.Count) < std::tie(A.Nanos, A.R.Count);
  });
  for (const Taken &T : All) {
    if (double(T.Nanos) < Cutoff * double(Total))
      break;
    Result.Rows.push_back(T.R);
  }
  return Result;
}
