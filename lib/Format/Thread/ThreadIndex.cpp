//===- ThreadIndex.cpp - Finds threads in a thread dump -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

ThreadIndex::ThreadIndex(const ThreadDump &Dump) : Dump(Dump) {
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    if (T.VmThread)
      ByVmThread.try_emplace(T.VmThread, uint32_t(I));
    if (T.Object)
      ByObject.try_emplace(T.Object, uint32_t(I));
    if (T.Id)
      ById.try_emplace(*T.Id, uint32_t(I));
  }
}

std::optional<uint32_t>
ThreadIndex::find(const ThreadDump::ThreadRef &R) const {
  auto In = [](const Numbers &Map, uint64_t Key) -> std::optional<uint32_t> {
    auto It = Map.find(Key);
    return It == Map.end() ? std::nullopt : std::optional(It->second);
  };
  if (R.VmThread)
    return In(ByVmThread, R.VmThread);
  if (R.Object)
    return In(ByObject, R.Object);
  if (R.Id)
    return In(ById, *R.Id);
  if (ByName.empty())
    for (const auto &[I, T] : enumerate(Dump.Threads))
      ByName.try_emplace(T.Name, uint32_t(I));
  auto It = ByName.find(R.Name);
  return It == ByName.end() ? std::nullopt : std::optional(It->second);
}
