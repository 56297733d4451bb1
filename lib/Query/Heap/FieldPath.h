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
  /// Missing if an object on the path or the value is not in the dump. A null
  /// reference on the path is the value.
  std::optional<hprof::Value> Value;
  Node Of = NoNode; ///< The object with the value, and the field's name.
  std::string Name;

  /// A class without such a field is an error that lists its fields. For class
  /// objects, the first field is a static one.
  static llvm::Expected<FieldPath> read(const HeapContents &C, Node From,
                                        llvm::StringRef Path);
};

/// Converts references to ids or Datum::Null, and chars to strings; numbers and
/// flags stay.
Datum valueDatum(const Value &V);

} // namespace hprof

#endif // LIB_QUERY_HEAP_FIELDPATH_H
