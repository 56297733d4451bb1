//===- HeapSegments.cpp - Finds the heap dump records of an input ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSegments.h"
#include "hprof/Format/Hprof/DumpCounter.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Expected<HeapSegments> HeapSegments::find(Source &In, unsigned Dump,
                                          DumpContext::Builder &Top,
                                          const DamageHandler &OnDamage) {
  HeapSegments S;
  if (std::optional<ArrayRef<uint8_t>> Bytes = In.contents())
    S.Bytes = *Bytes;
  else
    return createFileError(
        In.name(), createStringError("a graph needs an input that is mapped"));
  ReaderOptions Options;
  Options.OnDamage = OnDamage;
  Expected<HprofReader> Reader = HprofReader::create(In, Options);
  if (!Reader)
    return createFileError(In.name(), Reader.takeError());
  Top.visit(Reader->header());
  S.Header = Reader->header();
  Frame F;
  DumpCounter Counter;
  for (bool AtEnd = false; !AtEnd;) {
    switch (Reader->next(F)) {
    case HprofReader::Found::Header:
      Top.visit(Reader->header());
      Counter.header();
      break;
    case HprofReader::Found::Frame:
      Counter.frame(F);
      if (!F.isHeap()) {
        Reader->readBody(F, Top);
        break;
      }
      Reader->skipBody(F);
      if (Counter.dumps() == Dump) {
        if (S.Frames.empty())
          S.Header = Reader->header();
        S.Frames.push_back(F);
        S.Total += In.offset() - F.BodyOffset;
      }
      break;
    case HprofReader::Found::Gap:
      Reader->readGap(F, Top);
      break;
    case HprofReader::Found::End:
      AtEnd = true;
      break;
    }
  }
  if (Error E = Reader->finish())
    return createFileError(In.name(), std::move(E));
  S.Dumps = Counter.dumps();
  // What Top learns of the dump is in ids of this width.
  Top.visit(S.Header);
  return S;
}

std::vector<uint64_t> HeapSegments::findCuts(unsigned Wanted) const {
  std::vector<uint64_t> Cuts;
  if (Wanted < 2 ||
      any_of(Frames, [](const Frame &F) { return F.Length == UINT64_MAX; }))
    return Cuts;
  // Half as much more for one of them is not worth a first walk by one thread.
  uint64_t Largest = 0;
  size_t Begin = 0;
  for (size_t End : detail::splitFrames(Frames, Wanted)) {
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
  Ends = detail::splitFrames(Frames, std::max(Wanted, 1U));
  return unsigned(Ends.size());
}
