//===- HeapReserve.cpp - Java heap reserved for a dump --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapReserve.h"
#include "Agent/Vm/JavaRuntime.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include <algorithm>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Small enough to fit anywhere in any heap, even with 8-byte references.
static constexpr jsize PieceLength = 1 << 14;
static constexpr uint64_t PieceBytes = uint64_t(4) * PieceLength;
/// Explains the reserve, which dumps by other tools contain, too.
static constexpr char Sentence[] =
    "HPROF agent: reserved for its dump at an OutOfMemoryError (see oom=)";

uint64_t HeapReserve::bytesFor(uint64_t HeapSize) {
  // The beans and their classes take about 800 KiB on first use. ZGC allocates
  // pages of 2 MiB per thread, G1 regions of at least 1/2048 of the heap.
  constexpr uint64_t Least = UINT64_C(2) << 20;
  return std::min(std::max(Least, HeapSize / 1024), HeapSize / 16);
}

void HeapReserve::take(jvmtiEnv &Ti, JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  Expected<JavaRuntime> Runtime = JavaRuntime::find(Ti, Jni, "the heap's size");
  Expected<uint64_t> Most =
      Runtime ? Runtime->bytes("maxMemory") : Runtime.takeError();
  if (!Most)
    return consumeError(Most.takeError());
  jclass Object = Jni.FindClass("java/lang/Object");
  if (!Object)
    return clearException(Jni);
  const auto Num = jsize(bytesFor(*Most) / PieceBytes);
  jobjectArray Pieces = Jni.NewObjectArray(Num + 1, Object, nullptr);
  jstring What = Pieces ? Jni.NewStringUTF(Sentence) : nullptr;
  if (!What)
    return clearException(Jni);
  Jni.SetObjectArrayElement(Pieces, 0, What);
  Held = Jni.NewGlobalRef(Pieces);
  for (jsize I = 1; I <= Num; ++I) {
    jobjectArray Piece = Jni.NewObjectArray(PieceLength, Object, nullptr);
    if (!Piece)
      return clearException(Jni);
    Jni.SetObjectArrayElement(Pieces, I, Piece);
    Jni.DeleteLocalRef(Piece);
  }
}

void HeapReserve::release(JNIEnv &Jni) {
  if (jobject Pieces = Held.exchange(nullptr))
    Jni.DeleteGlobalRef(Pieces);
}
