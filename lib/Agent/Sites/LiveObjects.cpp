//===- LiveObjects.cpp - Live counted objects -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiveObjects.h"
#include "Agent/Memory/ThreadPart.h"
#include "Agent/Vm/JvmMemory.h"
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

using namespace hprof::agent;
using namespace llvm;

LiveObjects::~LiveObjects() {
  for (Chunk *C = take(); C;)
    Budget.unmap(std::exchange(C, C->Next), sizeof(Chunk));
}

//===----------------------------------------------------------------------===//
// Adding
//===----------------------------------------------------------------------===//

bool LiveObjects::add(JNIEnv &Jni, jobject Object, uint32_t Site,
                      uint64_t Size) {
  jweak Ref = Jni.NewWeakGlobalRef(Object);
  if (LLVM_UNLIKELY(!Ref)) {
    clearException(Jni);
    return true;
  }
  const uint64_t Units = std::min<uint64_t>((Size + 7) / 8, UINT32_MAX);
  if (LLVM_UNLIKELY(!put({Ref, Site, uint32_t(Units)}, Object))) {
    Jni.DeleteWeakGlobalRef(Ref);
    return false;
  }
  if (LLVM_UNLIKELY(NumFull.load(std::memory_order_relaxed) >=
                    SweepAt.load(std::memory_order_relaxed)))
    if (std::unique_lock<std::mutex> Sweeping(SweepLock, std::try_to_lock);
        Sweeping && NumFull >= SweepAt)
      sweep(Jni, [](const LiveObject &) { return true; });
  return true;
}

bool LiveObjects::put(const LiveObject &O, jobject Object) {
  Part &P = Parts[partOfThread() % NumParts];
  Chunk *Filled = nullptr;
  {
    std::lock_guard<std::mutex> Hold(P.Lock);
    if (LLVM_UNLIKELY(!P.Current)) {
      P.Current = static_cast<Chunk *>(Budget.map(sizeof(Chunk)));
      if (!P.Current)
        return false;
    }
    P.Current->Entries[P.Current->Num++] = O;
    if (LLVM_UNLIKELY(P.Tagged))
      P.Tagged->SetTag(Object, tagOf(O.Site));
    if (LLVM_UNLIKELY(P.Current->Num == Chunk::Capacity))
      Filled = std::exchange(P.Current, nullptr);
  }
  if (Filled)
    give(Filled, Filled, Filled->Num);
  return true;
}

void LiveObjects::setTagged(jvmtiEnv *Ti) {
  for (Part &P : Parts) {
    std::lock_guard<std::mutex> Hold(P.Lock);
    P.Tagged = Ti;
  }
}

/// Adds the full chunks \p First to \p Last, with \p Num entries, to the list.
void LiveObjects::give(Chunk *First, Chunk *Last, uint64_t Num) {
  std::lock_guard<std::mutex> Hold(FullLock);
  Last->Next = std::exchange(Full, First);
  NumFull += Num;
}

/// Removes all chunks, full or not, and returns them as a list.
LiveObjects::Chunk *LiveObjects::take() {
  Chunk *All = nullptr;
  for (Part &P : Parts) {
    std::lock_guard<std::mutex> Hold(P.Lock);
    if (!P.Current)
      continue;
    P.Current->Next = All;
    All = std::exchange(P.Current, nullptr);
  }
  std::lock_guard<std::mutex> Hold(FullLock);
  NumFull = 0;
  Chunk **End = &All;
  while (*End)
    End = &(*End)->Next;
  *End = std::exchange(Full, nullptr);
  return All;
}

//===----------------------------------------------------------------------===//
// Sweeping
//===----------------------------------------------------------------------===//

/// Keeps the live objects for which \p Keeps is true. SweepLock is held.
void LiveObjects::sweep(JNIEnv &Jni,
                        function_ref<bool(const LiveObject &)> Keeps) {
  Chunk *const First = take();
  // Kept entries move to the front of the same chunks.
  Chunk *To = First, *Last = nullptr;
  uint32_t At = 0;
  uint64_t NumKept = 0;
  for (Chunk *From = First; From; From = From->Next)
    for (uint32_t I = 0, Num = From->Num; I != Num; ++I) {
      const LiveObject O = From->Entries[I];
      if (Jni.IsSameObject(O.Ref, nullptr) || !Keeps(O)) {
        Jni.DeleteWeakGlobalRef(O.Ref);
        continue;
      }
      if (At == Chunk::Capacity) {
        To->Num = At;
        To = To->Next;
        At = 0;
      }
      To->Entries[At++] = O;
      Last = To;
      ++NumKept;
    }
  Chunk *Rest = Last ? std::exchange(Last->Next, nullptr) : First;
  if (Last) {
    Last->Num = At;
    give(First, Last, NumKept);
  }
  while (Rest)
    Budget.unmap(std::exchange(Rest, Rest->Next), sizeof(Chunk));
  SweepAt =
      NumKept + std::max<uint64_t>(NumKept / 2, uint64_t(2) * Chunk::Capacity);
}

/// Sweeps as soon as no other thread is sweeping. \return false if that takes
/// longer than \p MaxSeconds.
bool LiveObjects::sweepOnce(JNIEnv &Jni, unsigned MaxSeconds,
                            function_ref<bool(const LiveObject &)> Keeps) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + std::chrono::seconds(MaxSeconds);
  std::unique_lock<std::mutex> Sweeping(SweepLock, std::try_to_lock);
  for (; !Sweeping; Sweeping.try_lock()) {
    if (Clock::now() >= End)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  sweep(Jni, Keeps);
  return true;
}

bool LiveObjects::each(JNIEnv &Jni, function_ref<void(const LiveObject &)> Do,
                       unsigned MaxSeconds) {
  return sweepOnce(Jni, MaxSeconds, [&](const LiveObject &O) {
    Do(O);
    return true;
  });
}

bool LiveObjects::clear(JNIEnv &Jni) {
  return sweepOnce(Jni, MostSeconds, [](const LiveObject &) { return false; });
}
