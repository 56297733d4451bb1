//===- HeapWalkSites.cpp - Allocation sites in a heap walk ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkSites.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Error HeapWalkSites::tagAll(jvmtiEnv &Ti, JNIEnv &Jni) {
  Alive.setTagged(&Ti);
  jvmtiError Failed = JVMTI_ERROR_NONE;
  const bool IsDone = Alive.each(Jni, [&](const LiveObject &O) {
    jobject Object = Failed ? nullptr : Jni.NewLocalRef(O.Ref);
    if (!Object)
      return; // The VM has since collected it.
    Failed = Ti.SetTag(Object, LiveObjects::tagOf(O.Site));
    Jni.DeleteLocalRef(Object);
  });
  clearException(Jni);
  if (!IsDone)
    return make_error<JvmError>("the sites of objects are in use by another "
                                "thread, which may be suspended");
  return check("SetTag", Failed);
}

std::vector<uint32_t> HeapWalkSites::traceSerials(TraceTable &Traces) const {
  Traces.writeAll();
  const uint32_t Num = Sites.size();
  std::vector<uint32_t> Result;
  Result.reserve(size_t(Num) + 1);
  Result.push_back(Numbers::SystemTrace);
  for (uint32_t I = 0; I != Num; ++I) {
    const Trace *T = Traces.at(Sites.at(I).Trace);
    // Without a serial, the output is closed.
    Result.push_back(T && T->Serial ? T->Serial : Numbers::SystemTrace);
  }
  return Result;
}
