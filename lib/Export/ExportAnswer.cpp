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
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static std::string endingsOf(const ExportInfo &E) {
  return join(split(E.Endings, '|'), ", ");
}

namespace export_format {
using Row = ExportInfo;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Text, "format", ForAll, R.Name, "Its name in options.")
          HPROF_COLUMN(Text, "is", ForAll, R.Sentence, "What it is for.")
              HPROF_COLUMN(Text, "from", ForAll,
                           R.WriteHeap ? "heaps"
                                       : "heaps, profiles, thread dumps",
                           "What is written in it.")
                  HPROF_COLUMN(Text, "endings", ForAll, endingsOf(R),
                               "The names of files that have it.")};
  static const Table<Row, Asked> Is("export", "A format of viewers.", Columns);
  return Is;
}
} // namespace export_format

const AnswerInfo &ExportAnswer::info() const {
  static const AnswerInfo Info = {"hprof-convert",
                                  "exports",
                                  "With --list-formats: formats of viewers.",
                                  &export_format::table(),
                                  nullptr,
                                  &export_format::table()};
  return Info;
}

std::unique_ptr<Rows> ExportAnswer::rows() const {
  return rowsOf(export_format::table(), NothingAsked::value(), allExports());
}

void ExportAnswer::present(Presenter &To) const {
  To.line(Prose("Formats of viewers, which are only written:"));
  To.line({});
  To.table(*rows());
}
