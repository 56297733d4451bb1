//===- LayoutEvidence.cpp - Infers the layout from addresses --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/LayoutEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

size_t LayoutEvidence::objects() const {
  size_t Sum = 0;
  for (const std::vector<Object> &Sample : Samples)
    Sum += Sample.size();
  return Sum;
}

void LayoutEvidence::keep(unsigned Kind, const Object &O) {
  if (IsImpossible)
    return;
  Samples[Kind].push_back(O);
  if (LLVM_UNLIKELY(Samples[Kind].size() > Most))
    shrink(Kind);
}

void LayoutEvidence::shrink(unsigned Kind) {
  std::vector<Object> &Sample = Samples[Kind];
  auto IsNotTaken = [&](const Object &O) { return !isTaken(O.Address, Kind); };
  while (Sample.size() > Most && Limits[Kind]) {
    Limits[Kind] /= 2;
    erase_if(Sample, IsNotTaken);
  }
  if (Sample.size() <= Most)
    return;
  if (Kind == CandidateKind) {
    IsDense = true;
    Sample.clear();
    return;
  }
  IsImpossible = true;
  for (std::vector<Object> &S : Samples)
    S.clear();
}

void LayoutEvidence::merge(const LayoutEvidence &Other) {
  if (!Base)
    Base = Other.Base;
  Flattened.merge(Other.Flattened);
  IsImpossible |= Other.IsImpossible;
  IsDense |= Other.IsDense;
  for (unsigned Kind = 0; Kind != Kinds; ++Kind) {
    std::vector<Object> &Sample = Samples[Kind];
    if (IsImpossible) {
      Sample.clear();
      continue;
    }
    Limits[Kind] = std::min(Limits[Kind], Other.Limits[Kind]);
    append_range(Sample, Other.Samples[Kind]);
    erase_if(Sample,
             [&](const Object &O) { return !isTaken(O.Address, Kind); });
    shrink(Kind);
  }
}
