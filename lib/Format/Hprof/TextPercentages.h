//===- TextPercentages.h - The percentages of a profile ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROF_TEXTPERCENTAGES_H
#define HPROF_LIB_FORMAT_HPROF_TEXTPERCENTAGES_H

#include "hprof/Format/Hprof/Records.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof {

/// The columns "self" and "accum" of the rows of a section, in hundredths of a
/// percent: those that a Percentages record told, else those that the counts
/// give, rounded to the nearest. The text has no more digits; so a section
/// whose columns are these needs no Percentages record.
class PercentageColumns {
public:
  /// \p Total is that of the section.
  explicit PercentageColumns(uint64_t Total,
                             llvm::ArrayRef<Percentage> Told = {})
      : Total(Total), Told(Told) {}

  /// Those of the next row, which has \p Part of the total.
  Percentage next(uint64_t Part) {
    Sum += Part;
    Percentage Result;
    if (Row < Told.size()) {
      Result = Told[Row++];
    } else {
      Result.Self = hundredths(Part);
      Result.Accumulated = hundredths(Sum);
    }
    return Result;
  }

private:
  int32_t hundredths(uint64_t Part) const {
    // Sums of 32-bit numbers: what overflows here is nobody's profile.
    uint64_t Result = Total ? (Part * 10000 + Total / 2) / Total : 0;
    return int32_t(std::min<uint64_t>(Result, INT32_MAX));
  }

  uint64_t Total, Sum = 0;
  llvm::ArrayRef<Percentage> Told;
  size_t Row = 0;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROF_TEXTPERCENTAGES_H
