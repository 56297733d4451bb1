//===- HeapSegments.cpp - Finds the heap dump records of an input ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSegments.h"

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
    return Reader.takeError();
  Top.visit(Reader->header());
  S.Headers.push_back(Reader->header());
  Frame F;
  bool InDump = false; // Between a first HEAP DUMP SEGMENT and its END.
  for (bool AtEnd = false; !AtEnd;) {
    switch (Reader->next(F)) {
    case HprofReader::Found::Header:
      Top.visit(Reader->header());
      S.Headers.push_back(Reader->header());
      break;
    case HprofReader::Found::Frame:
      if (!F.isHeap()) {
        InDump &= F.Tag != HeapDumpEnd::Tag;
        Reader->readBody(F, Top);
        break;
      }
      if (F.Tag == HeapDump::Tag || !InDump)
        ++S.Dumps;
      InDump = F.Tag == HeapDumpSegment::Tag;
      Reader->skipBody(F);
      if (S.Dumps == Dump) {
        S.Frames.push_back(F);
        S.HeaderOf.push_back(uint32_t(S.Headers.size() - 1));
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
    return E;
  return S;
}

unsigned HeapSegments::split(unsigned Wanted) {
  Ends = detail::splitFrames(Frames, std::max(Wanted, 1U));
  return unsigned(Ends.size());
}
