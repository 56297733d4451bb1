//===- TopLevel.cpp - The top-level records of a mapped file --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TopLevel.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "llvm/ADT/ScopeExit.h"

using namespace hprof;
using namespace llvm;

Expected<TopLevel> TopLevel::find(Source &In) {
  if (Error E = In.rewind())
    return E;
  TopLevel T;
  ReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) { T.Damages.add(D); };
  Expected<HprofReader> Reader = HprofReader::create(In, Options);
  if (!Reader)
    return Reader.takeError();
  T.Bytes = *In.contents();
  // HotSpot's segments are a megabyte apart: with the system's read-ahead,
  // skipping from one to the next would read most of the file.
  In.expectJumps(true);
  auto ReadOn = make_scope_exit([&] { In.expectJumps(false); });
  DumpCounter Counter;
  HeapVisitor Nobody;
  Frame F;
  auto AddOther = [&](uint64_t Begin) {
    auto &Others = T.Files.back().Others;
    if (Others.empty() || Others.back().second != Begin)
      Others.emplace_back(Begin, Begin);
    Others.back().second = In.offset();
  };
  for (HprofReader::Found What = HprofReader::Found::Header;
       What != HprofReader::Found::End; What = Reader->next(F)) {
    const uint64_t Begin = F.Offset;
    switch (What) {
    case HprofReader::Found::Header:
      Counter.header();
      T.Files.push_back({Reader->header(), T.Dumps.size(), 0, {}});
      break;
    case HprofReader::Found::Frame:
      if (Counter.frame(F)) {
        T.Dumps.emplace_back(T.Bytes, Reader->header(), Counter.dumps());
        ++T.Files.back().NumDumps;
      }
      if (F.isHeap()) {
        Reader->skipBody(F);
        T.Dumps.back().add(F, In.offset() - F.BodyOffset);
        break;
      }
      Reader->readBody(F, Nobody);
      AddOther(Begin);
      break;
    case HprofReader::Found::Gap: {
      uint64_t GapBegin = In.offset();
      Reader->readGap(F, Nobody);
      AddOther(GapBegin);
      break;
    }
    case HprofReader::Found::End:
      break;
    }
  }
  if (Error E = Reader->finish())
    return E;
  return T;
}

void TopLevel::tell(const File &F, RecordVisitor &To) const {
  To.visit(F.Header);
  for (auto [Begin, End] : F.Others)
    HprofReader::readRange(Bytes, F.Header, Begin, End, To);
}
