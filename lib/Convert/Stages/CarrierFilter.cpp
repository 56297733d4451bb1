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

CarrierFilter::CarrierFilter(RecordVisitor &Next, LossAccount &Account,
                             char Carrier, bool KeepsAll)
    : Forward(Next), Account(Account), Carries(kindsCarriedBy(Carrier)),
      KeepsAll(KeepsAll) {
  for (unsigned I = 0; KeepsAll && I != NumRecordKinds; ++I)
    if (!recordInfo(RecordKind(I)).isForeign())
      Carries.set(I);
}

void CarrierFilter::visit(const Opaque &R) {
  IsDropping = !KeepsAll;
  if (KeepsAll)
    return Next.visit(R);
  Account.addDropped(RecordKind::Opaque);
}

void CarrierFilter::payload(ArrayRef<uint8_t> Chunk) {
  if (!IsDropping)
    Next.payload(Chunk);
}

template <class R> void CarrierFilter::record(const R &Rec) {
  IsDropping = !Carries[unsigned(R::Kind)];
  if (IsDropping)
    Account.addDropped(R::Kind);
  else
    Next.visit(Rec);
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void CarrierFilter::visit(const NAME &R) { record(R); }
#include "hprof/Format/Hprof/Records.def"
