//===- ArrayGroups.h - Checks on equal arrays -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_ARRAYGROUPS_H
#define HPROF_LIB_ANALYSIS_LINT_ARRAYGROUPS_H

#include "Checks.h"

namespace hprof {

/// Base class of checks whose rows are groups of arrays without an owner.
class ArrayGroupCheck : public LintCheck, public ContentClient {
public:
  using LintCheck::LintCheck;
  ContentClient *contentClient() override { return this; }
  void startGroups(unsigned Threads) override;
  void group(unsigned Thread, const ContentGroup &Group) override;
  llvm::Error finish(LintFinding &F) override;

protected:
  /// Whether this check handles arrays of \p Pattern.
  virtual bool takes(ArrayPattern Pattern) const = 0;
  /// Whether this check handles arrays whose elements take \p Bytes in total.
  virtual bool takes(ArrayPattern Pattern, uint64_t Bytes) const = 0;
  /// Number of arrays in each group that are needed, and therefore not waste.
  virtual size_t needed() const = 0;
  /// "byte[16]", "byte[16], all 0".
  std::string describe(const TopGroups::Group &G) const;

  struct Worker {
    uint64_t Groups = 0, Count = 0, Bytes = 0;
    HolderTally Holders;
    Tally OfJdk; ///< See JdkKey.
    TopGroups Top;
  };

private:
  std::vector<PerThread<Worker>> Workers;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_ARRAYGROUPS_H
