//===- References.h - References as text and columns ------------*- C++ -*-===//
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

/// Maximum length in bytes of a string that is shown next to a reference.
constexpr size_t StringPreview = 256;

/// The object that an id refers to.
struct Referenced {
  uint64_t Id = 0;
  std::string Class; ///< Empty if the object is not in the dump.
  std::optional<JavaString> Text;

  /// Creates a reference that contains only the id.
  explicit Referenced(uint64_t Id) : Id(Id) {}
  Referenced(const ObjectScope &S, uint64_t Id);
};

/// A reference in a separate table.
struct Reference {
  Referenced Ref;
};
const TableInfo &referenceTable();
std::unique_ptr<Rows> referenceRow(const ObjectScope &S, uint64_t Id);
/// Returns a reference row, or null.
Datum referenceOrNull(const ObjectScope &S, uint64_t Id);
// Used in ReferenceColumns.def.
Datum classOf(const Referenced &Ref);
Datum textOf(const Referenced &Ref);
Datum wholenessOf(const Referenced &Ref);

/// Adds \p Before and, for example, "java.lang.String \"a\"" if the object is
/// in the dump.
void addObject(Prose &To, const ObjectScope &S, uint64_t Id,
               llvm::StringRef Before = "");
/// Returns the object with its id; "null" if \p Id is 0.
Prose referenceWords(const ObjectScope &S, uint64_t Id);
/// Adds a value, with the object that it refers to.
void addValue(Prose &To, const ObjectScope &S, const Value &V);
Datum valueDatum(const ObjectScope &S, const Value &V);

} // namespace hprof

#endif // LIB_ANALYSIS_OBJECTS_REFERENCES_H
