//===- ShownContents.h - Contents of collections ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_OBJECTS_SHOWNCONTENTS_H
#define LIB_ANALYSIS_OBJECTS_SHOWNCONTENTS_H

#include "hprof/Analysis/Objects/ObjectScope.h"
#include "hprof/Answer/Answer.h"

namespace hprof {

const TableInfo &contentsTable();
/// Returns the contents of the collection \p Id; a missing value if \p Id is
/// not a collection or contents were not requested.
Datum contentsOf(const ObjectScope &S, uint64_t Id);
void presentContents(Presenter &To, const ObjectScope &S, uint64_t Id);

} // namespace hprof

#endif // LIB_ANALYSIS_OBJECTS_SHOWNCONTENTS_H
