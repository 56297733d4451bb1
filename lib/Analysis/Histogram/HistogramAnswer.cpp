//===- HistogramAnswer.cpp - Histograms as answers ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace hprof;
using namespace llvm;

/// Returns the names of rows that contain a class that matches the filter.
static StringSet<> namesOfMatches(const CountedFile &Heap,
                                  const HistogramRequest &Request) {
  StringSet<> Names;
  if (Request.Filter && Request.By == GroupBy::Name)
    for (const HistogramRow &Row : Heap.Data.rows())
      if (Request.Filter->matches(Row.Name, Row.Class))
        Names.insert(stableClassName(Row.Name));
  return Names;
}

std::vector<HistogramRow> hprof::selectRows(const CountedFile &Heap,
                                            const HistogramRequest &Request) {
  const StringSet<> Matching = namesOfMatches(Heap, Request);
  std::vector<HistogramRow> Rows;
  for (HistogramRow &Row : groupRows(Heap.Data, Request.By)) {
    if (Request.Filter && !Request.Filter->matches(Row.Name, Row.Class) &&
        !Matching.contains(Row.Name))
      continue;
    if (Heap.RetainedOf)
      Row.Retained = Heap.RetainedOf(Row);
    Rows.push_back(std::move(Row));
  }
  return Rows;
}

std::vector<HistogramRow> hprof::joinByName(std::vector<HistogramRow> Rows) {
  std::vector<HistogramRow> Joined;
  StringMap<size_t> Position;
  for (HistogramRow &Row : Rows) {
    auto [It, IsNew] = Position.try_emplace(Row.Name, Joined.size());
    if (!IsNew) {
      Joined[It->second].add(Row);
      continue;
    }
    Row.Class = Row.Loader = Row.Classes = 0;
    Joined.push_back(std::move(Row));
  }
  return Joined;
}

Prose hprof::joinedProse(uint64_t Classes, uint64_t Loaders, uint64_t Example) {
  Prose Aside;
  if (Classes < 2)
    return Aside;
  Aside << " (";
  if (Loaders < Classes)
    Aside.count(Classes, "class", "classes") << ", ";
  if (Loaders > 1)
    Aside.count(Loaders, "loader") << ", ";
  (Aside << "for example ").id(Example) << ")";
  return Aside;
}

/// Returns the name of a row, in text with the number of its classes.
static Datum named(const HistogramRow &R) {
  return Datum(StringRef(R.Name))
      .with(joinedProse(R.Classes, R.Loaders, R.Example));
}

HPROF_TABLE_BEGIN(rowTable, HistogramRow, HistogramRequest, "histogram-row",
                  "A class, or a group of classes.")
HPROF_COLUMN_IF(A.By == GroupBy::Class, Text, "class", Key, named(R),
                "Class name as in Java source. Classes from several loaders "
                "may have the same name.")
HPROF_TITLED_IF(A.By == GroupBy::Name, "class", Text, "name", Key, named(R),
                "Class name, merged across loaders.")
HPROF_COLUMN_IF(A.By == GroupBy::Loader, Text, "loader", Key, named(R),
                "Class loader.")
HPROF_COLUMN_IF(A.By == GroupBy::Package, Text, "package", Key, named(R),
                "Package.")
HPROF_OPTIONAL(Id, "id", ForJson, idUnlessNull(R.Class),
               "Id of the class, if the row covers a single class.")
HPROF_OPTIONAL(Id, "loader_id", ForJson, idUnlessNull(R.Loader),
               "Id of the class loader, unless it is the bootstrap loader.")
HPROF_COLUMN(Count, "instances", ForAll, R.Instances, "Number of objects.")
HPROF_COLUMN(Bytes, "shallow", ForAll, R.Shallow,
             "Shallow size of the objects.")
HPROF_COLUMN(Bytes, "largest", ForAll, R.Largest,
             "Shallow size of the largest object.")
HPROF_COLUMN(Count, "elements", ForAll, R.Elements,
             "Number of array elements: the sum of all lengths.")
HPROF_COLUMN_IF(A.Retained, Bytes, "retained", ForAll, R.Retained,
                "With --retained: retained size of the objects.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(factTable, HistogramAnswer, HistogramRequest, "histogram",
                  "Summary of all files.")
HPROF_WORD("class|name|loader|package", "by", ForJson, groupName(A.By),
           "Grouping of the rows; each row has a key with this name.")
HPROF_COLUMN_IF(A.Unreachable, Flag, "unreachable_only", ForJson, true,
                "True if only unreachable objects are counted.")
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.all().size(),
             "Number of rows, including those omitted by --top.")
HPROF_NESTED(List, &rowTable(), "rows", ForJson, R.rows(),
             "Rows, in the order set by --sort.")
HPROF_TABLE_END

const AnswerInfo &HistogramAnswer::kind() {
  static const AnswerInfo Info = {"hprof-histo",
                                  "histogram",
                                  "Objects and bytes by class, name, package "
                                  "or loader.",
                                  &countedFileTable(),
                                  &factTable(),
                                  &rowTable()};
  return Info;
}

HistogramAnswer::HistogramAnswer(std::vector<CountedFile> Counted,
                                 HistogramRequest Asked)
    : Heaps(std::move(Counted)), Request(std::move(Asked)) {
  for (const CountedFile &Heap : Heaps)
    append_range(Found, selectRows(Heap, Request));
  // Within one file, classes with the same name are not merged, because their
  // loaders differ.
  if (Request.JoinNames)
    Found = joinByName(std::move(Found));
  llvm::sort(Found, [&](const HistogramRow &A, const HistogramRow &B) {
    return rowBefore(A, B, Request.Sort);
  });
}

std::unique_ptr<Rows> HistogramAnswer::files() const {
  return countedFileRows(Heaps, Request);
}

std::unique_ptr<Rows> HistogramAnswer::facts() const {
  return oneRow(factTable(), Request, *this);
}

std::unique_ptr<Rows> HistogramAnswer::rows() const {
  return rowsOf(rowTable(), Request, ArrayRef(Found).take_front(Request.Top));
}

/// Whether the VM of any of \p Heaps fills gaps in its heap with filler arrays
/// that appear as int[] in a dump.
static bool hasFillers(ArrayRef<CountedFile> Heaps) {
  constexpr unsigned First = 7;
  return any_of(Heaps, [](const CountedFile &Heap) {
    const Histogram &H = Heap.Data;
    return H.release().AtLeast >= First &&
           H.layout().Layout.Rule == SizeRule::VM;
  });
}

void HistogramAnswer::present(Presenter &To) const {
  for (const CountedFile &Heap : Heaps)
    presentHeap(To, Heap, "", Request);
  To.line("");
  if (Found.empty() && Request.Filter)
    return presentNoMatch(To, *Request.Filter);
  To.table(*rows());
  const ArrayRef<HistogramRow> Shown = ArrayRef(Found).take_front(Request.Top);
  if (Shown.size() != Found.size()) {
    HistogramRow Total;
    for (const HistogramRow &Row : Found)
      Total.add(Row);
    Prose Sum;
    Sum.count(Total.Instances, "instance") << ", ";
    To.more(Found.size(), Shown.size(), Sum.bytes(Total.Shallow));
  }
  auto IsInts = [](const HistogramRow &Row) { return Row.Name == "int[]"; };
  if (!Request.Retained && any_of(Shown, IsInts) && hasFillers(Heaps)) {
    Prose Line = "int[] may include the JVM's filler arrays (FillerElement[] "
                 "since JDK 21)";
    if (!Request.Unreachable)
      Line.option("; see --unreachable");
    To.sentence(Line);
  }
}
