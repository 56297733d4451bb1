//===- Tee.cpp - One record stream for several visitors -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/Tee.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

void Tee::visit(const FileHeader &H) {
  for (RecordVisitor *V : Others)
    V->visit(H);
}
void Tee::beginFrame(const Frame &F) {
  for (RecordVisitor *V : Others)
    V->beginFrame(F);
}
void Tee::endFrame(const Frame &F, uint64_t Length) {
  for (RecordVisitor *V : Others)
    V->endFrame(F, Length);
}
void Tee::visit(const Opaque &R) {
  for (RecordVisitor *V : Others)
    V->visit(R);
}
void Tee::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  for (RecordVisitor *V : Others)
    V->payload(Of, Chunk);
}
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void Tee::visit(const NAME &R) {                                             \
    for (RecordVisitor * V : Others)                                           \
      V->visit(R);                                                             \
  }
#include "hprof/Format/Records/Records.def"

RecordKindSet Tee::runKinds() const {
  RecordKindSet Kinds;
  Kinds.set();
  for (const RecordVisitor *V : Others)
    Kinds &= V->runKinds();
  return Kinds;
}
uint64_t Tee::runRoom() const {
  uint64_t Room = UINT64_MAX;
  for (const RecordVisitor *V : Others)
    Room = std::min(Room, V->runRoom());
  return Room;
}
void Tee::run(const SubRecordRun &Run) {
  for (RecordVisitor *V : Others)
    V->run(Run);
}

bool Tee::wantsMore() const {
  return all_of(Others, [](const RecordVisitor *V) { return V->wantsMore(); });
}

Error Tee::finish() {
  Error All = Error::success();
  for (RecordVisitor *V : Others)
    All = joinErrors(std::move(All), V->finish());
  return All;
}
