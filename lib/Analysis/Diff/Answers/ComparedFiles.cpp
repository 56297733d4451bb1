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

namespace layout {
using Row = HeapCounts;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ComparedLayoutColumns.def"
  };
  static const Table<Row, Asked> Is("compared-layout",
                                    "Object layout of an input.", Columns);
  return Is;
}
} // namespace layout

static const TableInfo &layoutTable() { return layout::table(); }
static Datum layoutOf(const HeapCounts &In) {
  return In.Layout.empty()
             ? Datum()
             : Datum(oneRow(layout::table(), NothingAsked::value(), In));
}

namespace {
struct ComparedKind {
  bool AreHeaps;
};
} // namespace

namespace file {
using Row = HeapCounts;
using Asked = ComparedKind;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ComparedFileColumns.def"
  };
  static const Table<Row, Asked> Is("compared-file", "An input.", Columns);
  return Is;
}
} // namespace file

const TableInfo &hprof::comparedFileTable() { return file::table(); }

std::unique_ptr<Rows> hprof::comparedFiles(ArrayRef<HeapCounts> Inputs,
                                           bool AreHeaps) {
  static const ComparedKind Heaps{true}, Others{false};
  return rowsOf(file::table(), AreHeaps ? Heaps : Others, Inputs);
}

Prose hprof::comparedFile(ArrayRef<HeapCounts> Inputs, size_t Input) {
  const HeapCounts &In = Inputs[Input];
  Prose Line;
  (Line << inputLabel(Inputs.size(), Input) << ": ").name(In.Name);
  if (In.Millis)
    (Line << ", ").time(In.Millis);
  return Line;
}
