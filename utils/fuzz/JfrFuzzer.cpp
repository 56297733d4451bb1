//===- JfrFuzzer.cpp - Fuzz the reader of flight recordings ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the profile of a recording, mapped and as a pipe, which must agree;
/// its thread dumps and sampled objects; and all values of its events.
///
//===----------------------------------------------------------------------===//

#include "hprof/Format/Jfr/JfrObjects.h"
#include "hprof/Format/Jfr/JfrReader.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The contents of a profile's records that identify it.
class Counts final : public RecordVisitor {
public:
  hash_code Hash = 0;

  using RecordVisitor::visit;
  void visit(const Utf8 &R) override { add(R.Text.str()); }
  void visit(const StackFrame &R) override { add(R.Line); }
  void visit(const StackTrace &R) override { add(R.TraceSerial); }
  void visit(const CpuSamples &R) override { add(R.Total); }
  void visit(const AllocSites &R) override { add(R.AllocatedBytes); }
  void visit(const MonitorTimes &R) override { add(R.TotalMillis); }

private:
  template <class T> void add(const T &V) { Hash = hash_combine(Hash, V); }
};
} // namespace

/// Reads \p Bytes in windows of \p Window bytes; returns a hash of the profile
/// and the reported faults.
static hash_code profile(ArrayRef<uint8_t> Bytes, size_t Window) {
  Counts V;
  JfrReaderOptions Options;
  Options.MaxChunk = 1 << 20;
  Options.OnDamage = [&](const Damage &D) {
    V.Hash = hash_combine(V.Hash, D.What);
  };
  const std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz", Window);
  if (Error E = readJfr(*In, V, Options))
    V.Hash = hash_combine(V.Hash, toString(std::move(E)));
  return V.Hash;
}

static void readEvents(ArrayRef<uint8_t> Bytes) {
  Expected<std::unique_ptr<JfrRecording>> R =
      JfrRecording::open(Source::fromMemory(Bytes, "fuzz"));
  if (!R)
    return consumeError(R.takeError());
  uint64_t Count = 0, Stated = 0;
  for (const JfrRecording::EventType &T : (*R)->types()) {
    Stated += T.Count;
    for (JfrRecording::Events E = (*R)->events(T); E.next(); ++Count)
      for (unsigned I = 0; I != T.Columns.size(); ++I)
        E.get(I);
  }
  if (Count != Stated)
    report_fatal_error("the number of events is not as stated");
}

// The name is given by libFuzzer.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ArrayRef<uint8_t> Bytes(Data, Size);
  looksLikeJfr(toStringRef(Bytes));
  const hash_code Mapped = profile(Bytes, 0);
  for (size_t Window : {1, 7})
    if (profile(Bytes, Window) != Mapped)
      report_fatal_error("a pipe does not deliver what a mapped file does");
  readEvents(Bytes);
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz");
  consumeError(readJfrThreads(*In, nullptr).takeError());
  In = Source::fromMemory(Bytes, "fuzz");
  consumeError(readJfrObjects(*In, nullptr).takeError());
  return 0;
}
