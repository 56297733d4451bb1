//===- ObjectTables.h - Tables of objects and classes -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_OBJECTS_OBJECTTABLES_H
#define LIB_ANALYSIS_OBJECTS_OBJECTTABLES_H

#include "References.h"
#include "hprof/Analysis/Objects/ObjectPart.h"

namespace hprof {

std::unique_ptr<Rows> objectsOf(const ObjectPart::Shown &List);

/// Returns the offset of the CLASS DUMP of \p C.
uint64_t offsetOf(const ObjectScope &S, const ClassInfo &C);
/// Returns the number of array elements to show.
uint64_t shownElements(const ObjectScope &S, const ObjectView &View);

// These functions return tables of fields.
std::unique_ptr<Rows> fieldsOf(const ObjectScope &S, const FoundObject &O);
/// Returns the static fields, followed by the fields of instances.
std::unique_ptr<Rows> fieldsOf(const ObjectScope &S, const ClassInfo &C);

} // namespace hprof

#endif // LIB_ANALYSIS_OBJECTS_OBJECTTABLES_H
