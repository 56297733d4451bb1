//===- LossLaw.h - Checks the account of losses -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Converts a dump and reads the result back. The loss account must list every
/// difference between the two dumps, with the right number, and every entry of
/// the account must correspond to a real difference.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_LOSSLAW_H
#define HPROF_UNITTESTS_CONVERT_LOSSLAW_H

#include "Convert/Statements.h"
#include "hprof/Convert/Convert.h"

namespace hprof {

struct LawReport {
  /// The reason why there is no output; empty if there is output.
  std::string Refusal;
  std::map<std::string, Difference> Differences;
  std::vector<LossAccount::Entry> Account;
  /// Sentences, each describing a disagreement.
  std::vector<std::string> Violations;
};

/// Compares the differences in \p Report with its loss account.
void findViolations(LawReport &Report, Format From, Format To);

/// Fails if the input cannot be read at all.
llvm::Expected<LawReport> checkLossLaw(llvm::ArrayRef<uint8_t> Bytes,
                                       Format From,
                                       const ConvertOptions &Options);

/// A target of a conversion.
struct LawTarget {
  std::string Name; ///< For example "ibm-classic spec".
  ConvertOptions Options;
};
/// All targets for a dump in the format \p From.
std::vector<LawTarget> lawTargets(Format From);

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_LOSSLAW_H
