//===- SiteReport.h - The rows of SITES -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sorts, truncates and sums the counts of sites for one ALLOC SITES record. No
/// VM is needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SITES_SITEREPORT_H
#define HPROF_LIB_AGENT_SITES_SITEREPORT_H

#include "Agent/Records/RecordStream.h"
#include <vector>

namespace hprof::agent {

/// A site with unscaled object counts.
struct SiteRow {
  uint32_t Trace = 0, Class = 0; ///< Serials.
  uint8_t ElementType = 0;       ///< BasicType of an array class; else 0.
  uint64_t LiveBytes = 0, LiveObjects = 0;
  uint64_t AllocatedBytes = 0, AllocatedObjects = 0;
};

/// A request for an ALLOC SITES record.
struct SiteRequest {
  // Flags of the record and of the command.
  static constexpr uint16_t OnlyChanged = 1, ByAllocation = 2;

  uint16_t Flags = 0;
  /// Share of all bytes below which rows are omitted.
  double Cutoff = 0;

  bool isByAllocation() const { return Flags & ByAllocation; }
  bool isOfChanges() const { return Flags & OnlyChanged; }
};

class SiteReport {
public:
  /// Orders rows by live or allocated bytes.
  SiteReport(std::vector<SiteRow> Rows, const SiteRequest &R);

  /// Rows to show.
  llvm::ArrayRef<SiteRow> rows() const { return Rows; }
  /// Sums of all rows.
  const SiteRow &totals() const { return Totals; }
  /// Whether a number exceeds the 32 bits of the binary record, in which it is
  /// clamped.
  bool isLarge() const { return IsLarge; }

  void write(RecordStream &S) const;

private:
  uint64_t shareOf(const SiteRow &R) const {
    return Request.isByAllocation() ? R.AllocatedBytes : R.LiveBytes;
  }
  void writeShares(RecordStream &S) const;

  const SiteRequest Request;
  std::vector<SiteRow> Rows;
  SiteRow Totals;
  bool IsLarge = false;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_SITEREPORT_H
