//===- DamageList.cpp - Damage that is told later -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/DamageList.h"

using namespace hprof;

void DamageList::add(const Damage &D) {
  LastOffset = D.Offset;
  if (List.size() < Max)
    List.push_back(D);
  else
    ++NumMore;
}

void DamageList::tell(const DamageHandler &Handler) const {
  for (const Damage &D : List)
    Handler(D);
  if (NumMore)
    Handler({List.back().Code, LastOffset,
             "the last of " + std::to_string(NumMore) + " faults more"});
}
