//===- WriteBehind.h - Writes in a thread of its own ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the time that the kernel needs to copy what is written off whoever
/// makes it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_WRITEBEHIND_H
#define HPROF_LIB_FORMAT_STREAM_WRITEBEHIND_H

#include "PageMemory.h"
#include "hprof/Format/Kit/Thread.h"
#include "llvm/ADT/ArrayRef.h"
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

namespace hprof::stream {

/// Writes blocks one by one, in the order in which they are posted. One thread
/// posts. Where the system has no other for it, that one writes.
class WriteBehind {
public:
  struct Block {
    PageMemory Memory;
    size_t Size = 0;
    std::optional<uint64_t> At; ///< Where; behind all others when not given.
  };
  using Writer = std::function<std::error_code(llvm::ArrayRef<uint8_t> Bytes,
                                               std::optional<uint64_t> At)>;

  /// \p Write is called in the other thread, until it fails.
  explicit WriteBehind(Writer Write);
  /// Waits for the block at hand and drops those that wait.
  ~WriteBehind();
  WriteBehind(const WriteBehind &) = delete;
  WriteBehind &operator=(const WriteBehind &) = delete;

  /// Waits while many blocks wait. Returns the first failure so far, after
  /// which blocks are dropped.
  std::error_code post(Block B);
  /// Waits until all is written.
  std::error_code drain();
  /// Memory of a block without At that was written, null when there is none.
  PageMemory takeSpare();

private:
  // Few enough to cost nothing, enough that neither side waits all the time.
  static constexpr size_t Limit = 4;
  void work();
  void writeNext(std::unique_lock<std::mutex> &Lock);

  const Writer Write;
  std::mutex Mutex;
  std::condition_variable Changed;
  std::deque<Block> Waiting;
  std::vector<PageMemory> Spare;
  std::error_code Failure;
  bool IsBusy = false, Stop = false;
  Thread Worker; ///< Last, so that all else is there when it starts.
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_WRITEBEHIND_H
