//===- HeapWalkArena.cpp - Memory of a heap walk --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkArena.h"

using namespace hprof;
using namespace hprof::agent;

WalkArena::~WalkArena() {
  for (const Chunk &C : Chunks)
    From.unmap(C.Data, C.Size);
}

bool WalkArena::grow(size_t N) {
  // Large pieces get chunks of matching size, in whole pages.
  constexpr size_t Page = 4096;
  if (N > SIZE_MAX - Page)
    return false;
  const size_t Size = std::max(ChunkSize, (N + Page - 1) / Page * Page);
  auto *P = static_cast<uint8_t *>(From.map(Size));
  if (!P)
    return false;
  if (!Chunks.empty())
    Chunks.back().Used = size_t(Cursor - Chunks.back().Data);
  Chunks.push_back({P, Size, 0});
  Cursor = P;
  Left = Size;
  return true;
}
