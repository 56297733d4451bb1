//===- FormatAnswers.cpp - What each format can represent -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Answers/FormatAnswers.h"
#include "FormatFacts.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

StringRef hprof::accessOf(const FormatInfo &F) {
  if (!F.isWritable())
    return "read";
  return F.LooksLike ? "read, write" : "write";
}

bool hprof::isVersion(Format F) {
  return InBinary.has(F) && F != Format::Hprof;
}

std::vector<const FormatInfo *> hprof::vocabularies() {
  std::vector<const FormatInfo *> Result;
  for (const FormatInfo &F : allFormats())
    if (F.Kind != Format::Yaml && !isVersion(F.Kind))
      Result.push_back(&F);
  return Result;
}

HPROF_TABLE_BEGIN(formatTable, FormatInfo, NothingAsked, "format", "A format.")
HPROF_COLUMN(Text, "format", ForAll, R.Name, "Name of the format in options.")
HPROF_COLUMN(Text, "is", ForAll, R.Text, "Description of the format.")
HPROF_COLUMN(Text, "access", ForAll, accessOf(R),
             "Whether the format can be read and written.")
HPROF_COLUMN(Text, "endings", ForAll, R.Endings,
             "File name extensions of the format.")
HPROF_TABLE_END

namespace {
/// Whether each format carries a record.
class CarrierRows final : public Rows {
public:
  explicit CarrierRows(const RecordInfo &Of) : Of(Of) {}

  const TableInfo &info() const override {
    static const TableInfo Info = [] {
      TableInfo Of{"carriers", "Whether each format supports a record.", {}};
      for (const FormatInfo *F : vocabularies())
        Of.Columns.push_back({F->Name, ColumnType::Text});
      return Of;
    }();
    return Info;
  }
  bool next() override { return !std::exchange(Done, true); }
  Datum get(unsigned Column) const override {
    return Of.Carriers.has(vocabularies()[Column]->Kind) ? "yes" : "-";
  }

private:
  const RecordInfo &Of;
  bool Done = false;
};
} // namespace

HPROF_TABLE_BEGIN(recordTable, RecordInfo, NothingAsked, "record", "A record.")
HPROF_COLUMN(Text, "record", ForAll, R.Text, "Name of the record.")
HPROF_COLUMN(Fields, "carriers", ForAll,
             Datum(std::make_unique<CarrierRows>(R)),
             "Whether each format supports the record.")
HPROF_TABLE_END

namespace {
/// All records, with the names of formats.
class RecordRows final : public RowsOf<RecordInfo, NothingAsked> {
public:
  RecordRows()
      : RowsOf(recordTable(), NothingAsked::value(),
               [At = 0U]() mutable -> const RecordInfo * {
                 return At == unsigned(RecordKind::Opaque)
                            ? nullptr
                            : &recordInfo(RecordKind(At++));
               }) {}
  std::vector<std::string> labels(unsigned, ColumnPlace) const override {
    std::vector<std::string> Names;
    for (const FormatInfo *F : vocabularies())
      Names.push_back(F->Name);
    return Names;
  }
};
} // namespace

const AnswerInfo &FormatAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-convert", "formats", "With --list-formats: all formats.",
      &formatTable(),  nullptr,   &formatTable()};
  return Info;
}

std::unique_ptr<Rows> FormatAnswer::rows() const {
  return rowsOf(formatTable(), NothingAsked::value(), allFormats());
}

void FormatAnswer::present(Presenter &To) const {
  To.table(*rows());
  To.line("");
  To.line(
      "Formats that support each record, besides yaml, which supports all:");
  To.line("");
  RecordRows Records;
  To.table(Records);
}
