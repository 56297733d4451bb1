//===- MissingBytes.cpp - Size of the data missing at the end -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/MissingBytes.h"
#include "TopLevel.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"
#include "hprof/Format/Records/RecordHeader.h"

using namespace hprof;
using namespace llvm;

uint64_t hprof::missingOfHeader(uint64_t Present) {
  return RecordHeaderSize - std::min<uint64_t>(Present, RecordHeaderSize);
}

uint64_t hprof::missingAfter(const Frame &Last, uint64_t Present,
                             uint64_t OfSubRecord) {
  uint64_t Missing = OfSubRecord;
  if (Last.Length != UINT64_MAX)
    Missing = std::max(Missing, Last.Length - std::min(Last.Length, Present));
  if (Last.kind() == RecordKind::HeapDumpSegment)
    Missing += RecordHeaderSize;
  return Missing;
}

/// Returns the number of bytes that the last sub-record in \p Body lacks.
static uint64_t missingOfSubRecord(ArrayRef<uint8_t> Body, unsigned IdSize) {
  hprof::detail::NoVisitor Nobody;
  WalkResult Walk = walkSubRecords<0>(Body, 0, IdSize, UINT64_MAX, Nobody);
  if (Walk.Stop != WalkStop::NeedMore && Walk.Stop != WalkStop::LargePayload)
    return 0;
  uint64_t Present = Body.size() - Walk.Consumed;
  return Walk.Need - std::min(Walk.Need, Present);
}

namespace {
/// Computes the number of bytes missing from the last record outside heap
/// dumps.
class LastRecord final : public RecordVisitor {
public:
  using RecordVisitor::visit;
  explicit LastRecord(uint64_t Size) : Size(Size) {}
  void beginFrame(const Frame &) override { Missing = 0; }
  void endFrame(const Frame &F, uint64_t Length) override {
    if (Length < F.Length && F.Length != UINT64_MAX)
      Missing = F.Length - Length;
  }
  void visit(const Opaque &O) override {
    // If fewer bytes than a header are left, they are part of a header.
    Missing = O.Size == UINT64_MAX ? missingOfHeader(Size - O.Offset) : 0;
  }

  uint64_t Missing = 0;

private:
  const uint64_t Size;
};
} // namespace

Expected<uint64_t> hprof::missingBytes(HeapFile &File) {
  Expected<const TopLevel *> Read = File.topLevel();
  if (!Read)
    return Read.takeError();
  const TopLevel &Top = **Read;
  if (Top.Files.empty())
    return 0;
  ArrayRef<uint8_t> Bytes = *File.source().contents();
  const TopLevel::File &LastFile = Top.Files.back();
  if (!LastFile.Others.empty() &&
      LastFile.Others.back().second == Bytes.size()) {
    auto [Begin, End] = LastFile.Others.back();
    LastRecord Last(Bytes.size());
    HprofReader::readRange(Bytes, LastFile.Header, Begin, End, Last);
    return Last.Missing;
  }
  if (Top.Dumps.empty() || Top.Dumps.back().frames().empty())
    return 0;
  const HeapSegments &Dump = Top.Dumps.back();
  const Frame &F = Dump.frames().back();
  // Such a length lacks its upper bits, whose values are unknown.
  if (F.Length == UINT64_MAX && F.DeclaredLength)
    return 0;
  ArrayRef<uint8_t> Rest = Dump.file().drop_front(size_t(F.BodyOffset));
  return missingAfter(F, Rest.size(),
                      missingOfSubRecord(Rest, Dump.header().IdSize));
}
