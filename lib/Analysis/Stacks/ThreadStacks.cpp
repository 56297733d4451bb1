//===- ThreadStacks.cpp - Stacks of threads -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavaFrame.h"
#include "hprof/Analysis/Stacks/StackSources.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static WeightedStacks::Frame frameOf(const ThreadFrame &F) {
  return javaFrame(F.ClassName, F.Method, F.SourceFile, F.Line);
}

WeightedStacks hprof::stacksOf(const ThreadDump &Dump) {
  WeightedStacks To("Threads", {{"threads", "count"}}, 0);
  To.Millis = Dump.Millis.value_or(0);
  // A million virtual threads have few stacks.
  DenseMap<uint32_t, WeightedStacks::Place> Known;
  for (const ThreadDump::Thread &T : Dump.Threads) {
    const ArrayRef<uint32_t> Frames = Dump.Stacks.frames(T.Stack);
    if (Frames.empty())
      continue;
    const auto [It, IsNew] = Known.try_emplace(T.Stack, 0);
    if (IsNew) {
      WeightedStacks::Place At = 0;
      for (uint32_t F : reverse(Frames))
        At = To.push(At, To.addFrame(frameOf(Dump.Stacks.frame(F))));
      It->second = At;
    }
    To.add({It->second, To.addThread(toUtf8(T.Name))}, uint64_t(1));
  }
  return To;
}
