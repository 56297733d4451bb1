//===- TextShares.h - Percentages of ranked sections ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SITES, CPU SAMPLES, CPU TIME and MONITOR TIME print each row's share of a
/// total and the cumulative share, rounded to hundredths of a percent. The
/// writer computes them from the numbers as the agent does; if the text
/// contains only the shares, the reader finds numbers that yield them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROFTEXT_TEXTSHARES_H
#define HPROF_LIB_FORMAT_HPROFTEXT_TEXTSHARES_H

#include "hprof/Format/Records/Records.h"
#include <optional>
#include <vector>

namespace hprof {

/// The two columns, starting at the first row: taken from Percentages records,
/// if there are any, or computed from the numbers. The agent adds doubles, so
/// the last digit depends on the order of its operations.
class TextShares {
public:
  enum class Of : uint8_t {
    Sites, ///< Adds ratios, and converts them to percents for printing.
    Costs  ///< Adds percents: the three other sections.
  };
  /// \p Total is the section's total.
  TextShares(Of What, uint64_t Total, llvm::ArrayRef<Percentage> Told = {})
      : What(What), Total(Total), Told(Told) {}

  /// Returns the columns of the next row, whose number is \p Part.
  Percentage next(uint64_t Part);

private:
  Of What;
  uint64_t Total;
  llvm::ArrayRef<Percentage> Told;
  double Sum = 0;
};

/// Whether \p Parts of \p Total are printed as \p Printed.
bool givesShares(TextShares::Of What, uint64_t Total,
                 llvm::ArrayRef<uint64_t> Parts,
                 llvm::ArrayRef<Percentage> Printed);

/// Returns a total for which \p Parts are printed as \p Printed; if there is
/// none, one that fits the first row.
uint64_t guessTotal(llvm::ArrayRef<uint64_t> Parts,
                    llvm::ArrayRef<Percentage> Printed);

/// Returns parts of \p Total that are printed as \p Printed; if there are none,
/// the parts nearest to each row's share.
std::vector<uint64_t> guessParts(uint64_t Total,
                                 llvm::ArrayRef<Percentage> Printed);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROFTEXT_TEXTSHARES_H
