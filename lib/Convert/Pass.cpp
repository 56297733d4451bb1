//===- Pass.cpp - A stage of the record stream ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass.h"

using namespace hprof;
using namespace llvm;

void Pass::visit(const FileHeader &H) { Next.visit(H); }
void Pass::beginFrame(const Frame &F) { Next.beginFrame(F); }
void Pass::endFrame(const Frame &F, uint64_t Length) {
  Next.endFrame(F, Length);
}
void Pass::visit(const Opaque &R) { Next.visit(R); }
void Pass::payload(ArrayRef<uint8_t> Chunk) { Next.payload(Chunk); }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void Pass::visit(const NAME &R) { Next.visit(R); }
#include "hprof/Format/Hprof/Records.def"
uint64_t Pass::runRoom() const { return Next.runRoom(); }
void Pass::run(const SubRecordRun &Run) { Next.run(Run); }
bool Pass::wantsMore() const { return Next.wantsMore(); }
Error Pass::finish() { return Next.finish(); }
