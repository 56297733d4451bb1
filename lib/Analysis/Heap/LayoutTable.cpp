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

HPROF_TABLE_BEGIN(table, LayoutFacts, NothingAsked, "layout",
                  "Object layout, which determines all sizes.")
HPROF_COLUMN(Text, "name", ForJson, R.Name,
             "Name of the layout, as for --layout.")
HPROF_COLUMN(Text, "text", ForJson, R.Text, "Description of the layout.")
HPROF_COLUMN(
    Flag, "certain", ForJson, R.IsCertain,
    "False if the dump does not show the layout, and a default is used.")
HPROF_COLUMN(Text, "evidence", ForJson, R.Evidence, "Evidence for the layout.")
HPROF_OPTIONAL(Count, "java_release_at_least", ForJson, idUnlessNull(R.Release),
               "Lower bound for the Java release that wrote the dump.")
HPROF_TABLE_END

const TableInfo &hprof::layoutTable() { return table(); }

std::unique_ptr<Rows> hprof::layoutRows(LayoutFacts Facts) {
  return ownRow(table(), NothingAsked::value(), std::move(Facts));
}
