//===- LossLaw.h - The account of losses tells everything -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dump is converted and what comes out is read back. All that is said by one
/// of the two and not by the other must be in the account of losses, with its
/// number; and all that is in the account must be so.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_LOSSLAW_H
#define HPROF_UNITTESTS_CONVERT_LOSSLAW_H

#include "Convert/Statements.h"
#include "hprof/Convert/Convert.h"

namespace hprof {

struct LawReport {
  /// Why there is no output; empty when there is one.
  std::string Refusal;
  std::map<std::string, Difference> Differences;
  std::vector<LossAccount::Entry> Account;
  /// Sentences, each about what the two do not agree on.
  std::vector<std::string> Violations;
};

/// Holds the differences of \p Report against its account.
void findViolations(LawReport &Report, Format From, Format To);

/// Fails when the input cannot be read at all.
llvm::Expected<LawReport> checkLossLaw(llvm::ArrayRef<uint8_t> Bytes,
                                       Format From,
                                       const ConvertOptions &Options);

/// A way to convert a dump of some format.
struct LawTarget {
  std::string Name; ///< "ibm-classic spec"
  ConvertOptions Options;
};
/// All that can be asked of a dump of the format \p From.
std::vector<LawTarget> lawTargets(Format From);

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_LOSSLAW_H
