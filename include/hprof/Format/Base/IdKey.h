//===- IdKey.h - Dump ids as hash table keys --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_IDKEY_H
#define HPROF_FORMAT_BASE_IDKEY_H

#include "hprof/Format/Base/SeededHash.h"
#include <cstdint>

namespace hprof {

/// A number from a dump (an id, a serial) as a key of DenseMap or DenseSet,
/// which reserve two values of plain integers; a dump may use any value.
class IdKey {
public:
  // NOLINTNEXTLINE(google-explicit-constructor): any id can be a key.
  IdKey(uint64_t Id) : Id(Id) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator uint64_t() const { return Id; }

private:
  friend struct llvm::DenseMapInfo<IdKey>;
  IdKey(uint64_t Id, bool IsOfTable) : Id(Id), IsOfTable(IsOfTable) {}

  uint64_t Id;
  bool IsOfTable = false; ///< Marks an empty or erased slot of the table.
};

/// For std::unordered_map, which is used where values need stable addresses. By
/// default, it hashes a number to itself.
struct IdHash {
  size_t operator()(uint64_t Id) const { return size_t(seededHash(Id)); }
};

} // namespace hprof

template <> struct llvm::DenseMapInfo<hprof::IdKey> {
  static hprof::IdKey getEmptyKey() { return {0, true}; }
  static hprof::IdKey getTombstoneKey() { return {1, true}; }
  static unsigned getHashValue(hprof::IdKey K) {
    return unsigned(hprof::seededHash(K.Id));
  }
  static bool isEqual(hprof::IdKey A, hprof::IdKey B) {
    return A.Id == B.Id && A.IsOfTable == B.IsOfTable;
  }
};

#endif // HPROF_FORMAT_BASE_IDKEY_H
