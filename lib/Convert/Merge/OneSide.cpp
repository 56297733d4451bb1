//===- OneSide.cpp - Names or heaps of a stream ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneSide.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

bool OneSide::keeps(RecordKind K) const {
  const bool IsHeap =
      recordInfo(K).Group != RecordGroup::Top || K == RecordKind::HeapDumpEnd;
  return IsHeap == (Kept == Heap);
}

void OneSide::visit(const FileHeader &H) {
  if (Kept == Names)
    Next.visit(H);
}

void OneSide::beginFrame(const Frame &F) {
  Frame Out = F;
  if (Kept == Names)
    Time = std::max(Time, F.Time);
  else
    Out.Time = std::max(Time, F.Time);
  if (F.isHeap() == (Kept == Heap))
    Next.beginFrame(Out);
}

void OneSide::endFrame(const Frame &F, uint64_t Length) {
  if (F.isHeap() == (Kept == Heap))
    Next.endFrame(F, Length);
}

void OneSide::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of != RecordKind::Opaque && keeps(Of))
    Next.payload(Of, Chunk);
}

RecordKindSet OneSide::runKinds() const {
  return Kept == Heap ? Next.runKinds() : subRecordKinds();
}

uint64_t OneSide::runRoom() const {
  return Kept == Heap ? Forward::runRoom() : UINT64_MAX;
}

void OneSide::run(const SubRecordRun &Run) {
  if (Kept == Heap)
    Next.run(Run);
}

Error OneSide::finish() {
  return Kept == Heap ? Forward::finish() : Error::success();
}
