//===- EntryOrder.h - Reorders entries of collections -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The place of an entry in a hash table, a tree or a list reveals something
/// about its key. Therefore, the entries of each collection exchange their
/// contents, keys together with their values, while the table, the tree and the
/// list stay unchanged. The two fields of a two-element collection are
/// exchanged likewise.
///
/// The new contents of an entry depend only on ids and the key, not on its old
/// contents. Therefore, the old order cannot be computed from the new one, even
/// with the key, and the operation is idempotent.
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

  /// Walks over the dump once. Memory grows with the entries, by about 60 bytes
  /// each. \p Names contains all names of the dump, and must outlive this.
  llvm::Error look(Upstream &Stream, const DumpContext &Names);

  /// Changes the contents of the entry \p Id of \p Class. \return whether they
  /// differ.
  bool change(uint64_t Class, uint64_t Id,
              llvm::MutableArrayRef<uint8_t> Values, unsigned IdSize);
  /// Changes the order of the elements of the array \p Id.
  bool change(uint64_t Id, llvm::MutableArrayRef<uint8_t> Elements,
              unsigned IdSize) const;

private:
  class Walk;
  /// How a collection uses its array.
  enum ArrayUse : uint8_t {
    First, ///< The elements are at the beginning.
    Range, ///< The collection records where they are.
    Pairs, ///< A key and its value are adjacent.
    NumArrayUses,
  };
  static std::optional<ArrayUse> useOf(CollectionShape Shape);
  /// Properties of a class of entries.
  struct Class {
    int Row = -1; ///< Row in the table of entries; negative for other classes.
    llvm::SmallVector<uint32_t, 2> Holds; ///< Offsets of moved references.
    llvm::SmallVector<uint32_t, 2> Links;
    llvm::SmallVector<uint32_t, 2>
        Pair; ///< The elements of a two-element collection.
    uint64_t Bytes = 0;
    /// By use, offsets of references to arrays with elements of several kinds.
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
  llvm::SmallSet<uint64_t, 2> NoElements; ///< Objects for empty pair fields.
  llvm::DenseMap<IdKey, std::unique_ptr<Class>> Classes;
  std::vector<Entry> Entries; ///< Sorted by id once all are known.
  std::vector<std::pair<uint64_t, uint64_t>> Links;
  std::array<IdSet, NumArrayUses> Arrays;
  size_t Near = 0; ///< Index of the last entry found.
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_ENTRYORDER_H
