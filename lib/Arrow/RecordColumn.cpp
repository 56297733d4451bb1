//===- RecordColumn.cpp - The columns of a record -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrow/ArrowColumn.h"

using namespace hprof;
using namespace llvm;

struct RecordColumn::Part {
  ArrowType Is;
  std::unique_ptr<ArrowColumn> Of;
  unsigned Number; ///< Index in its table.
};

RecordColumn::RecordColumn() = default;
RecordColumn::~RecordColumn() = default;

void RecordColumn::addColumn(ArrowType Is, std::unique_ptr<ArrowColumn> Of,
                             unsigned Number) {
  Columns.push_back({std::move(Is), std::move(Of), Number});
}

Error RecordColumn::addParts(const Rows &From) {
  for (Part &P : Columns)
    if (Error E = P.Of->add(From.get(P.Number)))
      return createStringError("column '" + P.Is.Name +
                               "': " + toString(std::move(E)));
  return Error::success();
}

Error RecordColumn::addRecord(const Rows &From) {
  if (Error E = addParts(From))
    return E;
  addPlace();
  return Error::success();
}

Error RecordColumn::addValue(const Datum &Value) {
  Rows *One = Value.rows();
  if (!One || !One->next())
    return createStringError("record is missing");
  return addParts(*One);
}

void RecordColumn::addEmpty() {
  for (Part &P : Columns)
    P.Of->addNull();
}

ArrowType RecordColumn::type() const {
  ArrowType Is;
  Is.Format = "+s";
  for (const Part &P : Columns) {
    ArrowType Child = P.Of->type();
    Child.Name = P.Is.Name;
    Child.Metadata = P.Is.Metadata;
    Child.IsNullable = P.Is.IsNullable;
    Is.Children.push_back(std::move(Child));
  }
  return Is;
}

Expected<ArrowParts> RecordColumn::finish() {
  std::vector<ArrowParts> Children;
  for (Part &P : Columns) {
    if (P.Of->nulls() && !P.Is.IsNullable)
      return createStringError(
          "column '" + P.Is.Name +
          "' contains null, but is declared as not nullable");
    Expected<ArrowParts> Is = P.Of->finish();
    if (!Is)
      return createStringError("column '" + P.Is.Name +
                               "': " + toString(Is.takeError()));
    Children.push_back(std::move(*Is));
  }
  Expected<ArrowParts> Is = ArrowColumn::finish();
  if (Is)
    Is->Children = std::move(Children);
  return Is;
}

void RecordColumn::moveTo(ArrowParts &) {}

uint64_t RecordColumn::bytes() const {
  uint64_t Sum = 0;
  for (const Part &P : Columns)
    Sum += P.Of->bytes();
  return Sum;
}
