//===- ChangedTable.h - A table of changes as part of an answer -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_ANSWERS_CHANGEDTABLE_H
#define HPROF_ANALYSIS_DIFF_ANSWERS_CHANGEDTABLE_H

#include "hprof/Analysis/Diff/HeapCounts.h"
#include "hprof/Answer/Answer.h"
#include <array>

namespace hprof {

/// A number of a row for each input; see ChangeMeasures.def.
enum class MeasureId : uint8_t {
#define HPROF_MEASURE(ID, ...) ID,
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
};

/// "before", "after"; with more than two inputs their number.
std::string inputLabel(size_t Inputs, size_t Input);

/// A ChangeTable, and how it is shown.
class ChangedTable {
public:
  using Row = ChangeTable::Row;

  /// \p Table is sorted and filtered. \p By says what rows are: "name",
  /// "class", "loader", "package", "suspect", "method", "trace" or "thread".
  /// \p Main is the measure by which the fate of rows is judged.
  ChangedTable(ChangeTable Table, const char *By, size_t Main,
               llvm::ArrayRef<HeapCounts> Inputs);

  ChangeTable Table;
  const char *By;
  size_t Main;
  std::string Filter; ///< The pattern that rows match; empty for all.
  uint64_t Top = UINT64_MAX;

  /// "objects|instances|...": all that there are.
  static llvm::StringRef measureNames();
  bool has(MeasureId M) const { return number(M) != Nowhere; }
  bool isMain(MeasureId M) const { return number(M) == Main; }
  const Measure &main() const { return Table.measures()[Main]; }
  /// Whether the times of the inputs say how fast numbers change.
  bool hasSlopes() const { return HasSlopes; }
  /// Whether rows have this name in CSV and JSON.
  bool isKey(llvm::StringRef Name) const;

  // What a row shows.
  const char *fate(const Row &R) const;
  bool growsSteadily(const Row &R) const {
    return Table.growsSteadily(R, Main);
  }
  /// The words for a suspect in the last input that has it.
  llvm::StringRef text(const Row &R) const;
  /// \p Name with a mark after it, for people, for what became of the row.
  Datum marked(Datum Name, const Row &R) const;
  Datum key(const Row &R) const { return marked(llvm::StringRef(R.Key), R); }
  /// The words for a suspect and its signature.
  Datum suspect(const Row &R) const {
    return marked(text(R).str() + " [" + R.Key + "]", R);
  }
  std::unique_ptr<Rows> values(const Row &R, MeasureId M) const;
  int64_t change(const Row &R, MeasureId M) const;
  double slope(const Row &R, MeasureId M) const;
  uint64_t after(const Row &R, MeasureId M) const;
  /// The values of the main measure in the inputs that text shows.
  std::unique_ptr<Rows> shownValues(const Row &R) const;
  int64_t mainChange(const Row &R) const { return Table.change(R, Main); }
  int64_t mainSlope(const Row &R) const;

  static const TableInfo &heapTable();
  /// For profiles and thread dumps.
  static const TableInfo &sectionTable();
  /// The first Top rows.
  std::unique_ptr<Rows> rows() const;
  /// The same, all rows, of leak suspects where they are not the main table.
  static const TableInfo &suspectTable();
  std::unique_ptr<Rows> suspects() const;

  /// The rows that changed, and how many there are.
  void present(Presenter &To) const;
  /// The suspects that grew most. Those whose growth is all in others, as what
  /// holds a leak has it, are counted.
  void presentSuspects(Presenter &To) const;

  /// The inputs that have a column in text: with many, the first and the last.
  std::vector<size_t> shownInputs() const;

private:
  size_t number(MeasureId M) const { return Numbers[size_t(M)]; }
  double slopeOf(const Row &R, size_t Measure) const;
  uint64_t valueOf(const Row &R, size_t Input, MeasureId M) const;

  static constexpr size_t NumMeasures = 0
#define HPROF_MEASURE(...) +1
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
      ;
  static constexpr size_t Nowhere = SIZE_MAX;
  /// The number of each measure in the table, or Nowhere.
  std::array<size_t, NumMeasures> Numbers;
  std::vector<uint64_t> Times; ///< When each input was written.
  bool HasSlopes;
  llvm::StringMap<std::string> Texts;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_CHANGEDTABLE_H
