//===- PackedNumbers.cpp - Compressed columns of numbers ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/PackedNumbers.h"

using namespace hprof;
using namespace llvm;

PackedNumbers::~PackedNumbers() = default;

Expected<NumberArray> NumberArray::plain(MemoryBudget *Budget) const {
  if (!Packed)
    return view(bytes(), Width);
  Expected<NumberArray> Made =
      make(Width, size(), Budget, MemoryAccess::Random);
  if (Made)
    for (uint64_t I = 0, End = size(); I != End; ++I)
      Made->set(I, Packed->get(I));
  return Made;
}

bool DerivedNumbers::isValid() const {
  uint64_t Sum = 0;
  for (const Cell &C : Cells) {
    if (C.Before != Sum)
      return false;
    Sum += uint64_t(llvm::popcount(C.Word));
  }
  return Sum == Listed.size();
}
