//===- CarrierFilter.cpp - Leaves out what the target cannot say ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarrierFilter.h"
#include "hprof/Convert/LossAccount.h"

using namespace hprof;
using namespace llvm;

namespace {
class CarrierFilterStage final : public Stage {
public:
  CarrierFilterStage(Format To, bool KeepsAll) : To(To), KeepsAll(KeepsAll) {}
  bool keepsNames() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<CarrierFilter>(Next, Account, To, KeepsAll);
  }

private:
  const Format To;
  const bool KeepsAll;
};
} // namespace

std::unique_ptr<Stage> hprof::makeCarrierFilter(Format To, bool KeepsAll) {
  return std::make_unique<CarrierFilterStage>(To, KeepsAll);
}

CarrierFilter::CarrierFilter(RecordVisitor &Next, LossAccount &Account,
                             Format To, bool KeepsAll)
    : Forward(Next), Account(Account), Keeps(kindsCarriedBy(To)) {
  for (unsigned I = 0; KeepsAll && I != NumRecordKinds; ++I)
    if (!recordInfo(RecordKind(I)).isForeign())
      Keeps.set(I);
}

void CarrierFilter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Keeps[unsigned(Of)])
    Next.payload(Of, Chunk);
}

template <class R> void CarrierFilter::record(const R &Rec) {
  if (Keeps[unsigned(R::Kind)])
    Next.visit(Rec);
  else
    Account.addDropped(R::Kind);
}

void CarrierFilter::visit(const Opaque &R) { record(R); }

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void CarrierFilter::visit(const NAME &R) { record(R); }
#include "hprof/Format/Hprof/Records.def"
