//===- TableKit.cpp - Helpers for query tables ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableKit.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Error hprof::prepare(QueryHeap &Heap, const TableInfo &Info,
                     const RowRequest &Request, ArrayRef<ColumnNeed> Needs) {
  for (const ColumnNeed &N : Needs) {
    bool Uses = any_of(Request.Limits, [&](const RowRequest::Limit &L) {
      return L.Column == N.Column;
    });
    for (auto [I, C] : enumerate(Info.Columns))
      Uses |= C.Name == N.Column && Request.uses(unsigned(I));
    if (!Uses)
      continue;
    if (Error E = (Heap.*N.Need)())
      return E;
  }
  return Error::success();
}

QueryTables hprof::heapTables(QueryHeap &Heap) {
  QueryTables All;
  for (auto *Make :
       {objectTable, referenceTable, classesTable, stringTable, fieldTable})
    All.push_back(Make(Heap));
  for (auto *Add : {addThreadTables, addFunctionTables, addGroupTables,
                    addAnswerTables, addQuestionTables})
    Add(Heap, All);
  return All;
}
