//===- IdMap.h - Ids that become given ones --------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A map from ids or serials to others, for many lookups of which few succeed:
/// a filter avoids most lookups in the table.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_IDS_IDMAP_H
#define HPROF_CONVERT_IDS_IDMAP_H

#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <vector>

namespace hprof {

class IdMap {
public:
  /// Maps \p From to \p To. The last call for \p From wins.
  void set(uint64_t From, uint64_t To) {
    Table[From] = To;
    Largest = std::max(Largest, To);
    Filter[wordOf(From)] |= bitOf(From);
  }
  /// Replaces \p Id if it is in the map. \return whether it was.
  bool replace(uint64_t &Id) const {
    if (LLVM_LIKELY(!(Filter[wordOf(Id)] & bitOf(Id))))
      return false;
    auto At = Table.find(Id);
    if (At == Table.end())
      return false;
    Id = At->second;
    return true;
  }
  bool contains(uint64_t Id) const { return replace(Id); }
  size_t size() const { return Table.size(); }
  /// The largest id to which any id is mapped.
  uint64_t largest() const { return Largest; }

private:
  static constexpr unsigned LogBits = 18; // 32 KiB: fits the L1 cache.
  static uint64_t hashOf(uint64_t Id) {
    return Id * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LogBits);
  }
  static size_t wordOf(uint64_t Id) { return size_t(hashOf(Id) >> 6); }
  static uint64_t bitOf(uint64_t Id) {
    return UINT64_C(1) << (hashOf(Id) & 63);
  }

  llvm::DenseMap<IdKey, uint64_t> Table;
  uint64_t Largest = 0;
  std::vector<uint64_t> Filter =
      std::vector<uint64_t>(size_t(1) << (LogBits - 6));
};

} // namespace hprof

#endif // HPROF_CONVERT_IDS_IDMAP_H
