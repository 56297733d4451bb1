//===- DamageList.cpp - Damage for later reporting ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/DamageList.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

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
             "the last of " + counted(NumMore, "more fault")});
}

void DamageList::tellSorted(ArrayRef<DamageList> Lists,
                            const DamageHandler &Handler) {
  std::vector<const Damage *> All;
  uint64_t NumMore = 0, LastOffset = 0;
  for (const DamageList &L : Lists) {
    for (const Damage &D : L.List)
      All.push_back(&D);
    NumMore += L.NumMore;
    if (L.NumMore)
      LastOffset = std::max(LastOffset, L.LastOffset);
  }
  stable_sort(All, [](const Damage *A, const Damage *B) {
    return A->Offset < B->Offset;
  });
  for (const Damage *D : All)
    Handler(*D);
  if (NumMore)
    Handler({All.back()->Code, LastOffset,
             "the last of " + counted(NumMore, "more fault")});
}
