//===- Boxes.h - Classes of boxed values ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_BOXES_H
#define HPROF_LIB_ANALYSIS_LINT_BOXES_H

#include "LintCheck.h"
#include "hprof/Java/JavaValues.h"

namespace hprof {

/// Plan for reading instances of a class of boxed values.
struct BoxPlan {
  const BoxClass *Box = nullptr;
  FieldPlace Value;
};

inline ClassPlans<BoxPlan> boxPlans(const LintFields &F) {
  ClassPlans<BoxPlan> Plans;
  for (const BoxClass &B : boxClasses())
    if (ClassNumber C = F.findClass(B.Name); C != NoClass)
      Plans[C] = {&B, F.field(C, "value")};
  if (!F.G.classes().empty())
    (void)Plans[ClassNumber(F.G.classes().size() - 1)];
  return Plans;
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_BOXES_H
