//===- ChangeTable.h - Numbers of several inputs by key ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A comparison table: a row per key, such as a class name, and for each input
/// a column per measure, such as instances and bytes.
///
///     ChangeTable Table({{"instances"}, {"shallow", true}}, 2);
///     Table.add(0, "app.Session", {10, 240});
///     Table.add(1, "app.Session", {12, 288});
///     Table.sort(1);
///     Table.change(Table.rows()[0], 1); // 48
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_CHANGETABLE_H
#define HPROF_ANALYSIS_DIFF_CHANGETABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

/// The quantity in a column.
struct Measure {
  std::string Name; ///< One word: "instances".
  bool IsBytes = false;
};

/// Returns \p After - \p Before, saturated.
int64_t changeBetween(uint64_t Before, uint64_t After);

class ChangeTable {
public:
  struct Row {
    std::string Key;
    std::vector<uint64_t> Values; ///< Ordered by input, then by measure.
    std::vector<bool> IsIn; ///< For each input, whether it contains the key.
  };

  ChangeTable(std::vector<Measure> Measures, size_t Inputs);

  /// Adds \p Values, one per measure, to the values of \p Key in input number
  /// \p Input. Sums saturate. Must be called before sort().
  void add(size_t Input, llvm::StringRef Key, llvm::ArrayRef<uint64_t> Values);
  /// Removes the rows for which \p IsWanted returns false.
  void keep(llvm::function_ref<bool(const Row &)> IsWanted);

  llvm::ArrayRef<Measure> measures() const { return Measures; }
  /// Returns the index of the measure called \p Name, if there is one.
  std::optional<size_t> measure(llvm::StringRef Name) const;
  size_t inputs() const { return Inputs; }
  llvm::ArrayRef<Row> rows() const { return Rows; }

  uint64_t value(const Row &R, size_t Input, size_t Measure) const {
    return R.Values[Input * Measures.size() + Measure];
  }
  uint64_t before(const Row &R, size_t Measure) const {
    return value(R, 0, Measure);
  }
  uint64_t after(const Row &R, size_t Measure) const {
    return value(R, Inputs - 1, Measure);
  }
  /// Returns the change from the first input to the last.
  int64_t change(const Row &R, size_t Measure) const {
    return changeBetween(before(R, Measure), after(R, Measure));
  }
  /// Whether the key is in the last input, but not in the first.
  bool isNew(const Row &R) const { return !R.IsIn.front() && R.IsIn.back(); }
  bool isGone(const Row &R) const { return R.IsIn.front() && !R.IsIn.back(); }
  bool isChanged(const Row &R) const;
  /// Whether each input has a larger value than the previous one.
  bool growsSteadily(const Row &R, size_t Measure) const;
  /// Returns the sum of all rows, with an empty key.
  Row total() const;

  /// Sorts rows by \p Measure, largest growth first, largest loss last; with
  /// more than two inputs, rows that grow steadily come before all others. Ties
  /// are broken by the other measures in their order, then by key, so that the
  /// order depends only on the content. If \p IsShared returns true, the
  /// numbers of a row are also part of other rows; its change is divided by 4,
  /// so that it comes after a row that explains at least a quarter of this
  /// change.
  void sort(size_t Measure,
            llvm::function_ref<bool(const Row &)> IsShared = nullptr);
  void sortByKey();

private:
  std::vector<Measure> Measures;
  size_t Inputs;
  std::vector<Row> Rows;
  llvm::StringMap<size_t> Position;
};

/// Returns the least-squares slope of \p Values per hour. \p Millis are the
/// times of the values. Returns nullopt if a time is unknown (0), or if the
/// times span less than a minute, which cannot be extrapolated to an hour.
std::optional<double> slopePerHour(llvm::ArrayRef<uint64_t> Millis,
                                   llvm::ArrayRef<uint64_t> Values);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_CHANGETABLE_H
