//===- HeapWalkTags.cpp - Object tags in a heap walk ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkTags.h"
#include "Agent/Vm/JvmError.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Expected<uint64_t> WalkTags::give(jvmtiEnv &Ti, jobject Object,
                                  uint64_t Number) const {
  jlong Before = 0;
  if (Error E = check("GetTag", Ti.GetTag(Object, &Before)))
    return E;
  if (const uint64_t N = numberOf(Before))
    return N;
  jlong Tag = Before;
  give(Tag, Number);
  if (Error E = check("SetTag", Ti.SetTag(Object, Tag)))
    return E;
  return Number;
}
