//===- NameRecords.h - Names read on demand ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The UTF8 records of a dump or index in memory. Nothing is copied, and
/// nothing is read before the first lookup, which builds a table of 4 to 16
/// bytes per name.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_NAMERECORDS_H
#define HPROF_FORMAT_CONTEXT_NAMERECORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <mutex>
#include <optional>
#include <vector>

namespace hprof {

class NameRecords {
public:
  /// \p All contains the records and must outlive this. It is smaller than
  /// MaxBytes.
  NameRecords(llvm::ArrayRef<uint8_t> All, unsigned IdSize)
      : All(All), IdSize(IdSize) {}
  static constexpr uint64_t MaxBytes = UINT32_MAX;

  /// Adds the record from \p Begin to \p End, which must be complete, including
  /// its id.
  void add(uint64_t Begin, uint64_t End);

  /// The value of a string id; the last one wins. Concurrent calls are safe,
  /// but not together with add().
  std::optional<llvm::StringRef> find(uint64_t Id) const;
  /// Calls \p F with each string that find() finds, in no particular order.
  template <class Fn> void forEach(Fn &&F) const {
    read();
    for (uint32_t At : Slots)
      if (At)
        F(text(At));
  }

private:
  void read() const;
  size_t slotOf(uint64_t Id) const;
  uint64_t idAt(uint64_t At) const;
  uint64_t endOf(uint64_t At) const;
  llvm::StringRef text(uint64_t At) const;

  llvm::ArrayRef<uint8_t> All;
  unsigned IdSize;
  std::vector<std::pair<uint64_t, uint64_t>> Runs; ///< Begin and end.
  size_t Count = 0;
  mutable std::once_flag IsRead;
  /// Positions of records, by hashes of ids; 0 is a free slot.
  mutable std::vector<uint32_t> Slots;
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_NAMERECORDS_H
