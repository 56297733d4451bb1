//===- Forward.cpp - Forwards the record stream ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/Forward.h"

using namespace hprof;
using namespace llvm;

void Forward::visit(const FileHeader &H) { Next.visit(H); }
void Forward::beginFrame(const Frame &F) { Next.beginFrame(F); }
void Forward::endFrame(const Frame &F, uint64_t Length) {
  Next.endFrame(F, Length);
}
void Forward::visit(const Opaque &R) { Next.visit(R); }
void Forward::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  Next.payload(Of, Chunk);
}
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void Forward::visit(const NAME &R) { Next.visit(R); }
#include "hprof/Format/Records/Records.def"
uint64_t Forward::runRoom() const { return Next.runRoom(); }
void Forward::run(const SubRecordRun &Run) { Next.run(Run); }
bool Forward::wantsMore() const { return Next.wantsMore(); }
Error Forward::finish() { return Next.finish(); }
