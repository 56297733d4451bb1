//===- FieldPath.h - A field over references --------------------*- C++ -*-===//
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

/// The value of a path of fields from an object: "user.name".
struct FieldPath {
  /// None if an object on the way or the value is not in the dump. A null
  /// reference on the way is the value.
  std::optional<hprof::Value> Value;
  Node Of = NoNode; ///< The object that has the value, and the field's name.
  std::string Name;

  /// A class without such a field is an error that says what it has. For class
  /// objects, the first field is a static one.
  static llvm::Expected<FieldPath> read(const HeapContents &C, Node From,
                                        llvm::StringRef Path);
};

/// References as ids, null as Datum::Null; numbers, flags, and chars as text.
Datum valueDatum(const Value &V);

} // namespace hprof

#endif // LIB_QUERY_HEAP_FIELDPATH_H
