//===- Chunk.cpp - Buffers between a decoder and its reader ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chunk.h"

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

Chunk ChunkQueue::take(size_t N) {
  Chunk C;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!Free.empty()) {
      C = std::move(Free.back());
      Free.pop_back();
    }
  }
  C.reserve(N);
  return C;
}

bool ChunkQueue::push(Chunk C) {
  std::unique_lock<std::mutex> Lock(Mutex);
  Changed.wait(Lock, [&] { return Full.size() < Limit || Closed; });
  if (Closed)
    return false;
  Pushed += C.Size;
  Full.push_back(std::move(C));
  Changed.notify_all();
  return true;
}

void ChunkQueue::finish(Error E) {
  std::lock_guard<std::mutex> Lock(Mutex);
  consumeError(std::move(Why));
  Why = std::move(E);
  Finished = true;
  Changed.notify_all();
}

bool ChunkQueue::pop(Chunk &C) {
  std::unique_lock<std::mutex> Lock(Mutex);
  Changed.wait(Lock, [&] { return !Full.empty() || Finished; });
  if (Full.empty())
    return false;
  C = std::move(Full.front());
  Full.pop_front();
  Changed.notify_all();
  return true;
}

void ChunkQueue::recycle(Chunk C) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (C.capacity() && Free.size() < Limit)
    Free.push_back(std::move(C));
}

Error ChunkQueue::takeError() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return std::exchange(Why, Error::success());
}

void ChunkQueue::close() {
  std::lock_guard<std::mutex> Lock(Mutex);
  Closed = true;
  Changed.notify_all();
}
