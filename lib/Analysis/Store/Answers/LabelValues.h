//===- LabelValues.h - Labels of references ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_LABELVALUES_H
#define LIB_ANALYSIS_STORE_ANSWERS_LABELVALUES_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Answer/Rows.h"

namespace hprof {

// Values for LabelColumns.def; missing if the label is null.

Datum labelKind(const ReferenceLabel *L);
Datum labelIndex(const ReferenceLabel *L, bool IsKnown);
Datum labelName(const HeapContents &C, const ReferenceLabel *L);
Datum labelClass(const HeapContents &C, const ReferenceLabel *L);
Datum labelStrength(const ReferenceLabel *L);
Datum labelThread(const ReferenceLabel *L);
Datum labelFrame(const HeapContents &C, const ReferenceLabel *L);

/// Adds the strength of \p L to the name of a reference: "referent (weak)".
std::string withStrength(std::string Name, const ReferenceLabel &L);

/// Returns the value of the object of a row that has only one object.
Datum contentOf(const HeapContents &C, Node N, uint64_t Objects);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_LABELVALUES_H
