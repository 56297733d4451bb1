//===- ChangedTable.h - A change table as part of an answer -----*- C++ -*-===//
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

/// A measure that has a value for each input; see ChangeMeasures.def.
enum class MeasureId : uint8_t {
#define HPROF_MEASURE(ID, ...) ID,
#include "hprof/Analysis/Diff/Answers/ChangeMeasures.def"
};

/// Returns "before" or "after"; if there are more than two inputs, the number
/// of the input.
std::string inputLabel(size_t Inputs, size_t Input);

class ChangedTable {
public:
  using Row = ChangeTable::Row;

  /// \p Table must be sorted and filtered. \p By is the kind of rows: "name",
  /// "class", "loader", "package", "suspect", "method", "trace" or "thread". \p
  /// Main is the measure that determines the status of a row.
  ChangedTable(ChangeTable Table, const char *By, size_t Main,
               llvm::ArrayRef<HeapCounts> Inputs);

  ChangeTable Table;
  const char *By;
  size_t Main;
  std::string Filter; ///< Pattern that rows match; empty for all.
  uint64_t Top = UINT64_MAX;

  /// Names of all measures: "objects|instances|...".
  static llvm::StringRef measureNames();
  bool has(MeasureId M) const { return number(M) != Nowhere; }
  bool isMain(MeasureId M) const { return number(M) == Main; }
  const Measure &main() const { return Table.measures()[Main]; }
  /// Whether the inputs' times allow computing rates.
  bool hasSlopes() const { return HasSlopes; }
  /// Whether \p Name is the name of the key column in CSV and JSON.
  bool isKey(llvm::StringRef Name) const;

  // Contents of a row.
  const char *fate(const Row &R) const;
  bool growsSteadily(const Row &R) const {
    return Table.growsSteadily(R, Main);
  }
  /// Returns the description of a suspect from the last input that contains it.
  llvm::StringRef text(const Row &R) const;
  /// Returns \p Name; for display, " (new)" or " (gone)" is appended if it
  /// applies to \p R.
  Datum marked(Datum Name, const Row &R) const;
  Datum key(const Row &R) const { return marked(llvm::StringRef(R.Key), R); }
  /// Returns the description of a suspect and its signature.
  Datum suspect(const Row &R) const {
    return marked(text(R).str() + " [" + R.Key + "]", R);
  }
  std::unique_ptr<Rows> values(const Row &R, MeasureId M) const;
  int64_t change(const Row &R, MeasureId M) const;
  double slope(const Row &R, MeasureId M) const;
  uint64_t after(const Row &R, MeasureId M) const;
  /// Returns the values of the main measure for shownInputs().
  std::unique_ptr<Rows> shownValues(const Row &R) const;
  int64_t mainChange(const Row &R) const { return Table.change(R, Main); }
  int64_t mainSlope(const Row &R) const;

  static const TableInfo &heapTable();
  /// The table for profiles and thread dumps.
  static const TableInfo &sectionTable();
  /// The first Top rows.
  std::unique_ptr<Rows> rows() const;
  /// The table for leak suspects that are shown in addition to the main table;
  /// suspects() returns all rows.
  static const TableInfo &suspectTable();
  std::unique_ptr<Rows> suspects() const;

  void present(Presenter &To) const;
  /// Presents the suspects that grew the most. A suspect such as the holder of
  /// a leak, whose growth is entirely in other suspects, is only counted.
  void presentSuspects(Presenter &To) const;

  /// Returns the inputs that have a column in text output: if there are many
  /// inputs, only the first and the last.
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
  /// Index of each measure in the table, or Nowhere.
  std::array<size_t, NumMeasures> Numbers;
  std::vector<uint64_t> Times; ///< Time when each input was written.
  bool HasSlopes;
  llvm::StringMap<std::string> Texts;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_CHANGEDTABLE_H
