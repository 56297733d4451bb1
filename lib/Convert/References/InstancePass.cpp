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
  else if constexpr (std::is_same_v<R, ObjectSize>)
    Told = Rec;
  else
    Next.visit(Rec);
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void InstancePass::visit(const NAME &R) { record(R); }
#include "hprof/Format/Records/Records.def"

Error InstancePass::finish() {
  settle();
  return Forward::finish();
}

void InstancePass::settleNow() {
  Incoming Was = State;
  State = Incoming::Forward;
  if (Was == Incoming::Gather) // The input ended within the values.
    object(Instance, commonOf(Instance.Class), Gathered);
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
  State = Incoming::Drop; // Drop anything after the last field.
  object(Instance, commonOf(Instance.Class), Gathered);
}

const InstancePass::Common &InstancePass::findCommon(uint64_t Class) {
  LastClass = Class;
  auto It = ByClass.find(Class);
  if (It != ByClass.end()) {
    Last = It->second.get();
    return *Last;
  }
  const DumpContext &Context = Survey.context();
  Common *C = &Unknown;
  if (const ClassInfo *Info = Context.findClass(Class);
      Info && Info->IsDumped) {
    C = (ByClass[Class] = std::make_unique<Common>()).get();
    C->IsKnown = true;
    C->Shape = Context.instances().find(Class);
  }
  C->ObjectBytes = Survey.sizes().instance(Class);
  C->HasStacks = C->IsKnown && Survey.sizes().isStackChunk(Class);
  Last = C;
  return *Last;
}

void InstancePass::instance(const InstanceDump &R) {
  const Common &C = commonOf(R.Class);
  bool IsExplained =
      C.explains(R.Length) && IdSize == Survey.context().header().IdSize;
  if (!IsExplained && (R.Length || C.bytes()))
    Account.add(Loss::UnexplainedInstances);
  else if (IsExplained && !To.IsMadeUp && C.Shape &&
           C.Shape->fields() != C.Shape->references())
    Account.add(Loss::PrimitiveFieldValues);
  if (!IsExplained || R.Values.isWhole()) {
    if (!R.Values.isWhole())
      expect(Incoming::Drop);
    return object(R, C, IsExplained ? R.Values.Bytes : ArrayRef<uint8_t>());
  }
  Instance = R;
  Instance.Values = Payload();
  Gathered.clear();
  Wanted = size_t(C.bytes()); // At most as many as its class declares.
  expect(Incoming::Gather);
}

void InstancePass::object(const InstanceDump &R, const Common &C,
                          ArrayRef<uint8_t> Values) {
  const bool IsFlat = Survey.sizes().flattened().contains(R.Object);
  uint64_t Bytes = IsFlat        ? 0
                   : C.HasStacks ? Survey.sizes().stackChunk(Values)
                                 : C.ObjectBytes;
  if (std::optional<uint64_t> Known = toldSize(R.Object)) {
    if (!To.TellsSizes && *Known != C.ObjectBytes)
      Account.add(Loss::ObjectSizes);
    Bytes = *Known;
  }
  size(R.Object, Bytes);
  ReferenceObject Out;
  Out.Offset = R.Offset;
  Out.Object = R.Object;
  Out.TraceSerial = R.TraceSerial;
  Out.Class = R.Class;
  const unsigned Width = IdSize;
  References.begin(Width);
  auto Add = [&](const FieldSlot &S) {
    if (S.Offset + size_t(Width) > Values.size())
      return;
    if (uint64_t Id = loadBE(Values.data() + S.Offset, Width))
      References.add({To.NamesFields ? S.NameId : 0, Id});
  };
  if (C.Shape)
    C.Shape->forEachReference(FieldOrder::RootFirst, Values.size(), Add);
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
