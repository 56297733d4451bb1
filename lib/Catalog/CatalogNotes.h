//===- CatalogNotes.h - Notes on results for their readers ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CATALOG_CATALOGNOTES_H
#define LIB_CATALOG_CATALOGNOTES_H

#include "hprof/Answer/Rows.h"
#include "hprof/Format/Base/Error.h"
#include "llvm/ADT/Twine.h"
#include <mutex>

namespace hprof {

/// Notes, warnings and damage messages, without duplicates. Any thread may add
/// messages.
class CatalogNotes {
public:
  struct Note {
    const char *Kind;
    std::string Text;
    std::optional<uint64_t> Offset;
  };

  void add(const char *Kind, const llvm::Twine &Text);
  void addDamage(const Damage &D);
  bool isDamaged() const;
  /// A copy of the notes so far.
  std::unique_ptr<Rows> rows() const;
  static const TableInfo &table();

private:
  static constexpr size_t Most = 1000; ///< Further notes are only counted.

  mutable std::mutex Lock;
  std::vector<Note> All;
  uint64_t Further = 0;
  bool HasDamage = false;
};

} // namespace hprof

#endif // LIB_CATALOG_CATALOGNOTES_H
