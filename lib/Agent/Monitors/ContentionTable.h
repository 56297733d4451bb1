//===- ContentionTable.h - Time lost to contended monitors ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of MONITOR TIME: how often and how long threads were blocked at a
/// trace on monitors of a class. Adding to an existing row takes no lock.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MONITORS_CONTENTIONTABLE_H
#define HPROF_LIB_AGENT_MONITORS_CONTENTIONTABLE_H

#include "Agent/Memory/Arena.h"
#include "Agent/Memory/IndexTable.h"
#include "Agent/Memory/StableVector.h"
#include <mutex>
#include <vector>

namespace hprof::agent {

class ContentionTable {
public:
  struct Row {
    uint32_t Trace;            ///< Trace index.
    llvm::StringRef Signature; ///< Signature of the class.
    uint32_t Count;
    uint32_t Millis;
  };
  struct Profile {
    uint32_t TotalMillis = 0; ///< Sum over all rows, including omitted ones.
    /// Ordered by time, longest first, then by count and first occurrence.
    std::vector<Row> Rows;
  };

  explicit ContentionTable(TableMemory &Budget)
      : Index(Budget), Cells(Budget), Texts(Budget) {}

  /// Returns the number of the row for the class with the tag \p Class, if it
  /// exists.
  std::optional<uint32_t> find(uint32_t Trace, uint32_t Class) const;
  /// Does the same, but adds the row if it is missing. Returns nothing if
  /// memory is exhausted.
  std::optional<uint32_t> add(uint32_t Trace, uint32_t Class,
                              llvm::StringRef Signature);
  /// Records that a thread entered a monitor of the row \p N after \p Nanos.
  void entered(uint32_t N, uint64_t Nanos);
  /// Returns the contention since the last call, without rows whose share of
  /// the time is below \p Cutoff.
  Profile take(double Cutoff);

private:
  struct Cell {
    uint32_t Trace, Class;
    llvm::StringRef Signature;
    std::atomic<uint32_t> Count;
    std::atomic<uint64_t> Nanos;
  };

  IndexTable Index;
  StableVector<Cell> Cells;
  std::mutex Lock; ///< Held while adding an entry.
  Arena Texts;
  std::atomic<uint32_t> NumCells{0};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_CONTENTIONTABLE_H
