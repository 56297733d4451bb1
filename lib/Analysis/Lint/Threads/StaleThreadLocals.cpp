//===- StaleThreadLocals.cpp - Entries without ThreadLocal ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalEntries.h"

using namespace hprof;

namespace {
class StaleThreadLocals : public LocalEntries {
public:
  using LocalEntries::LocalEntries;
  bool takes(bool IsStale) const override { return IsStale; }
  llvm::Error claim() override { return S.keepFromHints(entries()); }
};
} // namespace

std::unique_ptr<LintCheck> hprof::makeStaleThreadLocals(const LintPasses &P) {
  return std::make_unique<StaleThreadLocals>(P.S);
}
