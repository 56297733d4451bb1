//===- JavacoreFuzzer.cpp - Reads javacores from anybody ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Javacore/JavacoreReader.h"

using namespace hprof;
using namespace llvm;

static size_t numFrames(Expected<ThreadDump> &Dump) {
  size_t N = 0;
  if (Dump)
    for (const ThreadDump::Thread &T : Dump->Threads)
      N += Dump->frames(T).size();
  return N;
}

/// No text causes a crash, and chunk boundaries do not matter.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  size_t Frames[2], Faults[2] = {};
  for (unsigned I = 0; I != 2; ++I) {
    auto In = Source::fromMemory(ArrayRef(Data, Size), "input", I ? 3 : 0);
    Expected<ThreadDump> Dump =
        readJavacore(*In, [&](const Damage &) { ++Faults[I]; });
    Frames[I] = numFrames(Dump);
    consumeError(Dump.takeError());
  }
  if (Frames[0] != Frames[1] || Faults[0] != Faults[1])
    __builtin_trap();
  return 0;
}
