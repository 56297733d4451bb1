//===- DumpSummary.cpp - The facts about a whole dump ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Summary/DumpSummary.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Format/Base/NoSuchDump.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/ClassTable.h"
#include "hprof/Format/Records/RecordHeader.h"
#include "hprof/Layout/FlattenedValues.h"

using namespace hprof;
using namespace llvm;

uint64_t DumpSummary::objects() const {
  uint64_t Sum = 0;
  for (unsigned K = 0; K != NumRecordKinds; ++K)
    if (recordInfo(RecordKind(K)).Group == RecordGroup::Object)
      Sum += Records[K].Count;
  return Sum;
}

uint64_t DumpSummary::objectBytes() const {
  uint64_t Sum = 0;
  for (unsigned K = 0; K != NumRecordKinds; ++K)
    if (recordInfo(RecordKind(K)).Group == RecordGroup::Object)
      Sum += Records[K].Bytes;
  return Sum;
}

bool DumpSummary::hasNoRecords() const {
  return all_of(Records, [](const RecordCount &C) { return C.Count == 0; });
}

namespace {
/// Visits the heap dump records and keeps cheap counts.
class RecordCounter : public HeapVisitor {
public:
  std::array<RecordCount, NumRecordKinds> Records{};
  uint64_t OpaqueBytes = 0;
  ClassTable<uint64_t> Instances, Arrays; ///< Counts by class.
  std::vector<DumpSummary::Heap> Heaps;
  std::vector<uint64_t> HeapNames;
  size_t CurrentHeap = SIZE_MAX;
  uint64_t FirstRoot = UINT64_MAX, FirstObject = UINT64_MAX; ///< Offsets.
  FlattenedEvidence Flattened;
  ContentEvidence Contents;
  const DumpContext *Context = nullptr;

  void beginFrame(const Frame &) {
    CurrentHeap = SIZE_MAX;
    IdBase = Context->header().Origin.IdBase;
  }

  template <class R> void visit(const R &Rec) {
    RecordCount &C = Records[unsigned(R::Kind)];
    ++C.Count;
    if constexpr (FactsOf<R>.lists() != 0)
      C.Bytes += listBytes(Rec);
    if constexpr (FactsOf<R>.hasPayload())
      C.Bytes += Rec.payload().Size;
    if constexpr (R::Group == RecordGroup::Root) {
      if (LLVM_UNLIKELY(FirstRoot == UINT64_MAX))
        FirstRoot = Rec.Offset;
    } else if constexpr (R::Group == RecordGroup::Object) {
      if (LLVM_UNLIKELY(FirstObject == UINT64_MAX))
        FirstObject = Rec.Offset;
      if (LLVM_UNLIKELY(CurrentHeap != SIZE_MAX))
        ++Heaps[CurrentHeap].Objects;
    }
    extra(Rec);
  }
  void visit(const Opaque &) { ++Records[unsigned(RecordKind::Opaque)].Count; }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
    if (Of == RecordKind::Opaque)
      OpaqueBytes += Chunk.size();
  }
  void omitted(uint64_t Bytes) { OpaqueBytes += Bytes; }

private:
  template <class R> void extra(const R &) {}
  void extra(const InstanceDump &R) {
    if (LLVM_UNLIKELY(!Instances[R.Class]++))
      Contents.meet(R.Class, *Context);
    Contents.instance(R.Class, R.Values.Bytes);
    Flattened.instance(R.Object - IdBase, R.Class);
  }
  void extra(const ObjectArrayDump &R) {
    ++Arrays[R.Class];
    Flattened.array(R.Object - IdBase, R.Class);
  }
  void extra(const PrimitiveArrayDump &R) {
    Contents.array(R.ElementType, R.Length, R.Elements.Bytes);
    Flattened.array(R.Object - IdBase, 0);
  }
  void extra(const ClassDump &R) { Flattened.classObject(R.Class - IdBase); }
  void extra(const HeapDumpInfo &R) {
    auto Same = [&](const DumpSummary::Heap &H) { return H.Id == R.HeapId; };
    CurrentHeap = size_t(find_if(Heaps, Same) - Heaps.begin());
    if (CurrentHeap != Heaps.size())
      return;
    Heaps.push_back({R.HeapId, "", 0});
    HeapNames.push_back(R.HeapName);
  }

  uint64_t IdBase = 0; ///< Ids are addresses plus this.
};

/// Visits all records except objects in heap dumps. Keeps classes and threads.
class TopCounter : public DumpContext::Builder {
public:
  TopCounter(DumpContext &Context, std::optional<ArrayRef<uint8_t>> Stable,
             DumpSummary &S, ProducerEvidence &E)
      : Builder(Context, Stable), S(S), E(E) {}

  using DumpContext::Builder::visit;
  void visit(const FileHeader &H) override {
    if (S.Headers++ == 0)
      S.Header = H;
    Builder::visit(H);
  }
  void beginFrame(const Frame &F) override {
    if (!SawFrame) {
      E.BeginsWithSettings = F.kind() == RecordKind::ControlSettings;
      E.BeginsWithTrace = F.kind() == RecordKind::StackTrace;
    }
    SawFrame = true;
    RecordCount &C = S.Records[unsigned(F.kind())];
    // Bytes that no record covers are counted once, as Opaque.
    if (F.kind() != RecordKind::Opaque)
      ++C.Count;
    Builder::beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    S.Records[unsigned(F.kind())].Bytes += 9 + (InOpaque ? 0 : Length);
    InOpaque = false;
    Builder::endFrame(F, Length);
    if (F.kind() == RecordKind::HeapDumpSegment && F.DeclaredLength &&
        Length > F.DeclaredLength && F.Offset >= Overlong.Offset) {
      Overlong = F;
      Overlong.Length = Length;
    }
    if (Length < F.Length && F.Length != UINT64_MAX &&
        (!S.Cut || S.Cut->Record.Offset < F.Offset))
      S.Cut = {F, Length};
  }
  void visit(const Opaque &O) override {
    ++S.Records[unsigned(RecordKind::Opaque)].Count;
    InOpaque = true;
    if (O.Size == UINT64_MAX)
      S.UnreadFrom = O.Offset;
    Builder::visit(O);
  }
  void visit(const Utf8 &R) override {
    Signatures += R.Text.str().starts_with("(");
    Builder::visit(R);
  }
  void visit(const StackFrame &R) override {
    ++Frames;
    Builder::visit(R);
  }
  /// Bytes that are not a record are skipped, unless there are too few of them
  /// for a record. If the last segment continues past its declared length to
  /// the end of the input, its sub-records may actually be other records.
  void end(uint64_t Size) {
    if (S.UnreadFrom && Size - *S.UnreadFrom < RecordHeaderSize) {
      S.HeaderBytes = Size - *S.UnreadFrom;
      S.UnreadFrom.reset();
    }
    if (Overlong.Length && Overlong.BodyOffset + Overlong.Length == Size)
      S.UnreadFrom = Overlong.BodyOffset + Overlong.DeclaredLength;
  }
  bool hasAllSymbols() const { return Signatures > 2 * Frames + 100; }
  /// Discards all data at the start of the next concatenated file.
  void restart() {
    forget();
    S = DumpSummary();
    E = ProducerEvidence();
    Signatures = Frames = 0;
    Overlong = Frame();
    SawFrame = InOpaque = false;
  }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    if (Of == RecordKind::Opaque)
      S.Records[unsigned(RecordKind::Opaque)].Bytes += Chunk.size();
    Builder::payload(Of, Chunk);
  }

private:
  DumpSummary &S;
  ProducerEvidence &E;
  uint64_t Signatures = 0, Frames = 0;
  bool SawFrame = false, InOpaque = false;
  Frame Overlong; ///< The last overlong segment, with its actual length.
};

/// Properties of a dump that are derived from its damage.
struct DamageTally {
  uint64_t Faults = 0;
  bool LacksEnd = false, EndsEarly = false, LengthsAreSound = true;

  void add(const Damage &D) {
    ++Faults;
    LacksEnd |= D.Code == format_errc::missing_end;
    EndsEarly |= D.Code == format_errc::truncated;
    LengthsAreSound &= D.Code == format_errc::truncated ||
                       D.Code == format_errc::missing_end ||
                       D.Code == format_errc::bad_compression;
  }
  void addTo(DumpSummary &S) const {
    S.Faults += Faults;
    S.LacksEnd |= LacksEnd;
    S.EndsEarly |= EndsEarly;
    S.LengthsAreSound &= LengthsAreSound;
  }
};

/// If one of several heap dumps is requested, forwards the records that belong
/// to it: the frames of that dump, and the other records of the concatenated
/// file that contains it. The walk skips the other heap dumps.
class OneFile final : public RecordVisitor {
public:
  /// \p Facts are the results of the walk.
  OneFile(TopCounter &To, bool IsOfOneDump, DumpSummary &S,
          const WalkFacts &Facts)
      : To(To), IsOfOneDump(IsOfOneDump), S(S), Facts(Facts) {}

  void visit(const FileHeader &H) override {
    if (IsOfOneDump && HasBegun) {
      IsOver |= SawHeap;
      if (!IsOver)
        To.restart();
      endFile();
    }
    HasBegun = true;
    if (!IsOver)
      To.visit(H);
  }
  void beginFrame(const Frame &F) override {
    SawHeap |= F.isHeap();
    if (!IsOver)
      To.beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    if (!IsOver)
      To.endFrame(F, Length);
  }
  void visit(const Opaque &O) override {
    if (!IsOver)
      To.visit(O);
  }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    if (!IsOver)
      To.payload(Of, Chunk);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override {                                         \
    if (!IsOver)                                                               \
      To.visit(R);                                                             \
  }
#include "hprof/Format/Records/Records.def"

  /// Counts damage in the file that contains the dump and, until another heap
  /// dump is found, in later concatenated files.
  void add(const Damage &D) {
    DamageTally T;
    T.add(D);
    if (!IsOver)
      T.addTo(S);
    else
      InLaterFile.add(D);
  }
  /// Must be called at the end of the walk.
  void endFile() {
    if (Facts.EndOfDump == UINT64_MAX)
      InLaterFile.addTo(S);
    InLaterFile = DamageTally();
  }

private:
  TopCounter &To;
  const bool IsOfOneDump;
  DumpSummary &S;
  const WalkFacts &Facts;
  DamageTally InLaterFile; ///< Damage after the end of the dump's own file.
  bool HasBegun = false, SawHeap = false, IsOver = false;
};
} // namespace

/// Returns the sum of \p Counts over classes without a CLASS DUMP.
static uint64_t unexplained(const ClassTable<uint64_t> &Counts,
                            const DumpContext &Context) {
  uint64_t Sum = 0;
  Counts.forEach([&](uint64_t Class, uint64_t N) {
    const ClassInfo *C = Context.findClass(Class);
    if (!C || !C->IsDumped)
      Sum += N;
  });
  return Sum;
}

/// Sums up the counts of all threads, and computes bytes from counts.
static void addUp(DumpSummary &S, std::vector<RecordCounter> &Workers,
                  const DumpContext &Context, bool HasValues) {
  FlattenedEvidence Flattened;
  ContentEvidence Contents;
  for (RecordCounter &W : Workers) {
    Flattened.merge(W.Flattened);
    Contents.merge(W.Contents);
    for (unsigned K = 0; K != NumRecordKinds; ++K) {
      S.Records[K].Count += W.Records[K].Count;
      S.Records[K].Bytes += W.Records[K].Bytes;
    }
    S.Records[unsigned(RecordKind::Opaque)].Bytes += W.OpaqueBytes;
    S.UnexplainedInstances += unexplained(W.Instances, Context);
    S.UnexplainedArrays += unexplained(W.Arrays, Context);
    for (auto [I, H] : enumerate(W.Heaps)) {
      S.Heaps.push_back(H);
      S.Heaps.back().Name = Context.string(W.HeapNames[I]).value_or("").str();
    }
  }
  S.Flattened = Flattened.decide(S.Header.Origin.IdBase).count();
  if (HasValues)
    S.Prepared = Contents.decide(Context);
  unsigned IdSize = S.Header.IdSize;
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  {                                                                            \
    RecordCount &C = S.Records[unsigned(RecordKind::NAME)];                    \
    C.Bytes += C.Count * (1 + headSize<NAME>(IdSize));                         \
  }
#include "hprof/Format/Records/Records.def"
  for (RecordKind K : {RecordKind::HeapDump, RecordKind::HeapDumpSegment})
    S.Records[unsigned(K)].Bytes = RecordHeaderSize * S.of(K).Count;
}

static Error walk(HeapFile &File, DumpContext &Context, DumpSummary &S,
                  ProducerEvidence &E, const SummaryOptions &Options,
                  std::vector<RecordCounter> &Workers) {
  unsigned Dump = Options.Dump;
  std::pair<uint64_t, uint64_t> Own(0, UINT64_MAX);
  if (Dump && File.source().contents()) {
    Expected<MutableArrayRef<HeapSegments>> All = File.dumps();
    if (!All)
      return All.takeError();
    if (Error E = File.dump(Dump).takeError())
      return E;
    if (All->empty())
      Dump = 0;
    else
      Own = damageRange(*All, Dump);
  }
  TopCounter Top(Context, File.source().contents(), S, E);
  WalkFacts Facts;
  OneFile Ours(Top, Dump != 0, S, Facts);
  WalkOptions Walk;
  Walk.Dump = Dump;
  Walk.Context = &Ours;
  Walk.OnBytes = Options.OnBytes;
  Walk.OnDump = [&](unsigned, const FileHeader &) {
    Top.endHeapDump();
    return Error::success();
  };
  Walk.OnDamage = [&](const Damage &D) {
    // A missing end of a file is reported at the start of the next file.
    const uint64_t At = D.Offset - (D.Code == format_errc::missing_end ? 1 : 0);
    if (At >= Own.first && At < std::min(Own.second, Facts.EndOfDump))
      Ours.add(D);
    if (Options.OnDamage)
      Options.OnDamage(D);
  };
  if (Error Err = walkHeap(File, Workers, Walk, &Facts))
    return Err;
  Ours.endFile();
  Source &In = File.source();
  S.Size = In.contents() ? In.contents()->size() : In.offset();
  Top.end(S.Size);
  if (Options.Dump > std::max(Facts.Dumps, 1U))
    return noSuchDump(Options.Dump, Facts.Dumps);
  S.Dumps = Facts.Dumps;
  S.Headers = Facts.Files;
  S.WasParallel = Facts.WasParallel;
  E.HasAllSymbols = Top.hasAllSymbols();
  Top.sortThreads();
  return Error::success();
}

Expected<DumpSummary> hprof::summarize(HeapFile &File, DumpContext &Context,
                                       const SummaryOptions &Options) {
  DumpSummary S;
  ProducerEvidence E;
  std::vector<RecordCounter> Workers(std::max(1U, Options.Threads));
  for (RecordCounter &W : Workers)
    W.Context = &Context;
  if (Error Err = walk(File, Context, S, E, Options, Workers))
    return Err;
  addUp(S, Workers, Context, File.hasValues());
  S.RawSize = File.fileSize();
  S.StringBytes = Context.stringBytes();
  for (const ClassInfo &C : Context.classes())
    S.NamedClasses += C.IsLoaded && Context.string(C.NameId).has_value();
  S.Threads = Context.threads().size();
  uint64_t Segments = S.of(RecordKind::HeapDumpSegment).Count;
  uint64_t Ends = S.of(RecordKind::HeapDumpEnd).Count;
  S.LacksEnd |= Segments && !Ends && !S.UnreadFrom;
  S.Failure = findOutOfMemory(Context);
  if (S.Failure)
    // In the dump, records have wider references, longer headers and no gaps,
    // so use sizes in the heap.
    S.Failure->Bytes = S.objectBytes();
  E.HasMonitorRoots = S.of(RecordKind::RootMonitorUsed).Count;
  uint64_t FirstRoot = UINT64_MAX, FirstObject = UINT64_MAX;
  for (const RecordCounter &W : Workers) {
    FirstRoot = std::min(FirstRoot, W.FirstRoot);
    FirstObject = std::min(FirstObject, W.FirstObject);
  }
  E.RootsBeforeObjects = FirstRoot < FirstObject;
  S.Writer = deriveDumpProducer(E, Context);
  return S;
}
