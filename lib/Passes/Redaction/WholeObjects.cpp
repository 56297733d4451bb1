//===- WholeObjects.cpp - Passes that change references -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeObjects.h"

using namespace hprof;
using namespace llvm;

/// Whether a root is an object in use by code at the time of the dump: the
/// other kinds are objects that the VM itself keeps.
template <class R> static constexpr bool isUse() {
  return std::is_same_v<R, RootJniGlobal> || std::is_same_v<R, RootJniLocal> ||
         std::is_same_v<R, RootJavaFrame> ||
         std::is_same_v<R, RootNativeStack> ||
         std::is_same_v<R, RootThreadBlock> ||
         std::is_same_v<R, RootMonitorUsed> ||
         std::is_same_v<R, RootFinalizing> || std::is_same_v<R, RootDebugger> ||
         std::is_same_v<R, RootReferenceCleanup> ||
         std::is_same_v<R, RootJniMonitor>;
}

RecordKindSet WholeObjects::runKinds() const {
  RecordKindSet Kinds = Next.runKinds();
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  if (isUse<NAME>())                                                           \
    Kinds.reset(unsigned(RecordKind::NAME));
#include "hprof/Format/Records/Records.def"
  for (RecordKind Changed : {RecordKind::ClassDump, RecordKind::InstanceDump,
                             RecordKind::ObjectArrayDump})
    Kinds.reset(unsigned(Changed));
  return Kinds;
}

template <class R>
void WholeObjects::hold(const R &Rec, R &Copy, Payload R::*Data, Held H) {
  Copy = Rec;
  const Payload &P = Rec.*Data;
  Buffer.assign(P.Bytes.begin(), P.Bytes.end());
  Now = H;
  if (P.isWhole())
    flush();
}

template <class R> void WholeObjects::release(R &Copy, Payload R::*Data) {
  change(Copy, Buffer);
  const bool IsWhole = (Copy.*Data).Size == Buffer.size();
  (Copy.*Data).Bytes =
      IsWhole ? ArrayRef<uint8_t>(Buffer) : ArrayRef<uint8_t>();
  Next.visit(static_cast<const R &>(Copy));
  if (!IsWhole && !Buffer.empty())
    Next.payload(R::Kind, Buffer);
}

void WholeObjects::flush() {
  switch (std::exchange(Now, Held::Nothing)) {
  case Held::Nothing:
    return;
  case Held::Instance:
    return release(Instance, &InstanceDump::Values);
  case Held::Array:
    return release(Array, &ObjectArrayDump::Elements);
  }
}

void WholeObjects::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Now == Held::Nothing)
    return Next.payload(Of, Chunk);
  Buffer.append(Chunk.begin(), Chunk.end());
  const uint64_t Size =
      Now == Held::Instance ? Instance.Values.Size : Array.Elements.Size;
  if (Buffer.size() >= Size)
    flush();
}

template <class R> void WholeObjects::record(const R &Rec) {
  flush();
  if constexpr (std::is_same_v<R, InstanceDump>) {
    hold(Rec, Instance, &InstanceDump::Values, Held::Instance);
  } else if constexpr (std::is_same_v<R, ObjectArrayDump>) {
    hold(Rec, Array, &ObjectArrayDump::Elements, Held::Array);
  } else if constexpr (std::is_same_v<R, ClassDump>) {
    R Out = Rec;
    change(Out);
    Next.visit(static_cast<const R &>(Out));
  } else if constexpr (isUse<R>()) {
    R Out = Rec;
    Out.Object = changedRoot(Rec.Object);
    Next.visit(static_cast<const R &>(Out));
  } else {
    Next.visit(Rec);
  }
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  template void WholeObjects::record<NAME>(const NAME &);
#include "hprof/Format/Records/Records.def"
