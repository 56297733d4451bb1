//===- SampleRing.h - Queue of samples from handlers ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A queue of fixed size between signal handlers, which take samples, and the
/// threads that count them. Once open, it never waits, locks or allocates. When
/// it is full, samples are dropped and counted.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SAMPLERING_H
#define HPROF_LIB_AGENT_CPU_SAMPLERING_H

#include "Agent/Memory/TableMemory.h"
#include "AsyncCallTrace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace hprof::agent {

/// A sample outside the queue.
struct TakenSample {
  uint32_t Thread = 0; ///< As passed to put().
  int32_t Result = 0;  ///< Number of frames, or an error code below 1.
  std::vector<AsyncFrame> Frames; ///< Innermost first.
};

class SampleRing {
public:
  SampleRing(TableMemory &Budget, unsigned Depth)
      : Budget(Budget), Depth(Depth) {}
  ~SampleRing();
  SampleRing(const SampleRing &) = delete;
  SampleRing &operator=(const SampleRing &) = delete;

  /// Allocates the queue. \return false if there is no memory.
  bool open();
  /// Frees the memory. No other call may be running or follow.
  void close();
  /// Maximum number of frames in a sample.
  unsigned depth() const { return Depth; }
  unsigned numSlots() const { return Mask + 1; }

  /// Result of put()'s function if there is nothing to sample.
  static constexpr int32_t NoSample = INT32_MIN;

  /// Adds a sample of \p Thread: \p Fill stores up to depth() frames and
  /// returns their number, or an error code if there are none. \p Fill is not
  /// called if the queue is full. For use in signal handlers.
  void put(uint32_t Thread, llvm::function_ref<int32_t(AsyncFrame *)> Fill);
  /// Removes the oldest sample. \return false if there is none.
  bool take(TakenSample &Out);
  /// The number of samples dropped since the last call.
  uint64_t takeDropped() {
    return Dropped.exchange(0, std::memory_order_relaxed);
  }

private:
  /// Followed by the frames. The slot is free for sample N when Turn is N, and
  /// contains it when Turn is N + 1.
  struct alignas(AsyncFrame) Slot {
    std::atomic<uint32_t> Turn;
    uint32_t Thread;
    int32_t Result;
    AsyncFrame *frames() { return reinterpret_cast<AsyncFrame *>(this + 1); }
  };
  size_t slotSize() const { return sizeof(Slot) + Depth * sizeof(AsyncFrame); }
  Slot &slot(uint32_t N) const {
    return *reinterpret_cast<Slot *>(Memory + (N & Mask) * slotSize());
  }

  TableMemory &Budget;
  const unsigned Depth;
  uint32_t Mask = 0;
  char *Memory = nullptr;
  std::atomic<uint32_t> NextIn{0}, NextOut{0};
  std::atomic<uint64_t> Dropped{0};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SAMPLERING_H
