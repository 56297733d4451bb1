//===- SiteTable.h - Counts allocations by site -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A site is a trace and a class. As far as possible, each thread has its own
/// counters; counting at an existing site takes no lock.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SITES_SITETABLE_H
#define HPROF_LIB_AGENT_SITES_SITETABLE_H

#include "Agent/Memory/IndexTable.h"
#include "Agent/Memory/StableVector.h"
#include "SampleWeight.h"
#include <memory>
#include <mutex>
#include <vector>

namespace hprof::agent {

struct Site {
  uint32_t Trace; ///< Index of the trace.
  uint32_t Class; ///< Tag of the class.
};

/// Counts of a site.
struct SiteCounts {
  Amount Allocated, Live;
};

class SiteTable {
public:
  /// Site numbers are less than this.
  static constexpr uint32_t EndOfSites = INT32_MAX;

  explicit SiteTable(TableMemory &Budget);

  /// Returns the number of the site \p S, which is added if necessary; nothing
  /// if there is no memory.
  std::optional<uint32_t> get(const Site &S);
  /// Number of sites, which are numbered from 0.
  uint32_t size() const { return Count.load(std::memory_order_acquire); }
  const Site &at(uint32_t N) const { return *Sites.find(N); }

  /// Counts an allocation. \return false if there is no memory.
  bool allocated(uint32_t N, Amount A);
  /// Returns the allocations since the last clear().
  Amount allocated(uint32_t N) const;
  /// Returns these allocations, and \p Live clamped to them. \p Live must have
  /// been determined before the call.
  SiteCounts counts(uint32_t N, Amount Live) const;
  /// Returns the same for a report. Sets \p IsChanged if they differ from the
  /// last report. One thread at a time.
  SiteCounts report(uint32_t N, Amount Live, bool &IsChanged);
  /// Resets the counts. Called in the thread that reports.
  void clear();

private:
  class Counters {
  public:
    explicit Counters(TableMemory &Budget) : All(Budget) {}
    bool add(uint32_t N, Amount A) {
      Counter *C = All.get(N);
      if (LLVM_UNLIKELY(!C))
        return false;
      C->Objects.fetch_add(A.Objects, std::memory_order_relaxed);
      C->Bytes.fetch_add(A.Bytes, std::memory_order_relaxed);
      return true;
    }
    Amount get(uint32_t N) const {
      const Counter *C = All.find(N);
      return C ? Amount{C->Objects.load(), C->Bytes.load()} : Amount();
    }

  private:
    struct Counter {
      std::atomic<uint64_t> Objects, Bytes;
    };
    StableVector<Counter> All;
  };

  std::optional<uint32_t> find(uint32_t Hash, const Site &S) const;
  Amount allocatedInAll(uint32_t N) const;

  static constexpr unsigned NumParts = 8;
  IndexTable Index;
  StableVector<Site> Sites;
  std::unique_ptr<Counters> Parts[NumParts];
  std::mutex Lock; ///< Held while adding an entry.
  std::atomic<uint32_t> Count{0};
  std::vector<SiteCounts> Reported; ///< In the last report.
  std::vector<Amount> Before; ///< By site, the counts at the last clear().
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_SITETABLE_H
