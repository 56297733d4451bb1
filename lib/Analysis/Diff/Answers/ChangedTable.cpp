//===- ChangedTable.cpp - A change table as part of an answer -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/ChangedTable.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace hprof;
using namespace llvm;

namespace {
/// Kind of a measure's values.
enum class MeasureList : uint8_t { Counts, Sizes };
} // namespace

HPROF_TABLE_BEGIN(countTable, uint64_t, NothingAsked, "count", "A count.")
HPROF_COLUMN(Count, "", ForAll, R, "A count.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(sizeTable, uint64_t, NothingAsked, "size",
                  "A number of bytes.")
HPROF_COLUMN(Bytes, "", ForAll, R, "A number of bytes.")
HPROF_TABLE_END

static const Table<uint64_t, NothingAsked> &valueTable(MeasureList Of) {
  return Of == MeasureList::Sizes ? sizeTable() : countTable();
}

HPROF_TABLE_BEGIN(heapColumns, ChangeTable::Row, ChangedTable, "heap-change",
                  "Objects by name, with their change.")
HPROF_COLUMN_IF(A.isKey("class"), Text, "class", Key, A.key(R),
                "Class, or classes with the same name, as in Java source.")
HPROF_COLUMN_IF(A.isKey("loader"), Text, "loader", Key, A.key(R),
                "Class loader, without its address.")
HPROF_COLUMN_IF(A.isKey("package"), Text, "package", Key, A.key(R), "Package.")
HPROF_COLUMN_IF(A.isKey("suspect"), Text, "suspect", ForCsv | ForJson,
                StringRef(R.Key),
                "Signature of the suspect, as in hprof-dominators --suspects.")
HPROF_COLUMN_IF(A.isKey("suspect"), Text, "text", ForCsv | ForJson, A.text(R),
                "Description of the suspect.")
#include "FateColumns.def"
#define HPROF_SECTION_MEASURE(...)
#include "MainColumns.def"
#include "MeasureColumns.def"
#define HPROF_SECTION_MEASURE(...)
#define HPROF_MEASURE(ID, LIST, CHANGE, NAME, SENTENCE)                        \
  HPROF_TITLED_IF(A.has(MeasureId::ID) && !A.isMain(MeasureId::ID), NAME,      \
                  CHANGE, NAME "_other", ForText | At(40),                     \
                  A.change(R, MeasureId::ID), "")
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
HPROF_TITLED_IF(A.isKey("suspect"), "suspect", Text, "suspect_text",
                ForText | LastInText, A.suspect(R), "")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(sectionColumns, ChangeTable::Row, ChangedTable,
                  "section-change", "Counts by name, with their change.")
HPROF_COLUMN_IF(A.isKey("method"), Text, "method", Key, A.key(R),
                "Innermost frame; for sites and monitors, with the class.")
HPROF_COLUMN_IF(A.isKey("trace"), Text, "trace", Key, A.key(R),
                "All frames, innermost first.")
HPROF_COLUMN_IF(A.isKey("thread"), Text, "thread", Key, A.key(R),
                "Thread name, with # for each number in it.")
#include "FateColumns.def"
#define HPROF_HEAP_MEASURE(...)
#define HPROF_SUSPECT_MEASURE(...)
#define HPROF_COMMON_MEASURE(...)
#include "MainColumns.def"
#include "MeasureColumns.def"
#define HPROF_HEAP_MEASURE(...)
#define HPROF_SUSPECT_MEASURE(...)
#define HPROF_COMMON_MEASURE(...)
#define HPROF_MEASURE(ID, LIST, CHANGE, NAME, SENTENCE)                        \
  HPROF_TITLED_IF(A.has(MeasureId::ID) && !A.isMain(MeasureId::ID), NAME,      \
                  CHANGE, NAME "_other", ForText | At(40),                     \
                  A.change(R, MeasureId::ID), "")
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
HPROF_TABLE_END

HPROF_TABLE_BEGIN(suspectColumns, ChangeTable::Row, ChangedTable,
                  "suspect-change", "A leak suspect in each file.")
HPROF_COLUMN(Text, "signature", ForJson, StringRef(R.Key),
             "Signature, as in hprof-dominators --suspects.")
HPROF_COLUMN(Text, "text", ForJson, A.text(R), "Description of the suspect.")
#include "FateColumns.def"
#define HPROF_HEAP_MEASURE(...)
#define HPROF_SECTION_MEASURE(...)
#include "MeasureColumns.def"

HPROF_TITLED("retained", Bytes, "retained_after", ForText,
             A.after(R, MeasureId::Retained), "")
HPROF_TITLED("change", BytesChange, "change", ForText,
             A.change(R, MeasureId::Retained), "")
HPROF_TITLED("own change", BytesChange, "own_text", ForText,
             A.change(R, MeasureId::Own), "")
HPROF_TITLED("objects", Change, "objects_text", ForText,
             A.change(R, MeasureId::Objects), "")
HPROF_TITLED("leak suspect", Text, "suspect", ForText | LastInText,
             A.marked(A.text(R), R), "")
HPROF_TABLE_END

std::string hprof::inputLabel(size_t Inputs, size_t Input) {
  if (Inputs > 2)
    return std::to_string(Input + 1);
  return Input ? "after" : "before";
}

namespace {
class ChangedRows final : public RowsOf<ChangeTable::Row, ChangedTable> {
public:
  using RowsOf::RowsOf;

  std::vector<std::string> labels(unsigned, ColumnPlace Place) const override {
    const size_t Inputs = A.Table.inputs();
    std::vector<std::string> Labels;
    if (Place != ForText) {
      for (size_t I = 0; I != Inputs; ++I)
        Labels.push_back(inputLabel(Inputs, I));
      return Labels;
    }
    for (size_t I : A.shownInputs())
      Labels.push_back((I ? "" : A.main().Name + " ") + inputLabel(Inputs, I));
    return Labels;
  }
};
} // namespace

ChangedTable::ChangedTable(ChangeTable T, const char *By, size_t Main,
                           ArrayRef<HeapCounts> Inputs)
    : Table(std::move(T)), By(By), Main(Main), Numbers{
#define HPROF_MEASURE(ID, LIST, CHANGE, NAME, SENTENCE)                        \
  Table.measure(NAME).value_or(Nowhere),
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
                                               } {
  for (const HeapCounts &In : Inputs)
    Times.push_back(In.Millis);
  HasSlopes = Times.size() > 2 && slopePerHour(Times, Times).has_value();
  for (const HeapCounts &In : reverse(Inputs))
    if (In.Suspects)
      for (const CountedSuspect &S : *In.Suspects)
        Texts.try_emplace(S.Signature, S.Text);
}

bool ChangedTable::isKey(StringRef Name) const {
  return Name == (By == StringRef("name") ? "class" : By);
}

StringRef ChangedTable::measureNames() {
#define HPROF_MEASURE(ID, LIST, CHANGE, NAME, SENTENCE) "|" NAME
  static constexpr StringLiteral Names =
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
      ;
  return Names.drop_front();
}

const char *ChangedTable::fate(const Row &R) const {
  if (Table.isNew(R))
    return "new";
  if (Table.isGone(R))
    return "gone";
  const int64_t Change = Table.change(R, Main);
  return Change > 0 ? "grown" : Change < 0 ? "shrunk" : "same";
}

StringRef ChangedTable::text(const Row &R) const {
  const auto It = Texts.find(R.Key);
  return It == Texts.end() ? StringRef() : StringRef(It->second);
}

Datum ChangedTable::marked(Datum Name, const Row &R) const {
  return std::move(Name).with(Table.isNew(R)    ? " (new)"
                              : Table.isGone(R) ? " (gone)"
                                                : "");
}

uint64_t ChangedTable::valueOf(const Row &R, size_t Input, MeasureId M) const {
  return Table.value(R, Input, number(M));
}

std::unique_ptr<Rows> ChangedTable::values(const Row &R, MeasureId M) const {
  const bool IsBytes = Table.measures()[number(M)].IsBytes;
  return madeRows(
      valueTable(IsBytes ? MeasureList::Sizes : MeasureList::Counts),
      NothingAsked::value(), Table.inputs(),
      [this, &R, M](size_t Input) { return valueOf(R, Input, M); });
}

int64_t ChangedTable::change(const Row &R, MeasureId M) const {
  return Table.change(R, number(M));
}

uint64_t ChangedTable::after(const Row &R, MeasureId M) const {
  return Table.after(R, number(M));
}

double ChangedTable::slopeOf(const Row &R, size_t Measure) const {
  SmallVector<uint64_t> Values;
  for (size_t I = 0; I != Table.inputs(); ++I)
    Values.push_back(Table.value(R, I, Measure));
  return slopePerHour(Times, Values).value_or(0);
}

double ChangedTable::slope(const Row &R, MeasureId M) const {
  return slopeOf(R, number(M));
}

int64_t ChangedTable::mainSlope(const Row &R) const {
  constexpr double Most = 9e18;
  return llround(std::clamp(slopeOf(R, Main), -Most, Most));
}

std::vector<size_t> ChangedTable::shownInputs() const {
  constexpr size_t Most = 6;
  std::vector<size_t> Shown;
  for (size_t I = 0; I != Table.inputs(); ++I)
    if (Table.inputs() <= Most || !I || I + 1 == Table.inputs())
      Shown.push_back(I);
  return Shown;
}

std::unique_ptr<Rows> ChangedTable::shownValues(const Row &R) const {
  return madeRows(
      valueTable(main().IsBytes ? MeasureList::Sizes : MeasureList::Counts),
      NothingAsked::value(), shownInputs().size(),
      [this, &R, Shown = shownInputs()](size_t I) {
        return Table.value(R, Shown[I], Main);
      });
}

const TableInfo &ChangedTable::heapTable() { return heapColumns(); }
const TableInfo &ChangedTable::sectionTable() { return sectionColumns(); }
const TableInfo &ChangedTable::suspectTable() { return suspectColumns(); }

static const Table<ChangeTable::Row, ChangedTable> &tableOf(StringRef By) {
  return is_contained({"method", "trace", "thread"}, By) ? sectionColumns()
                                                         : heapColumns();
}

static ChangedRows::Puller each(ArrayRef<ChangeTable::Row> All) {
  return [At = All.begin(), End = All.end()]() mutable {
    return At == End ? nullptr : At++;
  };
}

static ChangedRows::Puller each(std::vector<const ChangeTable::Row *> All) {
  return [All = std::move(All), At = size_t(0)]() mutable {
    return At == All.size() ? nullptr : All[At++];
  };
}

std::unique_ptr<Rows> ChangedTable::rows() const {
  return std::make_unique<ChangedRows>(tableOf(By), *this,
                                       each(Table.rows().take_front(Top)));
}

std::unique_ptr<Rows> ChangedTable::suspects() const {
  return std::make_unique<ChangedRows>(suspectColumns(), *this,
                                       each(Table.rows()));
}

void ChangedTable::presentSuspects(Presenter &To) const {
  constexpr size_t Most = 5;
  std::vector<const Row *> Shown;
  uint64_t Grown = 0, Around = 0;
  for (const Row &R : Table.rows()) {
    if (change(R, MeasureId::Own) <= 0)
      Around += change(R, MeasureId::Retained) > 0;
    else if (++Grown <= Most)
      Shown.push_back(&R);
  }
  if (!Grown)
    return To.line("no leak suspect grew");
  ChangedRows Table(suspectColumns(), *this, each(std::move(Shown)));
  To.table(Table);
  Prose More = "... and ";
  if (Grown > Most)
    To.line((More.count(Grown - Most, "more suspect") << " that grew")
                .option(" (--by=suspect prints them)"));
  Prose Others;
  if (Around)
    To.line(Others.count(Around, "more suspect")
            << " grew only because of other suspects");
}

void ChangedTable::present(Presenter &To) const {
  std::vector<const Row *> Shown;
  uint64_t Changed = 0, Steady = 0;
  for (const Row &R : Table.rows()) {
    if (Table.isChanged(R) && Changed++ < Top)
      Shown.push_back(&R);
    Steady += Table.inputs() > 2 && Table.growsSteadily(R, Main);
  }
  Prose Line;
  if (Table.rows().empty() && !Filter.empty())
    return To.line((Line << "no row matches '").name(Filter) << "'");
  if (!Changed)
    return To.line((Line << "no change in ").count(Table.rows().size(), "row"));
  ChangedRows Found(tableOf(By), *this, each(std::move(Shown)));
  To.table(Found);
  Prose More = "... and ", Growing, Unchanged;
  if (Changed > Top)
    To.line(More.count(Changed - Top, "more changed row")
                .option(" (--top=0 prints all)"));
  if (Table.inputs() > 2)
    To.line((Steady ? Growing.count(Steady, "row grows", "rows grow")
                    : Growing << "no row grows")
            << " from each file to the next");
  if (const uint64_t Same = Table.rows().size() - Changed)
    To.line(Unchanged.count(Same, "row has", "rows have") << " not changed");
}
