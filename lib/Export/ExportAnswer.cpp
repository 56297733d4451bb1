//===- ExportAnswer.cpp - Formats of viewers as an answer -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Export/ExportAnswer.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Export/Export.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(exportFormatTable, ExportInfo, NothingAsked, "export",
                  "A viewer format.")
HPROF_COLUMN(Text, "format", ForAll, R.Name, "Name of the format in options.")
HPROF_COLUMN(Text, "is", ForAll, R.Text, "Purpose of the format.")
HPROF_COLUMN(Text, "from", ForAll,
             R.WriteHeap ? "heaps" : "heaps, profiles, thread dumps",
             "Inputs that can be exported.")
HPROF_COLUMN(Text, "endings", ForAll, R.Endings, "File name extensions.")
HPROF_TABLE_END

const AnswerInfo &ExportAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-convert",      "exports", "With --list-formats: viewer formats.",
      &exportFormatTable(), nullptr,   &exportFormatTable()};
  return Info;
}

std::unique_ptr<Rows> ExportAnswer::rows() const {
  return rowsOf(exportFormatTable(), NothingAsked::value(), allExports());
}

void ExportAnswer::present(Presenter &To) const {
  To.line(Prose("Viewer formats (output only):"));
  To.line({});
  To.table(*rows());
}
