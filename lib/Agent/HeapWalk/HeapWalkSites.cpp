//===- HeapWalkSites.cpp - Sites of objects in a heap walk ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkSites.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/JvmError.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Error HeapWalkSites::begin(jvmtiEnv &Ti) {
  if (IsOpen)
    if (Error E = restore(Ti))
      return E;
  IsOpen = true;
  return Error::success();
}

void HeapWalkSites::giveBack(ObjectTag Is) {
  Amount *A = Is.hasSite() ? Taken.find(Is.site()) : nullptr;
  if (!A)
    return;
  A->Objects -= std::min<uint64_t>(A->Objects, 1);
  A->Bytes -= std::min(A->Bytes, Is.size());
}

/// Tags that are not negative are those of classes, and of objects that were
/// allocated meanwhile.
jint JNICALL HeapWalkSites::onObject(jlong, jlong Size, jlong *Tag, jint,
                                     void *This) {
  if (*Tag >= 0)
    return 0;
  const uint32_t Site = uint32_t(uint64_t(*Tag) >> 32) & INT32_MAX;
  *Tag = 0;
  if (!Site)
    return 0;
  const ObjectTag Is(Site - 1, uint64_t(Size));
  *Tag = Is.get();
  static_cast<HeapWalkSites *>(This)->giveBack(Is);
  return 0;
}

Error HeapWalkSites::restore(jvmtiEnv &Ti) {
  jvmtiHeapCallbacks Calls = {};
  Calls.heap_iteration_callback = onObject;
  if (Error E = check("IterateThroughHeap",
                      Ti.IterateThroughHeap(JVMTI_HEAP_FILTER_UNTAGGED, nullptr,
                                            &Calls, this)))
    return E;
  IsOpen = false;
  // What was not there is dead, whether the VM has reported it or will.
  const uint32_t Num = Sites.size();
  for (uint32_t I = 0; I != Num; ++I)
    if (Amount *A = Taken.find(I); A && A->Objects) {
      Sites.freed(I, *A);
      *A = Amount();
    }
  return Error::success();
}

uint64_t HeapWalkSites::numLive() const {
  uint64_t Result = 0;
  const uint32_t Num = Sites.size();
  for (uint32_t I = 0; I != Num; ++I)
    Result += Sites.counts(I).Live.Objects;
  return Result;
}

std::vector<uint32_t> HeapWalkSites::traceSerials(TraceTable &Traces) const {
  Traces.writeAll();
  const uint32_t Num = Sites.size();
  std::vector<uint32_t> Result;
  Result.reserve(size_t(Num) + 1);
  Result.push_back(Numbers::SystemTrace);
  for (uint32_t I = 0; I != Num; ++I) {
    const Trace *T = Traces.at(Sites.at(I).Trace);
    // Without a serial there is no output any more.
    Result.push_back(T && T->Serial ? T->Serial : Numbers::SystemTrace);
  }
  return Result;
}
