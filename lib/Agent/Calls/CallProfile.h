//===- CallProfile.h - The rows of CPU TIME ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums the tracker's counts since the last dump and ranks them. No VM is
/// needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CALLS_CALLPROFILE_H
#define HPROF_LIB_AGENT_CALLS_CALLPROFILE_H

#include <cstdint>
#include <vector>

namespace hprof::agent {

struct CallRow {
  uint32_t Key; ///< As passed to add().
  uint64_t Calls;
  uint64_t Nanos;
};

class CallProfile {
public:
  /// Adds counts to the row with the key \p Key. No-op if \p Calls is 0.
  void add(uint32_t Key, uint64_t Calls, int64_t Nanos);

  uint64_t totalNanos() const { return Total; }
  /// Returns the rows whose share of the time is at least \p Cutoff, longest
  /// time first.
  std::vector<CallRow> byTime(double Cutoff) const;
  /// Returns all rows, most calls first.
  std::vector<CallRow> byCalls() const;

private:
  std::vector<CallRow> Rows; ///< By key.
  uint64_t Total = 0;
};

/// Converts nanoseconds to milliseconds, rounded and clamped to 32 bits.
uint32_t millisOf(uint64_t Nanos);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_CALLPROFILE_H
