//===- Boxes.h - Classes that box a value -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_BOXES_H
#define HPROF_LIB_ANALYSIS_LINT_BOXES_H

#include "LintCheck.h"

namespace hprof {

/// A class whose instances box one value, and the range that valueOf() caches.
struct BoxClass {
  const char *Name;
  bool IsCached;
  int64_t First, Last; ///< Range of cached values.
};
/// JLS 5.1.7, and the specifications of valueOf().
constexpr BoxClass BoxClasses[] = {
    {"java.lang.Integer", true, -128, 127}, {"java.lang.Long", true, -128, 127},
    {"java.lang.Short", true, -128, 127},   {"java.lang.Byte", true, -128, 127},
    {"java.lang.Character", true, 0, 127},  {"java.lang.Boolean", true, 0, 1},
    {"java.lang.Float", false, 0, 0},       {"java.lang.Double", false, 0, 0},
};

/// The box classes of a dump, by class number.
struct BoxPlan {
  const BoxClass *Box = nullptr;
  FieldPlace Value;
};

inline ClassPlans<BoxPlan> boxPlans(const ClassFields &F) {
  ClassPlans<BoxPlan> Plans;
  for (const BoxClass &B : BoxClasses)
    if (ClassNumber C = F.findClass(B.Name); C != NoClass)
      Plans[C] = {&B, F.field(C, "value")};
  if (!F.G.classes().empty())
    (void)Plans[ClassNumber(F.G.classes().size() - 1)];
  return Plans;
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_BOXES_H
