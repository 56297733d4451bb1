//===- LayoutTable.cpp - The layout of objects in answers ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/LayoutTable.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/LayoutEvidence.h"

using namespace hprof;

LayoutFacts LayoutFacts::of(const LayoutChoice &Choice,
                            const JavaRelease &Release) {
  return {Choice.Layout.Name.str(), Choice.Layout.Text.str(), Choice.Certain,
          Choice.Evidence, Release.isKnown() ? Release.AtLeast : 0};
}

namespace {
using Row = LayoutFacts;
struct Asked {};
} // namespace

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LayoutColumns.def"
  };
  static const Table<Row, Asked> Is(
      "layout", "Object layout, which determines all sizes.", Columns);
  return Is;
}

const TableInfo &hprof::layoutTable() { return table(); }

std::unique_ptr<Rows> hprof::layoutRows(LayoutFacts Facts) {
  static const Asked Nothing{};
  return ownRow(table(), Nothing, std::move(Facts));
}
