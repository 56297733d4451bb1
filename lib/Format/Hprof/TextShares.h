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
/// total and the sum of the shares up to it, rounded to hundredths of a
/// percent. The writer computes them from the numbers as the agent does; the
/// reader finds numbers that give the printed ones, where the text has only
/// those.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROF_TEXTSHARES_H
#define HPROF_LIB_FORMAT_HPROF_TEXTSHARES_H

#include "hprof/Format/Hprof/Records.h"
#include <optional>
#include <vector>

namespace hprof {

/// The two columns, from the first row on: those that a Percentages record
/// told, else those that the numbers give. The agent adds up doubles, so the
/// last digit depends on the order of its operations.
class TextShares {
public:
  enum class Of : uint8_t {
    Sites, ///< Sums up ratios, and makes percents of them to print.
    Costs  ///< Sums up percents: the three other sections.
  };
  /// \p Total is that of the section.
  TextShares(Of What, uint64_t Total, llvm::ArrayRef<Percentage> Told = {})
      : What(What), Total(Total), Told(Told) {}

  /// What the next row prints, whose number is \p Part.
  Percentage next(uint64_t Part);

private:
  Of What;
  uint64_t Total;
  llvm::ArrayRef<Percentage> Told;
  double Sum = 0;
};

/// Whether \p Parts of \p Total print as \p Printed.
bool givesShares(TextShares::Of What, uint64_t Total,
                 llvm::ArrayRef<uint64_t> Parts,
                 llvm::ArrayRef<Percentage> Printed);

/// A total of which \p Parts print as \p Printed; where there is none, one
/// that suits the first row.
uint64_t guessTotal(llvm::ArrayRef<uint64_t> Parts,
                    llvm::ArrayRef<Percentage> Printed);

/// Parts of \p Total that print as \p Printed; where there are none, those
/// nearest to each row's own share.
std::vector<uint64_t> guessParts(uint64_t Total,
                                 llvm::ArrayRef<Percentage> Printed);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROF_TEXTSHARES_H
