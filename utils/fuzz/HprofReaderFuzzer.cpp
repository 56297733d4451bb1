//===- HprofReaderFuzzer.cpp - Fuzz the reader of HPROF binary ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the input as a mapped file, as pipes with tiny windows, and with
/// several threads: each way must deliver the same records and damage. Then the
/// context and the Verifier read it, mapped and piped, and must agree.
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Verify/Verifier.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The delivered events, in a form that can be added up over threads.
struct Events : HeapVisitor {
  static constexpr bool WantsChunks = true;
  std::array<uint64_t, NumRecordKinds> Records = {};
  uint64_t Payload = 0; ///< Bytes, whole or in chunks.
  uint64_t Sum = 0;     ///< Sum of hashes of offsets.
  uint64_t Frames = 0, Lengths = 0;

  using HeapVisitor::visit;
  template <class R> void visit(const R &Rec) {
    if constexpr (!std::is_same_v<R, FileHeader>) {
      ++Records[unsigned(R::Kind)];
      Sum += uint64_t(hash_combine(Rec.Offset, unsigned(R::Kind)));
    }
    if constexpr (FactsOf<R>.hasPayload())
      Payload += Rec.payload().Bytes.size();
  }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) { Payload += Chunk.size(); }
  void beginFrame(const Frame &) { ++Frames; }
  void endFrame(const Frame &, uint64_t Length) { Lengths += Length; }

  void add(const Events &O) {
    for (unsigned I = 0; I != NumRecordKinds; ++I)
      Records[I] += O.Records[I];
    Payload += O.Payload;
    Sum += O.Sum;
    Frames += O.Frames;
    Lengths += O.Lengths;
  }
  bool operator==(const Events &O) const {
    return Records == O.Records && Payload == O.Payload && Sum == O.Sum &&
           Frames == O.Frames && Lengths == O.Lengths;
  }
};

struct Outcome {
  Events Seen;
  uint64_t Damages = 0, DamageSum = 0;
  bool Refused = false;

  ReaderOptions options() {
    ReaderOptions Options;
    Options.OnDamage = [this](const Damage &D) {
      ++Damages;
      DamageSum += uint64_t(hash_combine(D.Offset, unsigned(D.Code)));
    };
    return Options;
  }
  bool operator==(const Outcome &O) const {
    return Seen == O.Seen && Damages == O.Damages && DamageSum == O.DamageSum &&
           Refused == O.Refused;
  }
};
} // namespace

static Outcome readAlone(ArrayRef<uint8_t> Bytes, size_t Window) {
  Outcome R;
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz", Window);
  Expected<HprofReader> Reader = HprofReader::create(*In, R.options());
  if (Reader) {
    cantFail(Reader->read(R.Seen));
  } else {
    consumeError(Reader.takeError());
    R.Refused = true;
  }
  return R;
}

namespace {
/// Receives everything outside heap dumps; workers receive the dumps' records.
struct OtherEvents : RecordVisitor {
  explicit OtherEvents(Events &To) : To(To) {}
  Events &To;
  bool InDump = false;

  using RecordVisitor::visit;
  void visit(const Opaque &R) override { To.visit(R); }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    To.payload(Of, Chunk);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override {                                         \
    if (!InDump)                                                               \
      To.visit(R);                                                             \
  }
#include "hprof/Format/Records/Records.def"
  void beginFrame(const Frame &F) override {
    InDump = F.isHeap();
    if (!InDump)
      To.beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    if (!InDump)
      To.endFrame(F, Length);
    InDump = false;
  }
};
} // namespace

static Outcome readInParallel(ArrayRef<uint8_t> Bytes) {
  Outcome R;
  std::unique_ptr<HeapFile> File = HeapFile::fromMemory(Bytes, "fuzz");
  std::vector<Events> Workers(3);
  OtherEvents Others(R.Seen);
  WalkOptions Options;
  Options.Context = &Others;
  Options.OnDamage = R.options().OnDamage;
  if (Error E = walkHeap(*File, Workers, Options)) {
    consumeError(std::move(E));
    R.Refused = true;
  }
  for (const Events &W : Workers)
    R.Seen.add(W);
  return R;
}

/// Builds a context and queries it as the tools do.
static void collect(ArrayRef<uint8_t> Bytes) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz");
  Expected<HprofReader> Reader = HprofReader::create(*In);
  if (!Reader)
    return consumeError(Reader.takeError());
  DumpContext Context;
  DumpContext::Builder Build(Context, In->contents());
  cantFail(Reader->read(Build));
  unsigned Left = 100;
  for (const ClassInfo &C : Context.classes()) {
    if (!Left--)
      return;
    if (const InstanceShape *S = Context.instances().find(C.Id))
      for (FieldOrder Order : {FieldOrder::OwnFirst, FieldOrder::ReferentFirst,
                               FieldOrder::RootFirst})
        S->forEachReference(Order, UINT64_MAX, [](const FieldSlot &) {});
    Context.className(C);
  }
}

static std::vector<uint64_t> verifyCounts(ArrayRef<uint8_t> Bytes,
                                          size_t Window) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "fuzz", Window);
  Expected<VerifyReport> Report = verify(*In, VerifyOptions());
  std::vector<uint64_t> Counts;
  if (!Report) {
    consumeError(Report.takeError());
    return Counts;
  }
  for (unsigned K = 0; K != findingInfos().size(); ++K)
    Counts.push_back((*Report)[FindingKind(K)].Count);
  Counts.push_back(Report->Objects);
  Counts.push_back(Report->Dumps);
  return Counts;
}

// The name is given by libFuzzer.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ArrayRef<uint8_t> Bytes(Data, Size);
  Outcome Mapped = readAlone(Bytes, 0);
  for (size_t Window : {1, 7})
    if (!(readAlone(Bytes, Window) == Mapped))
      report_fatal_error("a pipe does not deliver what a mapped file does");
  if (!(readInParallel(Bytes) == Mapped))
    report_fatal_error("threads do not deliver what one thread does");
  collect(Bytes);
  if (verifyCounts(Bytes, 0) != verifyCounts(Bytes, 7))
    report_fatal_error("findings in a pipe are not those in a mapped file");
  return 0;
}
