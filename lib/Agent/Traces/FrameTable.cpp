//===- FrameTable.cpp - Frames of traces ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FrameTable.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static uint32_t hashOf(const jvmtiFrameInfo &F) {
  return HashOf()
      .add(uint64_t(reinterpret_cast<uintptr_t>(F.method)))
      .add(uint64_t(F.location))
      .get();
}

StackPlace *FrameTable::find(uint32_t Hash, const jvmtiFrameInfo &F) const {
  auto At = Index.find(Hash, [&](uint32_t I) {
    const StackPlace &P = *Places.find(I);
    return P.Method == F.method && P.Location == F.location;
  });
  return At ? Places.find(*At) : nullptr;
}

StackPlace *FrameTable::find(const jvmtiFrameInfo &F) const {
  return find(hashOf(F), F);
}

StackPlace *FrameTable::get(JNIEnv &Jni, const jvmtiFrameInfo &F) {
  const uint32_t Hash = hashOf(F);
  if (StackPlace *P = find(Hash, F))
    return P;
  const Method *M = Methods.get(Jni, F.method);
  if (!M)
    return nullptr;
  std::lock_guard<std::mutex> Hold(Lock);
  if (StackPlace *P = find(Hash, F))
    return P; // Another thread has just added it.
  StackPlace *P = Places.get(Count);
  if (!P)
    return nullptr;
  *P = {F.method, F.location, M, M->lineAt(F.location), 0};
  if (!Index.insert(Hash, Count))
    return nullptr;
  ++Count;
  return P;
}
