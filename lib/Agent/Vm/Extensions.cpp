//===- Extensions.cpp - Extensions of JVM TI ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Extensions.h"
#include "JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static void release(jvmtiEnv &Ti, void *P) {
  Ti.Deallocate(static_cast<unsigned char *>(P));
}

static void releaseParameters(jvmtiEnv &Ti, jvmtiParamInfo *Params,
                              jint Count) {
  for (const jvmtiParamInfo &P : ArrayRef(Params, size_t(Params ? Count : 0)))
    release(Ti, P.name);
  release(Ti, Params);
}

jvmtiExtensionFunction agent::findExtensionFunction(jvmtiEnv &Ti,
                                                    StringRef Id) {
  JvmArray<jvmtiExtensionFunctionInfo> All(Ti);
  if (Ti.GetExtensionFunctions(&All.Count, All.out()) != JVMTI_ERROR_NONE)
    return nullptr;
  jvmtiExtensionFunction Result = nullptr;
  for (const jvmtiExtensionFunctionInfo &F : All.get()) {
    if (F.id && Id == F.id)
      Result = F.func;
    release(Ti, F.id);
    release(Ti, F.short_description);
    releaseParameters(Ti, F.params, F.param_count);
    release(Ti, F.errors);
  }
  return Result;
}

std::optional<jint> agent::findExtensionEvent(jvmtiEnv &Ti, StringRef Id) {
  JvmArray<jvmtiExtensionEventInfo> All(Ti);
  if (Ti.GetExtensionEvents(&All.Count, All.out()) != JVMTI_ERROR_NONE)
    return std::nullopt;
  std::optional<jint> Result;
  for (const jvmtiExtensionEventInfo &E : All.get()) {
    if (E.id && Id == E.id)
      Result = E.extension_event_index;
    release(Ti, E.id);
    release(Ti, E.short_description);
    releaseParameters(Ti, E.params, E.param_count);
  }
  return Result;
}
