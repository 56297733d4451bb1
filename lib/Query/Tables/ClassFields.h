//===- ClassFields.h - Fields as columns ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_TABLES_CLASSFIELDS_H
#define LIB_QUERY_TABLES_CLASSFIELDS_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Answer/TableInfo.h"
#include <deque>

namespace hprof {

/// The fields, including inherited ones, of one or more classes with the same
/// name. The names of their columns differ in more than case.
class ClassFields {
public:
  struct Field {
    std::string Column;
    std::string Declarer; ///< Declaring class.
    std::string Name;     ///< Modified UTF-8.
    BasicType Type;

    ColumnType type() const;
  };
  explicit ClassFields(const HeapContents &C) : C(C) {}

  /// Adds those fields of \p Class that have not been added yet. Their columns
  /// do not get the names of the columns in \p Used.
  void add(ClassNumber Class, llvm::ArrayRef<Column> Used);
  /// Maximum number of columns in SQL. FieldPath can also read other fields.
  static constexpr size_t Most = 1900;

  /// Number of fields beyond that limit.
  uint64_t omitted() const { return Omitted; }

  const std::deque<Field> &all() const { return Fields; }
  /// Location of field \p I in objects of \p Class or a subclass; null if there
  /// is no such field.
  const FieldSlot *slot(ClassNumber Class, unsigned I);

private:
  using Slots = std::vector<std::optional<FieldSlot>>;
  const Slots &slotsOf(ClassNumber Class);
  bool isTaken(llvm::StringRef Column,
               llvm::ArrayRef<hprof::Column> Used) const;

  const HeapContents &C;
  std::deque<Field> Fields;
  uint64_t Omitted = 0;
  llvm::DenseMap<ClassNumber, std::unique_ptr<Slots>> Known;
  // Class of the last lookup.
  ClassNumber Last = NoClass;
  const Slots *LastSlots = nullptr;
};

} // namespace hprof

#endif // LIB_QUERY_TABLES_CLASSFIELDS_H
