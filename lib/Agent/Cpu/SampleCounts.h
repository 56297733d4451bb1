//===- SampleCounts.h - Sample counts of traces -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of CPU SAMPLES: samples per trace since the last dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SAMPLECOUNTS_H
#define HPROF_LIB_AGENT_CPU_SAMPLECOUNTS_H

#include <cstdint>
#include <mutex>
#include <vector>

namespace hprof::agent {

/// Thread-safe.
class SampleCounts {
public:
  struct Row {
    uint32_t Trace; ///< Index of the trace, as passed to add().
    uint32_t Count;
  };
  struct Profile {
    uint32_t Total =
        0; ///< Samples of all traces, including those without a row.
    std::vector<Row> Rows; ///< By count, largest first, then by trace.
  };

  /// Counts saturate at UINT32_MAX, the output's limit.
  void add(uint32_t Trace, uint32_t Count = 1);
  /// Returns the counts since the last call, without rows whose share of the
  /// total is below \p Cutoff.
  Profile take(double Cutoff);

private:
  std::mutex Lock;
  std::vector<uint32_t> Counts; ///< By trace.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SAMPLECOUNTS_H
