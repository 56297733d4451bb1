//===- ThreadGroups.cpp - Threads with the same stack ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadGroups.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Format/DumpContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace hprof;

/// The place of a frame; only the id of an unknown one.
static auto placeOf(const DumpContext &Context, uint64_t Id) {
  std::optional<StackFrame> F = Context.findFrame(Id);
  const StackFrame Known = F.value_or(StackFrame());
  return std::tuple(F.has_value() ? 0 : Id, Known.Method, Known.Signature,
                    Known.SourceFile, Known.ClassSerial, Known.Line);
}

static bool isSame(const DumpContext &Context,
                   const std::optional<TraceInfo> &A,
                   const std::optional<TraceInfo> &B) {
  if (!A || !B)
    return !A && !B;
  if (A->Frames.size() != B->Frames.size())
    return false;
  for (size_t I = 0; I != A->Frames.size(); ++I)
    if (placeOf(Context, A->Frames[I]) != placeOf(Context, B->Frames[I]))
      return false;
  return true;
}

std::vector<ThreadGroup> hprof::groupByStack(const DumpContext &Context,
                                             ArrayRef<JavaThread> Threads) {
  std::vector<ThreadGroup> Groups;
  // Groups by hash of the stack.
  DenseMap<IdKey, SmallVector<size_t, 1>> ByHash;
  // Threads may share a trace, however long: each trace is read once.
  DenseMap<IdKey, size_t> ByTrace;
  for (auto [I, T] : enumerate(Threads)) {
    auto [Known, IsNew] = ByTrace.try_emplace(T.Info.TraceSerial);
    if (!IsNew) {
      Groups[Known->second].push_back(I);
      continue;
    }
    std::optional<TraceInfo> Trace = Context.findTrace(T.Info.TraceSerial);
    uint64_t Hash = Trace.has_value();
    for (uint64_t Frame : Trace ? Trace->Frames : FrameList())
      Hash = hash_combine(
          Hash, std::apply([](auto... Of) { return hash_combine(Of...); },
                           placeOf(Context, Frame)));
    SmallVector<size_t, 1> &Alike = ByHash[Hash];
    auto *Found = find_if(Alike, [&](size_t G) {
      const JavaThread &First = Threads[Groups[G].front()];
      return isSame(Context, Trace, Context.findTrace(First.Info.TraceSerial));
    });
    if (Found == Alike.end()) {
      Alike.push_back(Groups.size());
      Groups.emplace_back();
      Found = std::prev(Alike.end());
    }
    Known->second = *Found;
    Groups[*Found].push_back(I);
  }
  stable_sort(Groups, [](const ThreadGroup &A, const ThreadGroup &B) {
    return A.size() > B.size();
  });
  return Groups;
}
