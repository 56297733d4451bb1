//===- Deadline.h - A point in time to wait for -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_DEADLINE_H
#define HPROF_LIB_ATTACH_DEADLINE_H

#include <algorithm>
#include <chrono>

namespace hprof {

/// A point in time, or never.
class Deadline {
  using Clock = std::chrono::steady_clock;

public:
  explicit Deadline(std::chrono::milliseconds Time)
      : End(Clock::now() + Time) {}

  /// Milliseconds left, as a timeout for poll(2).
  int left() const {
    auto Time =
        std::chrono::ceil<std::chrono::milliseconds>(End - Clock::now());
    return static_cast<int>(
        std::clamp<int64_t>(Time.count(), 0, int64_t(24) * 3600 * 1000));
  }
  bool isOver() const { return left() == 0; }

private:
  Clock::time_point End;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_DEADLINE_H
