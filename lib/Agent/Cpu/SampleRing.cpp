//===- SampleRing.cpp - Queue of samples from handlers --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SampleRing.h"

using namespace hprof::agent;
using namespace llvm;

// Enough for 64 processors until the queue is drained again. With deep stacks,
// there are fewer slots.
static constexpr uint32_t MostSlots = 8192, FewestSlots = 64;
static constexpr size_t UsualBytes = size_t(4) << 20;

SampleRing::~SampleRing() { close(); }

void SampleRing::close() {
  if (Memory)
    Budget.unmap(Memory, size_t(numSlots()) * slotSize());
  Memory = nullptr;
}

bool SampleRing::open() {
  uint32_t N = MostSlots;
  while (N > FewestSlots && N * slotSize() > UsualBytes)
    N /= 2;
  void *P = Budget.map(N * slotSize());
  if (!P)
    return false;
  Memory = static_cast<char *>(P);
  Mask = N - 1;
  for (uint32_t I = 0; I != N; ++I)
    slot(I).Turn.store(I, std::memory_order_relaxed);
  return true;
}

void SampleRing::put(uint32_t Thread,
                     function_ref<int32_t(AsyncFrame *)> Fill) {
  uint32_t N = NextIn.load(std::memory_order_relaxed);
  for (;;) {
    const uint32_t Turn = slot(N).Turn.load(std::memory_order_acquire);
    if (Turn == N) {
      if (NextIn.compare_exchange_weak(N, N + 1, std::memory_order_relaxed))
        break;
    } else if (int32_t(Turn - N) < 0) {
      Dropped.fetch_add(1, std::memory_order_relaxed);
      return;
    } else {
      N = NextIn.load(std::memory_order_relaxed);
    }
  }
  Slot &S = slot(N);
  S.Thread = Thread;
  S.Result = Fill(S.frames());
  S.Turn.store(N + 1, std::memory_order_release);
}

bool SampleRing::take(TakenSample &Out) {
  uint32_t N = NextOut.load(std::memory_order_relaxed);
  for (;;) {
    const uint32_t Turn = slot(N).Turn.load(std::memory_order_acquire);
    if (Turn == N + 1) {
      if (NextOut.compare_exchange_weak(N, N + 1, std::memory_order_relaxed))
        break;
    } else if (int32_t(Turn - (N + 1)) < 0) {
      return false;
    } else {
      N = NextOut.load(std::memory_order_relaxed);
    }
  }
  Slot &S = slot(N);
  Out.Thread = S.Thread;
  Out.Result = S.Result;
  Out.Frames.assign(S.frames(),
                    S.frames() + (S.Result > 0 ? size_t(S.Result) : 0));
  S.Turn.store(N + numSlots(), std::memory_order_release);
  return true;
}
