//===- ComparedFiles.cpp - Inputs of a comparison as records --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparedFiles.h"
#include "hprof/Analysis/Diff/Answers/ChangedTable.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(comparedLayoutTable, HeapCounts, NothingAsked,
                  "compared-layout", "Object layout of an input.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(R.Layout),
             "Name of the layout, as for --layout.")
HPROF_COLUMN(Text, "text", ForJson, StringRef(R.LayoutText),
             "Description of the layout.")
HPROF_COLUMN(Flag, "certain", ForJson, R.IsLayoutCertain,
             "True if the dump confirms the layout.")
HPROF_TABLE_END

static Datum layoutOf(const HeapCounts &In) {
  return In.Layout.empty()
             ? Datum()
             : Datum(oneRow(comparedLayoutTable(), NothingAsked::value(), In));
}

namespace {
struct ComparedKind {
  bool AreHeaps;
};
} // namespace

HPROF_TABLE_BEGIN(fileTable, HeapCounts, ComparedKind, "compared-file",
                  "An input.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name), "Name of the input.")
HPROF_COLUMN(Flag, "summary", ForJson, R.IsSummary,
             "True for output of hprof-histo, false for a dump.")
HPROF_COLUMN(Flag, "damaged", ForJson, R.IsDamaged,
             "True for a damaged input, which is read as far as possible.")
HPROF_OPTIONAL(
    Time, "time_ms", ForJson, idUnlessNull(R.Millis),
    "Time the dump was written, in milliseconds since 1970, if recorded.")
HPROF_OPTIONAL(Count, "id_size", ForJson, idUnlessNull(R.IdSize),
               "For heaps: size of an object id in bytes (1, 2, 4 or 8).")
HPROF_NESTED_OPTIONAL(Record, &comparedLayoutTable(), "layout", ForJson,
                      layoutOf(R),
                      "For heaps: object layout, which determines all sizes.")
HPROF_COLUMN_IF(A.AreHeaps, Count, "objects", ForJson, R.Objects,
                "For heaps: number of objects.")
HPROF_COLUMN_IF(A.AreHeaps, Bytes, "bytes", ForJson, R.Bytes,
                "For heaps: bytes of these objects.")
HPROF_OPTIONAL(Bytes, "reachable", ForJson,
               A.AreHeaps ? Datum(R.Reachable) : Datum(),
               "For heaps: reachable bytes, if the graph was built.")
HPROF_TABLE_END

const TableInfo &hprof::comparedFileTable() { return fileTable(); }

std::unique_ptr<Rows> hprof::comparedFiles(ArrayRef<HeapCounts> Inputs,
                                           bool AreHeaps) {
  static const ComparedKind Heaps{true}, Others{false};
  return rowsOf(fileTable(), AreHeaps ? Heaps : Others, Inputs);
}

Prose hprof::comparedFile(ArrayRef<HeapCounts> Inputs, size_t Input) {
  const HeapCounts &In = Inputs[Input];
  Prose Line;
  (Line << inputLabel(Inputs.size(), Input) << ": ").name(In.Name);
  if (In.Millis)
    (Line << ", ").time(In.Millis);
  return Line;
}
