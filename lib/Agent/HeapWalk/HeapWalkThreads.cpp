//===- HeapWalkThreads.cpp - Threads in a heap walk -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkThreads.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Unknown data of a method stays empty: its class may be about to be unloaded.
WalkFrame HeapWalkThreads::describe(jmethodID M) {
  WalkFrame R;
  R.Method = M;
  R.Name = R.Signature = R.Source = Names.number("");
  LocalFrame Refs(Jni);
  JvmText Name(Ti), Signature(Ti), Source(Ti);
  if (Ti.GetMethodName(M, Name.out(), Signature.out(), nullptr) ==
      JVMTI_ERROR_NONE) {
    R.Name = Names.number(Name.str());
    R.Signature = Names.number(Signature.str());
  }
  jclass C = nullptr;
  if (Ti.GetMethodDeclaringClass(M, &C) != JVMTI_ERROR_NONE)
    return R;
  if (uint32_t I = Classes.indexOf(C); I != WalkClass::None)
    R.ClassSerial = Loaded[I].Known.Serial;
  if (Ti.GetSourceFileName(C, Source.out()) == JVMTI_ERROR_NONE)
    R.Source = Names.number(Source.str());
  return R;
}

int32_t HeapWalkThreads::lineOf(const jvmtiFrameInfo &F) {
  constexpr int32_t Unknown = -1, Native = -3;
  if (F.location < 0)
    return Native;
  JvmArray<jvmtiLineNumberEntry> Lines(Ti);
  if (Ti.GetLineNumberTable(F.method, &Lines.Count, Lines.out()) !=
      JVMTI_ERROR_NONE)
    return Unknown;
  int32_t Line = Unknown;
  jlocation Best = -1;
  for (const jvmtiLineNumberEntry &E : Lines.get())
    if (E.start_location <= F.location && E.start_location > Best) {
      Best = E.start_location;
      Line = E.line_number;
    }
  return Line;
}

WalkFrame HeapWalkThreads::frameOf(const jvmtiFrameInfo &F, bool HasLines) {
  auto [It, IsNew] = Known.try_emplace(F.method);
  if (IsNew)
    It->second = describe(F.method);
  WalkFrame R = It->second;
  if (HasLines || F.location < 0)
    R.Line = lineOf(F);
  return R;
}

Expected<std::vector<WalkThread>>
HeapWalkThreads::read(ArrayRef<ThreadTable::Live> Live, bool HasLines) {
  std::vector<WalkThread> Result;
  std::vector<jvmtiFrameInfo> Stack(MaxFrames);
  for (const ThreadTable::Live &L : Live) {
    const uint64_t N = WalkNumbers::ofId(L.Known.Id);
    if (!WalkNumbers::isThread(N))
      continue;
    if (Error E = Tags.give(Ti, L.Thread, N).takeError())
      return E;
    WalkThread T;
    T.Known = L.Known;
    jint Count = 0;
    // The thread may have ended.
    if (Ti.GetStackTrace(L.Thread, 0, MaxFrames, Stack.data(), &Count) ==
        JVMTI_ERROR_NONE)
      for (const jvmtiFrameInfo &F : ArrayRef(Stack).take_front(size_t(Count)))
        T.Frames.push_back(frameOf(F, HasLines));
    Result.push_back(std::move(T));
  }
  return Result;
}
