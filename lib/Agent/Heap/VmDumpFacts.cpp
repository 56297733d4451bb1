//===- VmDumpFacts.cpp - What must be known of a VM's dump ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VmDumpFacts.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

void VmDumpFactFinder::visit(const LoadClass &R) {
  Found.LastClass = std::max(Found.LastClass, R.ClassSerial);
  Found.Classes.push_back({R.ClassSerial, R.Class});
}

void VmDumpFactFinder::visit(const StackFrame &R) {
  Found.LastFrame = std::max(Found.LastFrame, R.Id);
}

void VmDumpFactFinder::visit(const StackTrace &R) {
  Found.LastTrace = std::max(Found.LastTrace, R.TraceSerial);
}

void VmDumpFactFinder::visit(const RootJniGlobal &R) {
  if (R.GlobalRef != Handle)
    return;
  Found.Array = R.Object;
  Found.RootPlace = {R.Offset, R.Offset + 1 + 2 * uint64_t(IdSize)};
}

void VmDumpFactFinder::visit(const RootThreadObject &R) {
  Found.LastThread = std::max(Found.LastThread, R.ThreadSerial);
  Found.Threads.push_back({R.ThreadSerial, R.Object});
}

void VmDumpFactFinder::visit(const ObjectArrayDump &R) {
  object(R.Object);
  if (!Found.Array || R.Object != Found.Array || Found.ArrayPlace.any())
    return;
  const uint64_t Head = 1 + IdSize + 4 + 4 + IdSize;
  Found.ArrayPlace = {R.Offset, R.Offset + Head + R.Elements.Size};
  InArray = true;
  elements(R.Elements.Bytes);
}

void VmDumpFactFinder::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (InArray && Of == RecordKind::ObjectArrayDump)
    elements(Chunk);
}

void VmDumpFactFinder::elements(ArrayRef<uint8_t> Bytes) {
  for (uint8_t B : Bytes) {
    Rest.push_back(B);
    if (Rest.size() != IdSize)
      continue;
    Found.Held.push_back(loadBE(Rest.data(), IdSize));
    Rest.clear();
  }
}
