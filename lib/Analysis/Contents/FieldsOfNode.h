//===- FieldsOfNode.h - Fields of an object by name -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_CONTENTS_FIELDSOFNODE_H
#define HPROF_LIB_ANALYSIS_CONTENTS_FIELDSOFNODE_H

#include "hprof/Analysis/Contents/ObjectContents.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof {

inline ContentObject contentObject(const HeapContents &C, uint64_t Id) {
  return {Id, Id ? C.find(Id) : NoNode};
}

/// Reads the fields of one object by name. A missing object has no fields.
class FieldsOfNode {
public:
  FieldsOfNode(const HeapContents &C, Node N) : C(C) {
    if (N != NoNode)
      Object = C.object(N);
  }

  std::optional<Value> value(llvm::StringRef Name) const {
    return Object ? C.field(*Object, Name) : std::nullopt;
  }
  bool has(llvm::StringRef Name) const { return value(Name).has_value(); }
  /// Signed, of any width; 0 if there is no such field.
  int64_t number(llvm::StringRef Name) const {
    std::optional<Value> V = value(Name);
    if (!V || isReference(V->Type))
      return 0;
    unsigned Bits = 8 * widthOf(V->Type, 8);
    return int64_t(V->Bits << (64 - Bits)) >> (64 - Bits);
  }
  /// Uses the first of \p Names that exists.
  ContentObject object(llvm::ArrayRef<llvm::StringRef> Names) const {
    for (llvm::StringRef Name : Names)
      if (std::optional<Value> V = value(Name); V && isReference(V->Type))
        return contentObject(C, V->Bits);
    return ContentObject();
  }
  /// NoNode also for an object missing from the dump.
  Node reference(llvm::ArrayRef<llvm::StringRef> Names) const {
    return object(Names).At;
  }

private:
  const HeapContents &C;
  std::optional<FoundObject> Object;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_CONTENTS_FIELDSOFNODE_H
