//===- DuplicateArrays.cpp - Arrays with equal content --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayGroups.h"

using namespace hprof;

namespace {

/// Handles all arrays that ConstantArrays does not.
class DuplicateArrays : public ArrayGroupCheck {
public:
  using ArrayGroupCheck::ArrayGroupCheck;
  bool takes(ArrayPattern) const override { return true; }
  bool takes(ArrayPattern P, uint64_t Bytes) const override {
    return P == ArrayPattern::Mixed || Bytes < S.limit(LintId::ConstantArrays);
  }
  size_t needed() const override { return 1; }
};

} // namespace

std::unique_ptr<LintCheck> hprof::makeDuplicateArrays(const LintPasses &P) {
  return std::make_unique<DuplicateArrays>(P.S);
}
