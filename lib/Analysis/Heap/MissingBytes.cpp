//===- MissingBytes.cpp - What a cut file lacks ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/MissingBytes.h"
#include "TopLevel.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"

using namespace hprof;
using namespace llvm;

/// Tag, time and length: a complete HEAP DUMP END.
static constexpr uint64_t HeaderSize = 9;

/// What the last sub-record of \p Body declares past its end.
static uint64_t missingOfSubRecord(ArrayRef<uint8_t> Body, unsigned IdSize) {
  hprof::detail::NoVisitor Nobody;
  WalkResult Walk = walkSubRecords<0>(Body, 0, IdSize, UINT64_MAX, Nobody);
  if (Walk.Stop != WalkStop::NeedMore && Walk.Stop != WalkStop::LargePayload)
    return 0;
  uint64_t Present = Body.size() - Walk.Consumed;
  return Walk.Need - std::min(Walk.Need, Present);
}

Expected<uint64_t> hprof::missingBytes(HeapFile &File) {
  Expected<const TopLevel *> Top = File.topLevel();
  if (!Top)
    return Top.takeError();
  if ((*Top)->Dumps.empty() || (*Top)->Dumps.back().frames().empty())
    return 0;
  const HeapSegments &Dump = (*Top)->Dumps.back();
  const Frame &F = Dump.frames().back();
  ArrayRef<uint8_t> Rest = Dump.file().drop_front(size_t(F.BodyOffset));
  // More records follow, if only the header of one.
  uint64_t Behind = F.Length < Rest.size() ? Rest.size() - F.Length : 0;
  if (Behind >= HeaderSize)
    return 0;
  uint64_t Missing = 0;
  if (!Behind) {
    Missing = missingOfSubRecord(Rest, Dump.header().IdSize);
    if (F.Length != UINT64_MAX)
      Missing = std::max(Missing, F.Length - Rest.size());
  }
  if (F.kind() == RecordKind::HeapDumpSegment)
    Missing += HeaderSize - Behind;
  return Missing;
}
