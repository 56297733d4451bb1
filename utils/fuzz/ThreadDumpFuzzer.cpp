//===- ThreadDumpFuzzer.cpp - Reads thread dumps from anybody -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "hprof/Format/ThreadText/JstackReader.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Results that may differ between two ways of reading.
struct Counts {
  size_t Threads = 0, Frames = 0, Locks = 0, Faults = 0;

  void add(const ThreadDump &D) {
    Threads += D.Threads.size();
    for (const ThreadDump::Thread &T : D.Threads) {
      Frames += D.frames(T).size();
      Locks += T.Locks.size();
    }
  }
  bool operator==(const Counts &O) const {
    return Threads == O.Threads && Frames == O.Frames && Locks == O.Locks &&
           Faults == O.Faults;
  }
};
} // namespace

static Counts read(ArrayRef<uint8_t> Data, bool IsJson, size_t Window) {
  Counts C;
  auto In = Source::fromMemory(Data, "input", Window);
  auto OnDamage = [&](const Damage &) { ++C.Faults; };
  if (IsJson) {
    Expected<ThreadDump> Dump = readThreadJson(*In, OnDamage);
    if (Dump)
      C.add(*Dump);
    consumeError(Dump.takeError());
    return C;
  }
  Expected<std::vector<ThreadDump>> Dumps = readJstack(*In, OnDamage);
  if (Dumps)
    for (const ThreadDump &D : *Dumps)
      C.add(D);
  consumeError(Dumps.takeError());
  return C;
}

/// No text causes a crash, and chunk boundaries do not matter.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ArrayRef<uint8_t> Bytes(Data, Size);
  for (bool IsJson : {false, true})
    if (!(read(Bytes, IsJson, 0) == read(Bytes, IsJson, 3)))
      __builtin_trap();
  return 0;
}
