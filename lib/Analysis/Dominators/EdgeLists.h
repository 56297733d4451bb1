//===- EdgeLists.h - Incoming edges of each number --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_EDGELISTS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_EDGELISTS_H

#include "EdgeLog.h"
#include "hprof/Format/Parallel/Thread.h"
#include <array>
#include <functional>

namespace hprof {

/// Edges to the numbers of one block as lists. The list of the block's last
/// number comes first.
template <class T> struct EdgeLists {
  /// Sources of the edges, followed by Slack entries with unspecified values.
  BigArray<T> Froms;
  /// For each number of the block, the end of its list. The list of the
  /// previous number begins there.
  std::vector<T> Ends;

  /// Number of entries past the last list that may be read.
  static constexpr uint64_t Slack = 16;

  /// Frees the lists.
  void release() {
    if (Froms.size() > Usual)
      Froms = {};
  }
  /// Moves the edges of a block here from \p Log.
  llvm::Error fill(EdgeLog<T> &Log, size_t Block, MemoryBudget *Budget) {
    Ends.assign(EdgeLog<T>::BlockSize, 0);
    Log.forEach(Block, [&](T, uint32_t To) { ++Ends[To]; });
    uint64_t Sum = 0;
    for (T &End : llvm::reverse(Ends))
      End = T(std::exchange(Sum, Sum + End));
    if (Froms.size() < Sum + Slack) {
      Froms = {};
      auto Made = BigArray<T>::make(std::max(Sum + Slack, Usual), Budget);
      if (!Made)
        return Made.takeError();
      Froms = std::move(*Made);
    }
    T *To = Froms.data(), *Next = Ends.data();
    Log.drain(Block, [&](T From, uint32_t I) { To[Next[I]++] = From; });
    return llvm::Error::success();
  }

private:
  /// Minimum number of entries to allocate; unwritten pages use no memory.
  static constexpr uint64_t Usual = uint64_t(1) << 17;
};

/// Reads a log from its last block to the first. If allowed, another thread
/// prepares the lists of a few blocks in advance: some blocks may have many
/// more edges than others.
template <class T> class EdgeListReader {
public:
  /// \p Prepare is called with each block some time before it is read. \p Log
  /// must be closed.
  EdgeListReader(EdgeLog<T> &Log, MemoryBudget *Budget, bool UseThread,
                 std::function<void(size_t Block)> Prepare)
      : Log(Log), Budget(Budget), Prepare(std::move(Prepare)) {
    if (UseThread)
      (void)Maker.start([this] { makeAll(); }); // Else next() creates them.
  }
  EdgeListReader(const EdgeListReader &) = delete;
  EdgeListReader &operator=(const EdgeListReader &) = delete;
  ~EdgeListReader() {
    if (!Maker.isJoinable())
      return;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      IsStopping = true;
    }
    Changed.notify_all();
    Maker.join();
  }

  /// Lists of the next block, which must exist. Valid until the next call.
  llvm::Expected<const EdgeLists<T> *> next() {
    if (Taken)
      lists(Taken - 1).release();
    if (!Maker.isJoinable()) {
      if (llvm::Error E = make(Taken, Lists[0]))
        return E;
      return &lists(Taken++);
    }
    std::unique_lock<std::mutex> Lock(Mutex);
    Done = Taken;
    Changed.notify_all();
    Changed.wait(Lock, [&] { return Made > Taken || !Failure.empty(); });
    if (!Failure.empty())
      return llvm::createStringError(Failure);
    return &lists(Taken++);
  }

private:
  EdgeLists<T> &lists(size_t I) {
    return Lists[Maker.isJoinable() ? I % Ring : 0];
  }
  llvm::Error make(size_t I, EdgeLists<T> &To) {
    size_t Block = Log.blocks() - 1 - I;
    Prepare(Block);
    return To.fill(Log, Block, Budget);
  }
  void makeAll() {
    for (size_t I = 0; I != Log.blocks(); ++I) {
      {
        std::unique_lock<std::mutex> Lock(Mutex);
        Changed.wait(Lock, [&] { return IsStopping || I - Done < Ring; });
        if (IsStopping)
          return;
      }
      llvm::Error E = make(I, Lists[I % Ring]);
      std::lock_guard<std::mutex> Lock(Mutex);
      Changed.notify_all();
      if (E) {
        Failure = llvm::toString(std::move(E));
        return;
      }
      Made = I + 1;
    }
  }

  EdgeLog<T> &Log;
  MemoryBudget *Budget;
  std::function<void(size_t)> Prepare;
  static constexpr size_t Ring = 8;
  std::array<EdgeLists<T>, Ring> Lists;
  size_t Taken = 0; ///< Number of blocks returned by next().
  std::mutex Mutex; ///< Guards all following members.
  std::condition_variable Changed;
  std::string Failure; ///< Error of the other thread, which then stops.
  size_t Made = 0;     ///< Number of blocks with lists so far.
  size_t Done = 0;     ///< Number of blocks no longer needed.
  bool IsStopping = false;
  Thread Maker;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_EDGELISTS_H
