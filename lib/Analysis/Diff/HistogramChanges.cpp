//===- HistogramChanges.cpp - Histograms side by side ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/HistogramChanges.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

/// Returns the measures of a row, in the order of its numbers.
static std::vector<Measure> measures() {
  return {{"instances"}, {"shallow", true}, {"largest", true}, {"elements"}};
}

namespace {
/// A row of the table, as a whole or in one of the files.
struct ChangedRow {
  const ChangeTable *Table;
  const ChangeTable::Row *Is;
  size_t File = 0;

  StringRef key() const { return Is->Key; }
  uint64_t value(size_t Measure) const {
    return Table->value(*Is, File, Measure);
  }
  int64_t change(size_t Measure) const { return Table->change(*Is, Measure); }
  uint64_t sum(size_t Measure) const {
    uint64_t Sum = 0;
    for (size_t I = 0; I != Table->inputs(); ++I)
      Sum += Table->value(*Is, I, Measure);
    return Sum;
  }
  uint64_t largest() const {
    uint64_t Most = 0;
    for (size_t I = 0; I != Table->inputs(); ++I)
      Most = std::max(Most, Table->value(*Is, I, 2));
    return Most;
  }
  std::unique_ptr<Rows> perFile() const;
};
} // namespace

HPROF_TABLE_BEGIN(numbersTable, ChangedRow, NothingAsked, "histogram-numbers",
                  "Numbers of a row for one file.")
HPROF_COLUMN(Count, "instances", ForAll, R.value(0), "Objects.")
HPROF_COLUMN(Bytes, "shallow", ForAll, R.value(1), "Shallow bytes.")
HPROF_COLUMN(Bytes, "largest", ForJson, R.value(2),
             "Bytes of the largest object.")
HPROF_COLUMN(Count, "elements", ForJson, R.value(3), "Array elements.")
HPROF_TABLE_END

std::unique_ptr<Rows> ChangedRow::perFile() const {
  ChangedRow Now = *this;
  size_t Next = 0;
  return std::make_unique<RowsOf<ChangedRow, NothingAsked>>(
      numbersTable(), NothingAsked::value(),
      [Now, Next]() mutable -> const ChangedRow * {
        Now.File = Next++;
        return Now.File < Now.Table->inputs() ? &Now : nullptr;
      });
}

HPROF_TABLE_BEGIN(rowTable, ChangedRow, HistogramRequest, "histogram-change",
                  "A class, or several classes counted together.")
HPROF_COLUMN_IF(A.By == GroupBy::Class, Text, "class", Key, R.key(),
                "Class as in Java source.")
HPROF_TITLED_IF(A.By == GroupBy::Name, "class", Text, "name", Key, R.key(),
                "Classes with the same name, from all loaders.")
HPROF_COLUMN_IF(A.By == GroupBy::Loader, Text, "loader", Key, R.key(),
                "Class loader.")
HPROF_COLUMN_IF(A.By == GroupBy::Package, Text, "package", Key, R.key(),
                "Package.")
HPROF_COLUMN(Count, "instances", ForJson, R.sum(0),
             "Total number of objects in all files.")
HPROF_COLUMN(Bytes, "shallow", ForJson, R.sum(1),
             "Total shallow size in all files.")
HPROF_COLUMN(Bytes, "largest", ForJson, R.largest(),
             "Size of the largest object in any file.")
HPROF_COLUMN(Count, "elements", ForJson, R.sum(3),
             "Total number of array elements in all files.")
HPROF_NESTED(List, &numbersTable(), "per_file", ForAll, R.perFile(),
             "Numbers for each file, in input order.")
HPROF_TITLED("instances:change", Change, "instances_change", ForAll,
             R.change(0), "Objects in the last file minus those in the first.")
HPROF_TITLED("shallow:change", BytesChange, "shallow_change", ForAll,
             R.change(1), "Bytes in the last file minus those in the first.")
HPROF_TABLE_END

namespace {
class ChangedRows final : public RowsOf<ChangedRow, HistogramRequest> {
public:
  ChangedRows(const HistogramRequest &Request, Puller Pull,
              ArrayRef<CountedFile> Heaps)
      : RowsOf(rowTable(), Request, std::move(Pull)), Heaps(Heaps) {}

  /// Scripts need stable column names; readers need short ones.
  std::vector<std::string> labels(unsigned, ColumnPlace Place) const override {
    std::vector<std::string> Names;
    for (const CountedFile &Heap : Heaps)
      Names.push_back(Place == ForText ? std::to_string(Names.size() + 1)
                                       : Heap.Name);
    return Names;
  }

private:
  ArrayRef<CountedFile> Heaps;
};
} // namespace

HPROF_TABLE_BEGIN(factTable, HistogramChanges, HistogramRequest,
                  "histogram-changes", "Summary of all files.")
HPROF_WORD("class|name|loader|package", "by", ForJson, groupName(A.By),
           "Grouping of the rows; each row has a key of this name.")
HPROF_COLUMN_IF(A.Unreachable, Flag, "unreachable_only", ForJson, true,
                "Only unreachable objects are counted.")
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.table().rows().size(),
             "Number of rows, including those omitted by --top.")
HPROF_NESTED(List, &rowTable(), "rows", ForJson, R.rows(),
             "Rows, largest growth first.")
HPROF_TABLE_END

const AnswerInfo &HistogramChanges::kind() {
  static const AnswerInfo Info = {"hprof-histo",
                                  "histogram-changes",
                                  "With --columns: several files side by side.",
                                  &countedFileTable(),
                                  &factTable(),
                                  &rowTable()};
  return Info;
}

HistogramChanges::HistogramChanges(std::vector<CountedFile> Counted,
                                   HistogramRequest Asked)
    : Heaps(std::move(Counted)), Request(std::move(Asked)),
      Table(measures(), Heaps.size()) {
  for (auto [I, Heap] : enumerate(Heaps))
    for (const HistogramRow &Row : joinByName(selectRows(Heap, Request)))
      Table.add(I, Row.Name,
                {Row.Instances, Row.Shallow, Row.Largest, Row.Elements});
  switch (Request.Sort) {
  case HistogramColumn::Name:
    Table.sortByKey();
    break;
  case HistogramColumn::Instances:
    Table.sort(0);
    break;
  case HistogramColumn::Shallow:
  case HistogramColumn::Retained: // Available only for one file.
    Table.sort(1);
    break;
  case HistogramColumn::Largest:
    Table.sort(2);
    break;
  case HistogramColumn::Elements:
    Table.sort(3);
    break;
  }
}

std::unique_ptr<Rows> HistogramChanges::files() const {
  return countedFileRows(Heaps, Request);
}

std::unique_ptr<Rows> HistogramChanges::facts() const {
  return oneRow(factTable(), Request, *this);
}

std::unique_ptr<Rows> HistogramChanges::rows() const {
  auto Pull = [this, Now = ChangedRow{&Table, nullptr, 0},
               At = size_t(0)]() mutable -> const ChangedRow * {
    if (At == Table.rows().size() || At == Request.Top)
      return nullptr;
    Now.Is = &Table.rows()[At++];
    return &Now;
  };
  return std::make_unique<ChangedRows>(Request, std::move(Pull), Heaps);
}

void HistogramChanges::present(Presenter &To) const {
  for (auto [I, Heap] : enumerate(Heaps))
    presentHeap(To, Heap, std::to_string(I + 1) + ": ", Request);
  To.line("");
  if (Table.rows().empty() && Request.Filter)
    return presentNoMatch(To, *Request.Filter);
  To.table(*rows());
  if (Table.rows().size() <= Request.Top)
    return;
  const ChangeTable::Row All = Table.total();
  Prose Sum;
  Sum.change(Table.change(All, 0)) << " instances, ";
  To.more(Table.rows().size(), Request.Top,
          Sum.bytesChange(Table.change(All, 1)));
}
