//===- HeapGraphFuzzer.cpp - Fuzz the readers of heap graphs --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the input as a heap snapshot of V8 and as a trace of Perfetto, mapped
/// and as pipes with tiny windows, which must agree.
///
//===----------------------------------------------------------------------===//

#include "hprof/Format/Perfetto/PerfettoReader.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Snapshot/SnapshotReader.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The delivered records, encoded without offsets.
class Events final : public RecordVisitor {
public:
  SmallVector<uint8_t, 0> Bytes;

  using RecordVisitor::visit;
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    Bytes.append(Chunk.begin(), Chunk.end());
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { add(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void add(const R &Rec) {
    Bytes.push_back(uint8_t(R::Kind));
    RecordEncoder To(Bytes, 8);
    mapRecord(To, Rec);
  }
};
} // namespace

/// Reads \p Bytes into \p V; returns a hash of the reported faults.
template <class OptionsT,
          Error (*Reader)(Source &, RecordVisitor &, const OptionsT &)>
static uint64_t read(ArrayRef<uint8_t> Bytes, RecordVisitor &V, size_t Window,
                     OptionsT Options) {
  hash_code Faults = 0;
  Options.OnDamage = [&](const Damage &D) {
    Faults = hash_combine(Faults, D.What);
  };
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz", Window);
  if (Error E = Reader(*In, V, Options))
    Faults = hash_combine(Faults, toString(std::move(E)));
  return uint64_t(Faults);
}

template <class OptionsT,
          Error (*Reader)(Source &, RecordVisitor &, const OptionsT &)>
static void compare(ArrayRef<uint8_t> Bytes, const OptionsT &Options) {
  Events Mapped;
  const uint64_t Faults = read<OptionsT, Reader>(Bytes, Mapped, 0, Options);
  for (size_t Window : {1, 7}) {
    Events Piped;
    if (read<OptionsT, Reader>(Bytes, Piped, Window, Options) != Faults ||
        Piped.Bytes != Mapped.Bytes)
      report_fatal_error("a pipe does not deliver what a mapped file does");
  }
}

// The name is given by libFuzzer.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ArrayRef<uint8_t> Bytes(Data, Size);
  SnapshotReaderOptions Few;
  Few.MaxFields = 3;
  compare<SnapshotReaderOptions, readSnapshot>(Bytes, Few);
  PerfettoReaderOptions Small;
  Small.MaxPacket = 1 << 20;
  compare<PerfettoReaderOptions, readPerfetto>(Bytes, Small);
  looksLikeSnapshot(toStringRef(Bytes));
  looksLikePerfetto(toStringRef(Bytes));
  return 0;
}
