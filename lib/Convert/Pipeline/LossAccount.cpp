//===- LossAccount.cpp - Losses of a conversion ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

static constexpr LossInfo Infos[] = {
#define HPROF_LOSS(NAME, LOWERING, EFFECT, ONE, MANY)                          \
  {#NAME, Lowering::LOWERING, LossEffect::EFFECT, ONE, MANY},
#include "hprof/Convert/Pipeline/Losses.def"
};

static constexpr LoweringInfo Lowerings[] = {
#define HPROF_LOWERING(NAME, TEXT, RULE) {#NAME, TEXT, RULE},
#include "hprof/Convert/Pipeline/Lowerings.def"
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

void LossAccount::move(Lowering Cause, LossAccount &To) {
  for (unsigned I = 0; I != NumLosses; ++I)
    if (Infos[I].Cause == Cause)
      To.Losses[I] += std::exchange(Losses[I], 0);
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
  auto Add = [&](const auto &Row, uint64_t Count) {
    if (Count)
      Result.push_back(
          {Row.Effect, Row.Name, Count == 1 ? Row.One : Row.Text, Count});
  };
  for (unsigned I = 0; I != NumLosses; ++I) {
    // Losses requested by users follow those due to the choice of formats, and
    // precede those of the writer.
    if (Loss(I) == Loss::InternalThreads)
      for (unsigned J = 0; J != MaxAdded; ++J)
        if (Rows[J])
          Add(*Rows[J], Added[J]);
    Add(Infos[I], Losses[I]);
  }
  return Result;
}

std::string hprof::lossSentence(ArrayRef<LossAccount::Entry> Entries,
                                size_t PerEffect) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (LossEffect Effect :
       {LossEffect::Dropped, LossEffect::Changed, LossEffect::MadeUp}) {
    std::vector<LossAccount::Entry> Some;
    copy_if(Entries, std::back_inserter(Some),
            [&](const LossAccount::Entry &E) { return E.Effect == Effect; });
    if (Some.empty())
      continue;
    sort(Some, [](const auto &A, const auto &B) {
      return std::tie(B.Count, A.Name) < std::tie(A.Count, B.Name);
    });
    OS << (Text.empty() ? "" : "; ") << lossEffectName(Effect) << ' ';
    for (size_t I = 0; I != std::min(Some.size(), PerEffect); ++I)
      OS << (I ? ", " : "") << Some[I].Count << ' ' << Some[I].Text;
    if (Some.size() > PerEffect)
      OS << " and " << counted(Some.size() - PerEffect, "other kind");
    OS.flush();
  }
  return Text;
}
