//===- EntryOrder.h - Entries of collections in another order ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where an entry is in a hash table, a tree or a list says something about its
/// key. So the entries of each collection exchange what they hold, keys
/// together with their values, while the table, the tree and the list stay as
/// they are. So do the two fields of a collection of two elements.
///
/// What an entry holds then depends on ids and the key alone, and not on what
/// it held before. So the old order cannot be computed from the new one, even
/// with the key, and to do it again changes nothing.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_ENTRYORDER_H
#define HPROF_LIB_PASSES_REDACTION_ENTRYORDER_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace hprof {

class DumpContext;
enum class CollectionShape : uint8_t;

class EntryOrder {
public:
  static constexpr unsigned MaxHeld = 2;
  using Held = std::array<uint64_t, MaxHeld>;

  /// \p Key may be empty.
  explicit EntryOrder(llvm::StringRef Key);

  /// Walks over the dump once. Memory grows with the entries, by some 60 bytes
  /// each. \p Names has all of those of the dump, and must outlive this.
  llvm::Error look(Upstream &Stream, const DumpContext &Names);

  /// Changes what the entry \p Id of \p Class holds. \return whether it is
  /// another.
  bool change(uint64_t Class, uint64_t Id,
              llvm::MutableArrayRef<uint8_t> Values, unsigned IdSize);
  /// Changes the order of the elements of the array \p Id.
  bool change(uint64_t Id, llvm::MutableArrayRef<uint8_t> Elements,
              unsigned IdSize) const;

private:
  class Walk;
  /// How a collection uses its array.
  enum ArrayUse : uint8_t {
    First, ///< Its elements are at the beginning.
    Range, ///< It says where they are.
    Pairs, ///< A key and its value are next to each other.
    NumArrayUses,
  };
  static std::optional<ArrayUse> useOf(CollectionShape Shape);
  /// What is known of a class of entries.
  struct Class {
    int Row = -1; ///< In the table of entries; negative for other classes.
    llvm::SmallVector<uint32_t, 2> Holds; ///< Offsets.
    llvm::SmallVector<uint32_t, 2> Links;
    llvm::SmallVector<uint32_t, 2>
        Pair; ///< The elements of a collection of two.
    uint64_t Bytes = 0;
    /// Offsets of references to arrays of whose places not all are alike.
    std::array<std::optional<uint32_t>, NumArrayUses> Arrays;
  };
  struct Entry {
    uint64_t Id;
    Held Holds;
    int Row;
  };

  const Class &classOf(uint64_t Id);
  uint64_t hash(uint64_t A, uint64_t B, uint64_t C) const;
  void exchange();
  const Entry *find(uint64_t Id);
  bool changePair(uint64_t Id, uint8_t *A, uint8_t *B, unsigned IdSize) const;

  const DumpContext *Names = nullptr;
  std::array<uint64_t, 2> Seed;
  llvm::SmallSet<uint64_t, 2> NoElements; ///< Stand for none in a pair.
  llvm::DenseMap<IdKey, std::unique_ptr<Class>> Classes;
  std::vector<Entry> Entries; ///< By id, once all are known.
  std::vector<std::pair<uint64_t, uint64_t>> Links;
  std::array<IdSet, NumArrayUses> Arrays;
  size_t Near = 0; ///< Where the last entry was found.
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_ENTRYORDER_H
