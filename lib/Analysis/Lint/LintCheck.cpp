//===- LintCheck.cpp - Base class of checks -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintCheck.h"

using namespace hprof;

LintCheck::~LintCheck() = default;

Tallies TallyingCheck::joined() const {
  Tallies All;
  for (const PerThread<Tallies> &W : Workers)
    for (const auto &[Key, T] : W.Value)
      All[Key].merge(T);
  return All;
}
