//===- ClassLosses.cpp - Losses in class descriptions ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassLosses.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;

void hprof::countUntold(const ClassDump &R, LossAccount &Account) {
  bool HasNulls = false, HasOthers = false;
  forEach(R.Statics, [&](const StaticField &F) {
    HasNulls |= isReference(F.Value.Type) && !F.Value.Bits;
  });
  forEach(R.Pool, [&](const PoolEntry &E) {
    HasOthers |= !isReference(E.Value.Type) || !E.Value.Bits;
  });
  if (HasNulls)
    Account.add(Loss::NullStatics);
  if (HasOthers)
    Account.add(Loss::OtherConstants);
}
