//===- LossAccount.cpp - What a conversion lost ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/LossAccount.h"

using namespace hprof;
using namespace llvm;

static constexpr LossInfo Infos[] = {
#define HPROF_LOSS(NAME, LOWERING, EFFECT, ONE, MANY)                          \
  {#NAME, Lowering::LOWERING, LossEffect::EFFECT, ONE, MANY},
#include "hprof/Convert/Losses.def"
};

static constexpr LoweringInfo Lowerings[] = {
#define HPROF_LOWERING(NAME, TEXT, RULE) {#NAME, TEXT, RULE},
#include "hprof/Convert/Lowerings.def"
};

ArrayRef<LossInfo> hprof::allLosses() { return Infos; }

ArrayRef<LoweringInfo> hprof::allLowerings() { return Lowerings; }

StringRef hprof::lossEffectName(LossEffect E) {
  switch (E) {
  case LossEffect::Dropped:
    return "dropped";
  case LossEffect::Changed:
    return "changed";
  case LossEffect::MadeUp:
    return "made up";
  }
  llvm_unreachable("unhandled LossEffect");
}

std::vector<LossAccount::Entry> LossAccount::entries() const {
  std::vector<Entry> Result;
  for (unsigned I = 0; I != NumRecordKinds; ++I)
    if (Dropped[I]) {
      std::string Name = recordInfo(RecordKind(I)).Text;
      Result.push_back({LossEffect::Dropped, Name,
                        Name + (Dropped[I] == 1 ? " record" : " records"),
                        Dropped[I]});
    }
  for (unsigned I = 0; I != NumLosses; ++I)
    if (Losses[I])
      Result.push_back({Infos[I].Effect, Infos[I].Name,
                        Losses[I] == 1 ? Infos[I].One : Infos[I].Text,
                        Losses[I]});
  return Result;
}
