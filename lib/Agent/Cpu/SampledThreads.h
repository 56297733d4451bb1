//===- SampledThreads.h - Which threads are sampled -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Samples all threads or none, except for individually selected threads.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SAMPLEDTHREADS_H
#define HPROF_LIB_AGENT_CPU_SAMPLEDTHREADS_H

#include <mutex>
#include <set>

namespace hprof::agent {

/// Thread-safe. Threads are identified by serial.
class SampledThreads {
public:
  /// Applies to all threads, including future ones.
  void setAll(bool IsOn) {
    std::lock_guard<std::mutex> Hold(Lock);
    Usual = IsOn;
    Exceptions.clear();
  }
  void set(uint32_t Serial, bool IsOn) {
    std::lock_guard<std::mutex> Hold(Lock);
    if (IsOn == Usual)
      Exceptions.erase(Serial);
    else
      Exceptions.insert(Serial);
  }
  bool has(uint32_t Serial) const {
    std::lock_guard<std::mutex> Hold(Lock);
    return Usual != bool(Exceptions.count(Serial));
  }
  bool isEmpty() const {
    std::lock_guard<std::mutex> Hold(Lock);
    return !Usual && Exceptions.empty();
  }

private:
  mutable std::mutex Lock;
  bool Usual = true;
  std::set<uint32_t> Exceptions;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SAMPLEDTHREADS_H
