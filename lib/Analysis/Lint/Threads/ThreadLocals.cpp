//===- ThreadLocals.cpp - Memory held by thread locals --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalEntries.h"

using namespace hprof;

namespace {
class ThreadLocals : public LocalEntries {
public:
  using LocalEntries::LocalEntries;
  bool takes(bool) const override { return true; }
};
} // namespace

std::unique_ptr<LintCheck> hprof::makeThreadLocals(const LintPasses &P) {
  return std::make_unique<ThreadLocals>(P.S);
}
