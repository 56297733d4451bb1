//===- ConstantArrays.cpp - Arrays whose elements are all equal -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayGroups.h"

using namespace hprof;

namespace {

class ConstantArrays : public ArrayGroupCheck {
public:
  using ArrayGroupCheck::ArrayGroupCheck;
  bool takes(ArrayPattern P) const override { return P != ArrayPattern::Mixed; }
  bool takes(ArrayPattern P, uint64_t Bytes) const override {
    return takes(P) && Bytes >= S.limit(LintId::ConstantArrays);
  }
  size_t needed() const override { return 0; }
};

} // namespace

std::unique_ptr<LintCheck> hprof::makeConstantArrays(const LintPasses &P) {
  return std::make_unique<ConstantArrays>(P.S);
}
