//===- HeapWalk.cpp - Walks the heap dumps of a file ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapWalk.h"
#include "TopLevel.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Kit/SplitFrames.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;
using namespace hprof::detail;

void WalkNotes::endFrame(const Frame &F, uint64_t Length) {
  if (Options->OnBytes)
    Options->OnBytes(Length);
  if (Now)
    Now->endFrame(F, Length);
  else if (IsKept)
    Lengths.push_back(Length);
}

static Error canceled() {
  return createStringError(std::errc::operation_canceled,
                           "the walk was canceled");
}

namespace {
/// A walk over input that is read once, sequentially.
class StreamedWalk {
public:
  StreamedWalk(Source &In, const WalkOptions &O, BodyReader Read)
      : In(In), O(O), Read(Read) {
    Notes.Options = &O;
    Notes.Now = O.Context;
  }
  Error run(WalkFacts &Facts);

private:
  bool isWanted() const { return !O.Dump || Counter.dumps() == O.Dump; }
  /// Ends the previous dump, if any.
  Error endDump();
  Error frame(HprofReader &Reader, const Frame &F, WalkFacts &Facts);

  Source &In;
  const WalkOptions &O;
  BodyReader Read;
  WalkNotes Notes;
  DumpCounter Counter;
  HeapVisitor Nobody;
  FileHeader Header; ///< Header of the current dump.
  bool InDump = false;
  bool WantsMore = true;
};
} // namespace

Error StreamedWalk::endDump() {
  if (std::exchange(InDump, false) && O.OnDump && isWanted())
    return O.OnDump(Counter.dumps(), Header);
  return Error::success();
}

Error StreamedWalk::frame(HprofReader &Reader, const Frame &F,
                          WalkFacts &Facts) {
  DumpCounter Ahead = Counter;
  if (Ahead.frame(F)) {
    if (Error E = endDump())
      return E;
    if (O.Dump && Counter.dumps() == O.Dump)
      Facts.EndOfDump = Reader.header().Offset > Header.Offset
                            ? Reader.header().Offset
                            : F.Offset;
    Header = Reader.header();
    InDump = true;
  }
  Counter = Ahead;
  if (F.isHeap() && isWanted())
    WantsMore = Read(0, Reader, F, Notes);
  // The declared length may be wrong, which is detected only by reading.
  else if (F.isHeap())
    Reader.readBody(F, Nobody);
  else if (O.Context)
    Reader.readBody(F, *O.Context);
  else
    Reader.readBody(F, Nobody);
  return Error::success();
}

Error StreamedWalk::run(WalkFacts &Facts) {
  if (In.offset())
    if (Error E = In.rewind())
      return E;
  ReaderOptions Reading;
  Reading.OnDamage = O.OnDamage;
  Reading.MaxWhole = O.MaxWhole;
  Reading.ChunkSize = O.ChunkSize;
  Expected<HprofReader> Reader = HprofReader::create(In, Reading);
  if (!Reader)
    return Reader.takeError();
  Frame F;
  for (HprofReader::Found What = HprofReader::Found::Header;
       What != HprofReader::Found::End && WantsMore; What = Reader->next(F)) {
    if (O.Cancel && *O.Cancel)
      return canceled();
    if (What == HprofReader::Found::Header) {
      if (Error E = endDump())
        return E;
      Counter.header();
      ++Facts.Files;
      if (O.Context)
        O.Context->visit(Reader->header());
    } else if (What == HprofReader::Found::Frame) {
      if (Error E = frame(*Reader, F, Facts))
        return E;
    } else if (O.Context) {
      Reader->readGap(F, *O.Context);
    } else {
      Reader->readGap(F, Nobody);
    }
  }
  if (WantsMore)
    if (Error E = Reader->finish())
      return E;
  Facts.Dumps = Counter.dumps();
  return endDump();
}

namespace {
/// A walk over a mapped file.
class MappedWalk {
public:
  MappedWalk(const TopLevel &Top, ArrayRef<uint8_t> Bytes, unsigned Workers,
             const WalkOptions &O, BodyReader Read)
      : Top(Top), Bytes(Bytes), Workers(Workers), O(O), Read(Read) {}
  Error run(WalkFacts &Facts);

private:
  /// A heap dump record, or a piece of one, and its dump.
  struct Piece {
    const Frame *F;
    const HeapSegments *Of;
  };
  void add(const HeapSegments &Dump);
  Error walkPieces(WalkFacts &Facts);
  void tellContext(ArrayRef<WalkNotes> Notes, ArrayRef<size_t> Ends) const;

  const TopLevel &Top;
  ArrayRef<uint8_t> Bytes;
  unsigned Workers;
  const WalkOptions &O;
  BodyReader Read;
  std::vector<Piece> Pieces; ///< Pieces walked together.
  std::vector<DamageList> Damages;
};
} // namespace

void MappedWalk::add(const HeapSegments &Dump) {
  // A context needs whole records.
  for (const Frame &F : O.Context ? Dump.frames() : Dump.pieces())
    Pieces.push_back({&F, &Dump});
}

/// Passes the pieces to the context in order, with the notes of the workers.
void MappedWalk::tellContext(ArrayRef<WalkNotes> Notes,
                             ArrayRef<size_t> Ends) const {
  for (auto [Worker, N] : enumerate(Notes)) {
    size_t I = Worker ? Ends[Worker - 1] : 0;
    ArrayRef<uint64_t> Classes = N.Classes, Threads = N.Threads;
    for (uint64_t Length : N.Lengths) {
      const Piece &P = Pieces[I++];
      const uint64_t End = P.F->BodyOffset + Length;
      O.Context->beginFrame(*P.F);
      auto IsNext = [&](ArrayRef<uint64_t> Offsets) {
        return !Offsets.empty() && Offsets.front() < End;
      };
      while (IsNext(Classes) || IsNext(Threads)) {
        bool IsClass = IsNext(Classes) &&
                       (Threads.empty() || Classes.front() < Threads.front());
        ArrayRef<uint64_t> &From = IsClass ? Classes : Threads;
        visitAt(Bytes, From.front(), P.Of->header().IdSize, *O.Context);
        From = From.drop_front();
      }
      O.Context->endFrame(*P.F, Length);
    }
  }
}

Error MappedWalk::walkPieces(WalkFacts &Facts) {
  std::vector<Frame> Frames;
  Frames.reserve(Pieces.size());
  bool IsAndroid = false;
  for (const Piece &P : Pieces) {
    Frames.push_back(*P.F);
    IsAndroid |= P.Of->header().isAndroid();
  }
  const std::vector<size_t> Ends = splitFrames(Frames, IsAndroid ? 1 : Workers);
  Facts.WasParallel |= Ends.size() > 1;
  std::vector<WalkNotes> Notes(Ends.size());
  std::vector<DamageList> Found(Ends.size());
  std::atomic<bool> IsCanceled{false};
  runThreads(unsigned(Ends.size()), [&](unsigned W) {
    Notes[W].Options = &O;
    Notes[W].IsKept = O.Context != nullptr;
    ReaderOptions Own;
    Own.OnDamage = [&](const Damage &D) { Found[W].add(D); };
    Own.MaxWhole = O.MaxWhole;
    Own.ChunkSize = O.ChunkSize;
    for (size_t I = W ? Ends[W - 1] : 0; I != Ends[W]; ++I) {
      if (O.Cancel && *O.Cancel) {
        IsCanceled = true;
        return;
      }
      bool WantsMore = true;
      HprofReader::readSegment(Bytes, Pieces[I].Of->header(), Frames[I], Own,
                               [&](HprofReader &Reader) {
                                 WantsMore =
                                     Read(W, Reader, Frames[I], Notes[W]);
                               });
      if (!WantsMore)
        return;
    }
  });
  if (IsCanceled)
    return canceled();
  if (O.Context)
    tellContext(Notes, Ends);
  Pieces.clear();
  std::move(Found.begin(), Found.end(), std::back_inserter(Damages));
  return Error::success();
}

Error MappedWalk::run(WalkFacts &Facts) {
  Facts.Dumps = unsigned(Top.Dumps.size());
  Facts.Files = unsigned(Top.Files.size());
  for (const TopLevel::File &File : Top.Files) {
    bool IsWanted = !O.Dump || (O.Dump > File.FirstDump &&
                                O.Dump <= File.FirstDump + File.NumDumps);
    if (!IsWanted)
      continue;
    if (O.Context)
      Top.tell(File, *O.Context);
    for (const HeapSegments &Dump :
         ArrayRef(Top.Dumps).slice(File.FirstDump, File.NumDumps)) {
      if (O.Dump && Dump.number() != O.Dump)
        continue;
      add(Dump);
      // Without OnDump, all pieces are walked together.
      if (!O.OnDump)
        continue;
      if (Error E = walkPieces(Facts))
        return E;
      if (Error E = O.OnDump(Dump.number(), Dump.header()))
        return E;
    }
  }
  if (Error E = walkPieces(Facts))
    return E;
  if (O.OnDamage) {
    Damages.push_back(Top.Damages);
    DamageList::tellSorted(Damages, O.OnDamage);
  }
  return Error::success();
}

Error hprof::detail::walkHeap(HeapFile &File, unsigned Workers,
                              const WalkOptions &Options, BodyReader Read,
                              WalkFacts *Facts) {
  WalkFacts Ignored;
  WalkFacts &Found = Facts ? *Facts : Ignored;
  std::optional<ArrayRef<uint8_t>> Bytes = File.source().contents();
  if (!Bytes)
    return StreamedWalk(File.source(), Options, Read).run(Found);
  Expected<const TopLevel *> Top = File.topLevel();
  if (!Top)
    return Top.takeError();
  return MappedWalk(**Top, *Bytes, Workers, Options, Read).run(Found);
}
