//===- CallProfile.h - The rows of CPU TIME ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds up what the tracker has counted since the last dump, and ranks it. No
/// VM is needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CALLS_CALLPROFILE_H
#define HPROF_LIB_AGENT_CALLS_CALLPROFILE_H

#include <cstdint>
#include <vector>

namespace hprof::agent {

struct CallRow {
  uint32_t Key; ///< What the caller of add() gave.
  uint64_t Calls;
  uint64_t Nanos;
};

class CallProfile {
public:
  /// Several rows may have the same key; they become one. No row without calls.
  void add(uint32_t Key, uint64_t Calls, int64_t Nanos);

  uint64_t totalNanos() const { return Total; }
  /// Rows by time, largest first, as far as their share is not below \p Cutoff.
  std::vector<CallRow> byTime(double Cutoff) const;
  /// All rows by calls, most first.
  std::vector<CallRow> byCalls() const;

private:
  std::vector<CallRow> Rows; ///< By key.
  uint64_t Total = 0;
};

/// Millions of nanoseconds, rounded; the largest number that fits if there are
/// more.
uint32_t millisOf(uint64_t Nanos);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_CALLPROFILE_H
