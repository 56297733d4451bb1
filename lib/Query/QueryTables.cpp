//===- QueryTables.cpp - Tables and functions of queries ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Query/QueryTables.h"
#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/QueryTable.h"

using namespace hprof;
using namespace llvm;

std::vector<const TableInfo *> hprof::queryTables() {
  // Declarations of tables do not depend on the heap.
  QueryHeap Nothing(nullptr);
  std::vector<const TableInfo *> All;
  for (const std::unique_ptr<QueryTable> &Is : heapTables(Nothing))
    All.push_back(&Is->info());
  return All;
}

std::vector<std::string> hprof::queryFunctions() {
  return {
#define HPROF_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE)                    \
  (NAME "(" ARGUMENTS ")"),
#define HPROF_AGGREGATE(NAME, ARGUMENTS, FUNCTION, SENTENCE)                   \
  (NAME "(" ARGUMENTS ")"),
#define HPROF_PLAIN_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE)              \
  (NAME "(" ARGUMENTS ")"),
#define HPROF_PLAIN_AGGREGATE(NAME, ARGUMENTS, ADD, TAKE, SENTENCE)            \
  (NAME "(" ARGUMENTS ")"),
#include "Functions/HeapFunctions.def"
  };
}
