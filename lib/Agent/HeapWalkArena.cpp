//===- HeapWalkArena.cpp - Memory of a walk over the heap -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkArena.h"
#include "hprof/Agent/Memory.h"
#include <sys/mman.h>

using namespace hprof;
using namespace hprof::agent;

/// What the agent needs for other things while a walk goes on.
static constexpr uint64_t LeftToOthers = UINT64_C(8) << 20;

uint8_t *WalkBudget::map(size_t Bytes) {
  if (Bytes > Limit - Used)
    return nullptr;
  if (Account && Account->limit() &&
      Account->used() + int64_t(Bytes) + int64_t(LeftToOthers) >
          int64_t(Account->limit()))
    return nullptr;
  void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (P == MAP_FAILED)
    return nullptr;
  Used += Bytes;
  Peak = std::max(Peak, Used);
  if (Account)
    Account->count(int64_t(Bytes));
  return static_cast<uint8_t *>(P);
}

void WalkBudget::unmap(uint8_t *P, size_t Bytes) {
  ::munmap(P, Bytes);
  Used -= Bytes;
  if (Account)
    Account->count(-int64_t(Bytes));
}

WalkArena::~WalkArena() {
  for (const Chunk &C : Chunks)
    From.unmap(C.Data, C.Size);
}

bool WalkArena::grow(size_t N) {
  // Large pieces get chunks of their own size, in whole pages.
  constexpr size_t Page = 4096;
  if (N > SIZE_MAX - Page)
    return false;
  const size_t Size = std::max(ChunkSize, (N + Page - 1) / Page * Page);
  uint8_t *P = From.map(Size);
  if (!P)
    return false;
  if (!Chunks.empty())
    Chunks.back().Used = size_t(Cursor - Chunks.back().Data);
  Chunks.push_back({P, Size, 0});
  Cursor = P;
  Left = Size;
  return true;
}
