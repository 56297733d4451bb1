//===- InstancePass.cpp - Base of passes that lower instances -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstancePass.h"

using namespace hprof;
using namespace llvm;

void InstancePass::visit(const FileHeader &H) {
  settle();
  IdSize = H.IdSize;
  Next.visit(H);
}

void InstancePass::beginFrame(const Frame &F) {
  settle();
  Next.beginFrame(F);
}

void InstancePass::endFrame(const Frame &F, uint64_t Length) {
  settle();
  Next.endFrame(F, Length);
}

void InstancePass::visit(const Opaque &R) {
  settle();
  Next.visit(R);
}

template <class R> void InstancePass::record(const R &Rec) {
  settle();
  if constexpr (std::is_same_v<R, InstanceDump>)
    instance(Rec);
  else
    Next.visit(Rec);
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void InstancePass::visit(const NAME &R) { record(R); }
#include "hprof/Format/Hprof/Records.def"

Error InstancePass::finish() {
  settle();
  return Forward::finish();
}

void InstancePass::settleNow() {
  Incoming Was = State;
  State = Incoming::Forward;
  if (Was == Incoming::Gather) // The input ended within the values.
    object(Instance, Plans.of(Instance.Class), Gathered);
  else if (Was == Incoming::Own)
    settleOwn();
}

void InstancePass::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  switch (State) {
  case Incoming::Forward:
    return Next.payload(Of, Chunk);
  case Incoming::Drop:
    return;
  case Incoming::Own:
    return ownPayload(Chunk);
  case Incoming::Gather:
    break;
  }
  Chunk = Chunk.take_front(Wanted - Gathered.size());
  Gathered.append(Chunk.begin(), Chunk.end());
  if (Gathered.size() != Wanted)
    return;
  State = Incoming::Drop; // What comes behind the last field.
  object(Instance, Plans.of(Instance.Class), Gathered);
}

void InstancePass::instance(const InstanceDump &R) {
  const InstancePlan &Plan = Plans.of(R.Class);
  bool IsExplained =
      Plan.explains(R.Length) && IdSize == Survey.context().header().IdSize;
  if (!IsExplained)
    Account.add(Loss::UnexplainedInstances);
  else if (Plan.HasPrimitives)
    Account.add(Loss::PrimitiveFieldValues);
  if (!IsExplained || R.Values.isWhole()) {
    if (!R.Values.isWhole())
      expect(Incoming::Drop);
    return object(R, Plan, IsExplained ? R.Values.Bytes : ArrayRef<uint8_t>());
  }
  Instance = R;
  Instance.Values = Payload();
  Gathered.clear();
  Wanted = size_t(Plan.ValueBytes); // No more than its class declares.
  expect(Incoming::Gather);
}

void InstancePass::object(const InstanceDump &R, const InstancePlan &Plan,
                          ArrayRef<uint8_t> Values) {
  size(R.Object, Plan.ObjectBytes);
  ReferenceObject Out;
  Out.Offset = R.Offset;
  Out.Object = R.Object;
  Out.TraceSerial = R.TraceSerial;
  Out.Class = R.Class;
  const unsigned Width = IdSize;
  References.begin(Width);
  for (const InstancePlan::Slot &S : Plan.Slots) {
    if (S.Offset + size_t(Width) > Values.size())
      continue;
    if (uint64_t Id = loadBE(Values.data() + S.Offset, Width))
      References.add({NameFields ? S.NameId : 0, Id});
  }
  Out.References = References.ref();
  Next.visit(Out);
}

void InstancePass::size(uint64_t Object, uint64_t Bytes) {
  ObjectSize Out;
  Out.Object = Object;
  Out.Size = Bytes;
  Next.visit(Out);
}

void InstancePass::primitiveArray(const PrimitiveArrayDump &R) {
  if (R.Length)
    Account.add(Loss::PrimitiveElements);
  PrimitiveArrayNoData Out;
  Out.Offset = R.Offset;
  Out.Object = R.Object;
  Out.TraceSerial = R.TraceSerial;
  Out.Length = R.Length;
  Out.ElementType = R.ElementType;
  if (!R.Elements.isWhole())
    expect(Incoming::Drop);
  Next.visit(Out);
}
