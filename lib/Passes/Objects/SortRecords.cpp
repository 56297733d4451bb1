//===- SortRecords.cpp - Sorts the records of a dump ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SortRecords.h"
#include "Passes/Changes/Change.h"
#include "RecordIndex.h"
#include "SpoolHeap.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A copy of the dump, and the order of its records.
class SortedCopy {
public:
  Error sort(Upstream &Stream, StringRef TempDir, CanonicalNumbers &New);

  RecordIndex Index;
  FileHeader Header;
  ArrayRef<uint8_t> File;

private:
  Error readHeap(HeapSegments &Heap, RecordVisitor &To);
  void sortRoots(const CanonicalNumbers &New);

  std::unique_ptr<HeapFile> Copy;
};

class SortRecords final : public RecordVisitor {
public:
  SortRecords(RecordVisitor &Next, LossAccount &Account, const SortedCopy &From)
      : Next(Next), Account(Account), Index(From.Index), From(From) {}

  using RecordVisitor::visit;
  // All records are sent when the first file header arrives. The remaining
  // events are ignored, but damage found while they are read is reported.
  void visit(const FileHeader &H) override;
  Error finish() override { return Next.finish(); }

private:
  void tellNames();
  void tellHeap();
  void tell(uint64_t Offset) {
    visitAt(From.File, Offset, From.Header.IdSize, Next);
  }

  RecordVisitor &Next;
  LossAccount &Account;
  const RecordIndex &Index;
  const SortedCopy &From;
  bool HasSorted = false;
};

class SortStage final : public Stage {
public:
  SortStage(std::string TempDir, std::shared_ptr<CanonicalNumbers> New)
      : TempDir(std::move(TempDir)), New(std::move(New)) {}
  Error look(Upstream &Stream) override {
    return Copy.sort(Stream, TempDir, *New);
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<SortRecords>(Next, Account, Copy);
  }

private:
  const std::string TempDir;
  const std::shared_ptr<CanonicalNumbers> New;
  SortedCopy Copy;
};

/// The fields of a root, as numbers compared in order.
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
#include "hprof/Format/Records/Records.def"

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
  return std::make_unique<SortStage>(std::move(TempDir), std::move(New));
}

Error SortedCopy::sort(Upstream &Stream, StringRef TempDir,
                       CanonicalNumbers &New) {
  Expected<std::unique_ptr<HeapFile>> Spooled = spoolHeap(Stream, TempDir);
  if (!Spooled)
    return Spooled.takeError();
  Copy = std::move(*Spooled);
  Expected<HeapSegments *> Heap = Copy->dump(1);
  if (!Heap)
    return Heap.takeError();
  File = (*Heap)->file();
  Header = (*Heap)->header();
  if (Error E = Copy->tellRecords(Header, Index))
    return E;
  if (Error E = readHeap(**Heap, Index))
    return E;
  Index.sort(New);
  sortRoots(New);
  return Error::success();
}

/// Reads the heap's records from the copy.
Error SortedCopy::readHeap(HeapSegments &Heap, RecordVisitor &To) {
  for (const Frame &F : Heap.frames())
    for (uint64_t At = F.BodyOffset, End = At + F.Length; At < End;) {
      const uint64_t Size =
          visitAt(File.take_front(End), At, Header.IdSize, To);
      if (!Size)
        return createStringError(
            "a record in its copy differs in size from the dump");
      At += Size;
    }
  return Error::success();
}

void SortedCopy::sortRoots(const CanonicalNumbers &New) {
  RootKey Read(New);
  std::vector<std::pair<SmallVector<uint64_t, 4>, uint64_t>> Keyed;
  for (uint64_t Offset : Index.Roots) {
    visitAt(File, Offset, Header.IdSize, static_cast<RecordVisitor &>(Read));
    Keyed.push_back({Read.Key, Offset});
  }
  llvm::sort(Keyed);
  for (auto [Root, From] : zip(Index.Roots, Keyed))
    Root = From.second;
}

void SortRecords::visit(const FileHeader &H) {
  if (std::exchange(HasSorted, true))
    return;
  Next.visit(H);
  tellNames();
  for (uint64_t Offset : Index.Others) {
    constexpr uint64_t HeaderSize = 9, LengthAt = 5;
    HprofReader::readRange(From.File, From.Header, Offset,
                           Offset + HeaderSize +
                               loadBE(From.File.data() + Offset + LengthAt, 4),
                           Next);
  }
  tellHeap();
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
    ListBuilder<StackFrameRef> Frames(Bytes, From.Header.IdSize);
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
        Account.add(Change::MovedObjects, P.Offset < Before);
        Before = P.Offset;
        tell(P.Offset);
      }
    }
  }
  Next.endFrame(F, 0);
}
