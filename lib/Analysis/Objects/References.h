//===- References.h - References in words and columns -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_OBJECTS_REFERENCES_H
#define LIB_ANALYSIS_OBJECTS_REFERENCES_H

#include "hprof/Analysis/Objects/ObjectScope.h"
#include "hprof/Answer/TypedTable.h"

namespace hprof {

/// The most bytes of a string next to a reference.
constexpr size_t StringPreview = 256;

/// What an id refers to.
struct Referenced {
  uint64_t Id = 0;
  std::string Class; ///< Empty if it is not in the dump.
  std::optional<JavaString> Text;

  /// Says no more than the id.
  explicit Referenced(uint64_t Id) : Id(Id) {}
  Referenced(const ObjectScope &S, uint64_t Id);
};

/// A reference in a table of its own.
struct Reference {
  Referenced Ref;
};
const TableInfo &referenceTable();
std::unique_ptr<Rows> referenceRow(const ObjectScope &S, uint64_t Id);
/// That, or null.
Datum referenceOrNull(const ObjectScope &S, uint64_t Id);
// For ReferenceColumns.def.
Datum classOf(const Referenced &Ref);
Datum textOf(const Referenced &Ref);
Datum wholenessOf(const Referenced &Ref);

/// Adds "java.lang.String \"a\"", or nothing if it is not in the dump. \p
/// Before comes before that.
void addObject(Prose &To, const ObjectScope &S, uint64_t Id,
               llvm::StringRef Before = "");
/// With the id, "null" without one.
Prose referenceWords(const ObjectScope &S, uint64_t Id);
/// Adds a value, with what it refers to.
void addValue(Prose &To, const ObjectScope &S, const Value &V);
Datum valueDatum(const ObjectScope &S, const Value &V);

} // namespace hprof

#endif // LIB_ANALYSIS_OBJECTS_REFERENCES_H
