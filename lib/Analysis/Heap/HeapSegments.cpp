//===- HeapSegments.cpp - Finds the heap dump records of an input ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Hprof/DumpCounter.h"
#include "hprof/Format/Kit/SplitFrames.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Calls \p OnRecord with each top-level record of \p In, whose body it reads
/// or skips, and with each header.
static Error forEachTopRecord(
    Source &In, const DamageHandler &OnDamage,
    function_ref<void(HprofReader &, HprofReader::Found, Frame &)> OnRecord) {
  if (Error E = In.rewind())
    return E;
  ReaderOptions Options;
  Options.OnDamage = OnDamage;
  Expected<HprofReader> Reader = HprofReader::create(In, Options);
  if (!Reader)
    return createFileError(In.name(), Reader.takeError());
  Frame F;
  for (HprofReader::Found What = HprofReader::Found::Header;
       What != HprofReader::Found::End; What = Reader->next(F))
    OnRecord(*Reader, What, F);
  if (Error E = Reader->finish())
    return createFileError(In.name(), std::move(E));
  return Error::success();
}

Expected<HeapSegments> HeapSegments::find(Source &In, unsigned Dump) {
  HeapSegments S;
  if (std::optional<ArrayRef<uint8_t>> Bytes = In.contents())
    S.Bytes = *Bytes;
  else
    return createFileError(
        In.name(), createStringError("a graph needs an input that is mapped"));
  DumpCounter Counter;
  HeapVisitor Nobody;
  bool HasHeader = false;
  Error E = forEachTopRecord(
      In, DamageHandler(),
      [&](HprofReader &Reader, HprofReader::Found What, Frame &F) {
        if (What == HprofReader::Found::Gap)
          return Reader.readGap(F, Nobody);
        if (What == HprofReader::Found::Header) {
          Counter.header();
          if (!std::exchange(HasHeader, true))
            S.Header = Reader.header();
          return;
        }
        Counter.frame(F);
        Reader.skipBody(F);
        if (!F.isHeap() || Counter.dumps() != Dump)
          return;
        if (S.Frames.empty())
          S.Header = Reader.header();
        S.Frames.push_back(F);
        S.Total += In.offset() - F.BodyOffset;
      });
  if (E)
    return E;
  S.Dumps = Counter.dumps();
  return S;
}

Error HeapSegments::readTop(Source &In, const FileHeader &Header,
                            RecordVisitor &Top, const DamageHandler &OnDamage) {
  HeapVisitor Nobody;
  bool IsOfDump = false;
  return forEachTopRecord(
      In, OnDamage,
      [&](HprofReader &Reader, HprofReader::Found What, Frame &F) {
        switch (What) {
        case HprofReader::Found::Header:
          IsOfDump = Reader.header().Offset == Header.Offset;
          if (IsOfDump)
            Top.visit(Header);
          break;
        case HprofReader::Found::Frame:
          if (F.isHeap())
            Reader.skipBody(F);
          else if (IsOfDump)
            Reader.readBody(F, Top);
          else
            Reader.readBody(F, Nobody);
          break;
        case HprofReader::Found::Gap:
          if (IsOfDump)
            Reader.readGap(F, Top);
          else
            Reader.readGap(F, Nobody);
          break;
        case HprofReader::Found::End:
          break;
        }
      });
}

std::vector<uint64_t> HeapSegments::findCuts(unsigned Wanted) const {
  std::vector<uint64_t> Cuts;
  if (Wanted < 2 ||
      any_of(Frames, [](const Frame &F) { return F.Length == UINT64_MAX; }))
    return Cuts;
  // Half as much more for one of them is not worth a first walk by one thread.
  uint64_t Largest = 0;
  size_t Begin = 0;
  for (size_t End : splitFrames(Frames, Wanted)) {
    uint64_t Part = 0;
    for (; Begin != End; ++Begin)
      Part += Frames[Begin].Length;
    Largest = std::max(Largest, Part);
  }
  if (Largest <= Total / Wanted / 2 * 3)
    return Cuts;
  uint64_t Sum = 0;
  for (const Frame &F : Frames) {
    for (; Cuts.size() + 1 < Wanted;) {
      uint64_t Next = Total / Wanted * (Cuts.size() + 1);
      if (Next >= Sum + F.Length)
        break;
      Cuts.push_back(F.BodyOffset + Next - Sum);
    }
    Sum += F.Length;
  }
  return Cuts;
}

void HeapSegments::cut(ArrayRef<uint64_t> Offsets) {
  std::vector<Frame> Pieces;
  Ends.clear();
  for (const Frame &F : Frames) {
    Frame Rest = F;
    for (; !Offsets.empty() && Offsets.front() < F.BodyOffset + F.Length;
         Offsets = Offsets.drop_front()) {
      uint64_t Before = Offsets.front() - Rest.BodyOffset;
      if (Before) {
        Pieces.push_back(Rest);
        Pieces.back().Length = Before;
        Rest.BodyOffset += Before;
        Rest.Length -= Before;
      }
      Ends.push_back(Pieces.size());
    }
    Pieces.push_back(Rest);
  }
  Ends.push_back(Pieces.size());
  Frames = std::move(Pieces);
}

unsigned HeapSegments::split(unsigned Wanted) {
  Ends = splitFrames(Frames, std::max(Wanted, 1U));
  return unsigned(Ends.size());
}
