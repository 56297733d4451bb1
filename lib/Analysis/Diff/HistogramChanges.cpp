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

namespace number {
using Row = ChangedRow;
struct Asked {};

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HistogramNumberColumns.def"
  };
  static const Table<Row, Asked> Is("histogram-numbers",
                                    "Numbers of a row for one file.", Columns);
  return Is;
}
} // namespace number

static const TableInfo &numbersTable() { return number::table(); }

std::unique_ptr<Rows> ChangedRow::perFile() const {
  static const number::Asked Nothing{};
  ChangedRow Now = *this;
  size_t Next = 0;
  return std::make_unique<RowsOf<number::Row, number::Asked>>(
      number::table(), Nothing, [Now, Next]() mutable -> const ChangedRow * {
        Now.File = Next++;
        return Now.File < Now.Table->inputs() ? &Now : nullptr;
      });
}

namespace row {
using Row = ChangedRow;
using Asked = HistogramRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HistogramChangeColumns.def"
  };
  static const Table<Row, Asked> Is(
      "histogram-change", "A class, or several classes counted together.",
      Columns);
  return Is;
}
} // namespace row

static const TableInfo &rowTable() { return row::table(); }

namespace {
class ChangedRows final : public RowsOf<ChangedRow, HistogramRequest> {
public:
  ChangedRows(const HistogramRequest &Request, Puller Pull,
              ArrayRef<CountedFile> Heaps)
      : RowsOf(row::table(), Request, std::move(Pull)), Heaps(Heaps) {}

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

namespace fact {
using Row = HistogramChanges;
using Asked = HistogramRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HistogramChangeFacts.def"
  };
  static const Table<Row, Asked> Is("histogram-changes",
                                    "Summary of all files.", Columns);
  return Is;
}
} // namespace fact

const AnswerInfo &HistogramChanges::kind() {
  static const AnswerInfo Info = {"hprof-histo",
                                  "histogram-changes",
                                  "With --columns: several files side by side.",
                                  &countedFileTable(),
                                  &fact::table(),
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
  return oneRow(fact::table(), Request, *this);
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
