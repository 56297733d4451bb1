//===- WriteBehind.h - Writes on a separate thread --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Saves the producer of output the time that the kernel takes to copy it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_WRITEBEHIND_H
#define HPROF_LIB_FORMAT_STREAM_WRITEBEHIND_H

#include "PageMemory.h"
#include "hprof/Format/Parallel/Thread.h"
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

/// Writes blocks in posting order, on one thread. If the system has no thread
/// for it, the posting thread writes.
class WriteBehind {
public:
  struct Block {
    PageMemory Memory;
    size_t Size = 0;
    std::optional<uint64_t> At; ///< Offset in the file; unset for the end.
  };
  using Writer = std::function<std::error_code(llvm::ArrayRef<uint8_t> Bytes,
                                               std::optional<uint64_t> At)>;

  /// Calls \p Write on the other thread until it fails.
  explicit WriteBehind(Writer Write);
  /// Waits for the current block and drops waiting ones.
  ~WriteBehind();
  WriteBehind(const WriteBehind &) = delete;
  WriteBehind &operator=(const WriteBehind &) = delete;

  /// Blocks while many blocks are waiting. Returns the first failure so far,
  /// after which blocks are dropped.
  std::error_code post(Block B);
  /// Waits until everything is written.
  std::error_code drain();
  /// Returns memory of a written block without At, null if there is none.
  PageMemory takeSpare();

private:
  // Small enough to cost little, large enough that the two sides rarely wait.
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
  Thread Worker; ///< Last, so that all other members exist while it runs.
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_WRITEBEHIND_H
