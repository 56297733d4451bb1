//===- CallbackGate.h - Admits callbacks until the end ---------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file VM callbacks run in any thread, even while the agent shuts down. A
/// gate counts the callbacks inside and, once closed, admits no more. As far as
/// possible, each thread has its own counter, so that an event for each
/// allocation does not make threads contend.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_CALLBACKGATE_H
#define HPROF_LIB_AGENT_SESSION_CALLBACKGATE_H

#include "Agent/Memory/ThreadPart.h"
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace hprof::agent {

class CallbackGate {
  struct alignas(64) Part {
    std::atomic<uint32_t> Inside{0};
  };

public:
  /// Keeps a callback inside the gate during its lifetime; converts to false if
  /// the gate was already closed.
  class Stay {
  public:
    explicit Stay(CallbackGate &G)
        : G(G), Here(G.Parts[partOfThread() % NumParts]), IsInside(enter()) {
      Depth += IsInside;
    }
    ~Stay() {
      if (!IsInside)
        return;
      --Depth;
      leave();
    }
    Stay(const Stay &) = delete;
    Stay &operator=(const Stay &) = delete;
    explicit operator bool() const { return IsInside; }

  private:
    bool enter() {
      // Count first, then check; close() and wait() use the opposite order, so
      // that at least one side notices the other.
      ++Here.Inside;
      if (!G.IsClosed)
        return true;
      leave();
      return false;
    }
    void leave() {
      --Here.Inside;
      if (G.IsClosed)
        G.notify();
    }

    CallbackGate &G;
    Part &Here;
    const bool IsInside;
  };

  /// Whether the current thread is inside any gate.
  static bool isHere() { return Depth != 0; }

  /// Closes the gate. \return false if it was already closed.
  bool close() { return !IsClosed.exchange(true); }

  /// Waits, after close(), until all callbacks have left, but at most \p Limit,
  /// because a debugger may have suspended a thread inside the gate. The
  /// calling thread must not be inside. \return whether all have left.
  bool wait(std::chrono::seconds Limit) {
    std::unique_lock<std::mutex> Hold(Lock);
    return Left.wait_for(Hold, Limit, [&] { return isEmpty(); });
  }

private:
  bool isEmpty() const {
    for (const Part &P : Parts)
      if (P.Inside)
        return false;
    return true;
  }
  void notify() {
    std::lock_guard<std::mutex> Hold(Lock);
    Left.notify_all();
  }

  static constexpr unsigned NumParts = 16;
  static inline thread_local unsigned Depth = 0;

  Part Parts[NumParts];
  std::atomic<bool> IsClosed{false};
  std::mutex Lock;
  std::condition_variable Left;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_CALLBACKGATE_H
