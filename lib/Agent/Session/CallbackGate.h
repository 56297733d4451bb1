//===- CallbackGate.h - Lets callbacks in until the end --------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Callbacks of the VM run in any of its threads, also while the agent ends. A
/// gate counts those that are inside and, once closed, lets no more in.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_CALLBACKGATE_H
#define HPROF_LIB_AGENT_SESSION_CALLBACKGATE_H

#include <condition_variable>
#include <mutex>

namespace hprof::agent {

class CallbackGate {
public:
  /// A stay inside; false if the gate is closed.
  class Stay {
  public:
    explicit Stay(CallbackGate &G) : G(G), IsInside(G.enter()) {
      Depth += IsInside;
    }
    ~Stay() {
      Depth -= IsInside;
      if (IsInside)
        G.leave();
    }
    Stay(const Stay &) = delete;
    Stay &operator=(const Stay &) = delete;
    explicit operator bool() const { return IsInside; }

  private:
    CallbackGate &G;
    const bool IsInside;
  };

  /// Whether the current thread is inside of any gate.
  static bool isHere() { return Depth != 0; }

  /// Lets no more in and waits until all stays are over; the calling thread
  /// must not be in one. \return false if the gate was closed before.
  bool close() {
    std::unique_lock<std::mutex> Hold(Lock);
    if (IsClosed)
      return false;
    IsClosed = true;
    Left.wait(Hold, [&] { return Inside == 0; });
    return true;
  }

private:
  bool enter() {
    std::lock_guard<std::mutex> Hold(Lock);
    if (IsClosed)
      return false;
    ++Inside;
    return true;
  }
  void leave() {
    std::lock_guard<std::mutex> Hold(Lock);
    --Inside;
    if (IsClosed)
      Left.notify_all();
  }

  static inline thread_local unsigned Depth = 0;

  std::mutex Lock;
  std::condition_variable Left;
  unsigned Inside = 0;
  bool IsClosed = false;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_CALLBACKGATE_H
