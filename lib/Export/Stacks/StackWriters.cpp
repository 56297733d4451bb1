//===- StackWriters.cpp - Helpers for writers of stacks -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackWriters.h"

using namespace hprof;
using namespace llvm;

Expected<std::vector<unsigned>>
hprof::measuresUpTo(uint64_t Most, const WeightedStacks &S, unsigned Measure) {
  std::vector<unsigned> Fitting;
  for (unsigned I = 0; I != S.measures().size(); ++I)
    if (S.total(I) <= Most)
      Fitting.push_back(I);
    else if (I == Measure)
      return createStringError("total of " + S.measures()[I].Name +
                               " exceeds " + Twine(Most) +
                               ", the largest exact number in this format");
  return Fitting;
}
