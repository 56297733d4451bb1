//===- FieldValues.h - Fields of objects as columns -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_FIELDVALUES_H
#define LIB_ANALYSIS_STORE_ANSWERS_FIELDVALUES_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Answer/Rows.h"

namespace hprof {

/// Fields chosen at run time, such as "a" or "b.c", which is the field c of the
/// object in field b. Each field has a column for text, one for CSV and one for
/// JSON.
class FieldValues {
public:
  FieldValues(const HeapContents &Contents, std::vector<std::string> Paths);
  FieldValues(FieldValues &&) = default;

  /// Returns the values of \p N as a single record.
  std::unique_ptr<Rows> of(Node N) const;
  const std::vector<std::string> &paths() const { return Paths; }

private:
  friend class FieldRecord;
  Datum get(Node N, unsigned Column) const;
  std::optional<Value> read(Node N, llvm::StringRef Path) const;
  Datum forText(const Value &V, Node To) const;
  Datum forCsv(const Value &V, Node To) const;
  Datum forJson(const Value &V, Node To) const;

  const HeapContents &Contents;
  std::vector<std::string> Paths;
  TableInfo Info; ///< Columns have the names in Paths.
};

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_FIELDVALUES_H
