//===- FeedSource.cpp - A window over chunks ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FeedSource.h"
#include "ByteOrderMark.h"
#include <cassert>
#include <cstring>
#include <utility>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

void FeedSource::consume(size_t N) {
  assert(N <= Window.size() && "consumed more than was peeked");
  Window = Window.drop_front(N);
  Offset += N;
}

Error FeedSource::takeError() {
  if (!Ended || !Feed)
    return Error::success();
  return Feed->takeError();
}

void FeedSource::reset() {
  Feed.reset();
  Window = {};
  Ended = IsStitched = HasBegun = false;
  Current = Chunk();
  Stitched = Chunk();
  Offset = 0;
}

void FeedSource::refill(size_t Want) {
  if (!Feed)
    Feed = makeFeed();
  // Drop the byte order mark before the input is examined in any other way.
  if (!std::exchange(HasBegun, true)) {
    refill(std::max(Want, ByteOrderMark.size()));
    Window = withoutByteOrderMark(Window);
  }
  while (Window.size() < Want) {
    Chunk Next;
    if (!Feed->pop(Next)) {
      Ended = true;
      return;
    }
    if (Window.size() > Chunk::Headroom) {
      stitch(std::move(Next), Want);
      continue;
    }
    uint8_t *To = Next.data() - Window.size();
    if (!Window.empty())
      memcpy(To, Window.data(), Window.size());
    Window = {To, Window.size() + Next.Size};
    if (IsStitched)
      Stitched = Chunk();
    IsStitched = false;
    Feed->recycle(std::exchange(Current, std::move(Next)));
  }
}

/// Appends \p Next to a window that is too large for the headroom.
void FeedSource::stitch(Chunk Next, size_t Want) {
  size_t Size = Window.size() + Next.Size;
  if (!IsStitched || Stitched.rest().size() < Next.Size) {
    Chunk Grown;
    Grown.reserve(std::max(Size, Want + Next.Size));
    memcpy(Grown.data(), Window.data(), Window.size());
    Grown.Size = Window.size();
    Stitched = std::move(Grown);
    IsStitched = true;
    Feed->recycle(std::exchange(Current, Chunk()));
  }
  memcpy(Stitched.rest().data(), Next.data(), Next.Size);
  Stitched.Size += Next.Size;
  Window = {Stitched.data() + Stitched.Size - Size, Size};
  Feed->recycle(std::move(Next));
}
