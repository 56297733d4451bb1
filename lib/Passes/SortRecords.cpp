//===- SortRecords.cpp - Records in an order of their own -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SortRecords.h"
#include "RecordIndex.h"
#include "SpoolHeap.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Convert/LookaheadPass.h"
#include "hprof/Convert/LossAccount.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
class SortRecords final : public RecordVisitor {
public:
  SortRecords(RecordVisitor &Next, LossAccount &Account, Stage::Lookahead Show,
              const std::string &TempDir,
              const std::shared_ptr<CanonicalNumbers> &New)
      : Next(Next), Account(Account), Show(std::move(Show)), TempDir(TempDir),
        New(New) {}
  ~SortRecords() override { consumeError(std::move(Failure)); }

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  // All is passed on when the first file header comes. What then comes is read
  // for its damage, which is reported while it is passed by.
  Error finish() override {
    return Failure ? std::move(Failure) : Next.finish();
  }

private:
  Error sort(const FileHeader &H);
  Error readHeap(HeapSegments &Heap, RecordVisitor &To);
  void sortRoots();
  void tellNames();
  void tellHeap();
  void tell(uint64_t Offset) { visitAt(File, Offset, IdSize, Next); }

  RecordVisitor &Next;
  LossAccount &Account;
  const Stage::Lookahead Show;
  const std::string TempDir;
  const std::shared_ptr<CanonicalNumbers> New;
  RecordIndex Index;
  ArrayRef<uint8_t> File; ///< The copy of the dump.
  FileHeader Header;      ///< Of the copy.
  unsigned IdSize = 8;
  bool HasSorted = false;
  Error Failure = Error::success();
};

/// The fields of a root, as numbers that are compared in order.
struct RootKey final : public RecordVisitor {
  explicit RootKey(const CanonicalNumbers &New) : New(New) {}
  static constexpr bool Mutates = false;

  using RecordVisitor::visit;
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override {                                         \
    if constexpr (NAME::Group == RecordGroup::Root) {                          \
      Key.assign(1, TAG);                                                      \
      mapRecord(*this, R);                                                     \
    }                                                                          \
  }
#include "hprof/Format/Hprof/Records.def"

  template <FieldType T, class F> void field(const char *, const F &V) {
    if constexpr (T != FieldType::Value) {
      uint64_t N = uint64_t(V);
      if constexpr (T == FieldType::ThreadSerial)
        New.ThreadSerials.replace(N);
      if constexpr (T == FieldType::TraceSerial)
        New.TraceSerials.replace(N);
      Key.push_back(N);
    }
  }
  template <FieldType, class S> void list(const char *, const ListRef<S> &) {}
  template <PayloadKind, class R>
  void payload(const char *, const R &, const Payload &) {}

  const CanonicalNumbers &New;
  SmallVector<uint64_t, 4> Key;
};
} // namespace

std::unique_ptr<Stage>
hprof::makeSortRecords(std::string TempDir,
                       std::shared_ptr<CanonicalNumbers> New) {
  return makeLookaheadStage<SortRecords>(Lowering::Sort, std::move(TempDir),
                                         std::move(New));
}

void SortRecords::visit(const FileHeader &H) {
  if (std::exchange(HasSorted, true))
    return;
  if (Error E = sort(H))
    Failure = joinErrors(std::move(Failure), std::move(E));
}

Error SortRecords::sort(const FileHeader &H) {
  Expected<std::unique_ptr<HeapFile>> Copy = spoolHeap(Show, TempDir);
  if (!Copy)
    return Copy.takeError();
  Expected<HeapSegments *> Heap = (*Copy)->dump(1);
  if (!Heap)
    return Heap.takeError();
  File = (*Heap)->file();
  Header = (*Heap)->header();
  IdSize = Header.IdSize;
  if (Error E = (*Copy)->tellRecords(Header, Index))
    return E;
  if (Error E = readHeap(**Heap, Index))
    return E;
  Index.sort(*New);
  sortRoots();
  Next.visit(H);
  tellNames();
  for (uint64_t Offset : Index.Others) {
    constexpr uint64_t HeaderSize = 9, LengthAt = 5;
    HprofReader::readRange(
        File, Header, Offset,
        Offset + HeaderSize + loadBE(File.data() + Offset + LengthAt, 4), Next);
  }
  tellHeap();
  return Error::success();
}

Error SortRecords::readHeap(HeapSegments &Heap, RecordVisitor &To) {
  for (const Frame &F : Heap.frames())
    for (uint64_t At = F.BodyOffset, End = At + F.Length; At < End;) {
      const uint64_t Size = visitAt(File.take_front(End), At, IdSize, To);
      if (!Size)
        return createStringError("its copy has a record of a size that the "
                                 "dump has not");
      At += Size;
    }
  return Error::success();
}

void SortRecords::sortRoots() {
  RootKey Read(*New);
  std::vector<std::pair<SmallVector<uint64_t, 4>, uint64_t>> Keyed;
  for (uint64_t Offset : Index.Roots) {
    visitAt(File, Offset, IdSize, static_cast<RecordVisitor &>(Read));
    Keyed.push_back({Read.Key, Offset});
  }
  llvm::sort(Keyed);
  for (auto [Root, From] : zip(Index.Roots, Keyed))
    Root = From.second;
}

void SortRecords::tellNames() {
  for (const auto &[Text, Id] : Index.Strings) {
    Utf8 R;
    R.Id = Id;
    R.Text = Payload(arrayRefFromStringRef(Text));
    Next.visit(static_cast<const Utf8 &>(R));
  }
  for (const LoadClass &C : Index.Classes)
    Next.visit(C);
  for (const StackFrame &F : Index.Frames)
    Next.visit(F);
  for (const RecordIndex::Trace &T : Index.Traces) {
    SmallVector<uint8_t, 0> Bytes;
    ListBuilder<StackFrameRef> Frames(Bytes, IdSize);
    for (uint64_t F : T.Frames)
      Frames.add({F});
    StackTrace R = T.Record;
    R.Frames = Frames.ref();
    Next.visit(static_cast<const StackTrace &>(R));
  }
  for (const StartThread &T : Index.Threads)
    Next.visit(T);
}

void SortRecords::tellHeap() {
  Frame F;
  F.Tag = HeapDumpSegment::Tag;
  F.Length = UINT64_MAX;
  Next.beginFrame(F);
  for (uint64_t Root : Index.Roots)
    tell(Root);
  for (const auto &[Id, Heap] : Index.Heaps) {
    if (Heap.Info)
      tell(Heap.Info);
    for (const auto *Of : {&Heap.Classes, &Heap.Objects}) {
      uint64_t Before = 0;
      for (const RecordIndex::Place &P : *Of) {
        Account.add(Loss::MovedObjects, P.Offset < Before);
        Before = P.Offset;
        tell(P.Offset);
      }
    }
  }
  Next.endFrame(F, 0);
}
