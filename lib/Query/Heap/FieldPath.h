//===- FieldPath.h - Fields through references ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_HEAP_FIELDPATH_H
#define LIB_QUERY_HEAP_FIELDPATH_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Answer/Rows.h"

namespace hprof {

/// Value of a path of fields from an object: "user.name".
struct FieldPath {
  /// Absent if the dump lacks the value or an object on the path. If a
  /// reference on the path is null, the value is that null.
  std::optional<hprof::Value> Value;
  Node Of = NoNode; ///< The object with the value, and the field's name.
  std::string Name;

  /// If a class lacks a field of the path, the error lists the fields of the
  /// class. If \p From is a class object, the first field is static.
  static llvm::Expected<FieldPath> read(const HeapContents &C, Node From,
                                        llvm::StringRef Path);
};

/// Converts references to ids or Datum::Null, and chars to strings; numbers and
/// flags are unchanged.
Datum valueDatum(const Value &V);

} // namespace hprof

#endif // LIB_QUERY_HEAP_FIELDPATH_H
