//===- FileFrames.cpp - Reads the frames of a dump ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileFrames.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Format/Records/RecordHeader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The beginnings of the parts, to be compared with each segment of the base.
class PartHeads {
public:
  static Expected<PartHeads> read(ArrayRef<OpenFile> Parts);
  bool empty() const { return Heads.empty(); }
  /// Returns the numbers of the parts with which \p Segment may begin.
  SmallVector<size_t, 1> candidates(ArrayRef<uint8_t> Segment) const;

  /// Enough to distinguish segments: a record's header and its first objects.
  static constexpr size_t HeadSize = 4096;
  /// Number of bytes of the parts' beginnings readable with this id width.
  uint64_t readable(unsigned IdSize) const;

private:
  std::vector<std::string> Heads;
};
} // namespace

Expected<PartHeads> PartHeads::read(ArrayRef<OpenFile> Parts) {
  PartHeads All;
  for (const OpenFile &Open : Parts) {
    Expected<std::unique_ptr<Source>> In = Open(Access::Stream);
    if (!In)
      return In.takeError();
    All.Heads.push_back(
        toStringRef((*In)->peek(HeadSize).take_front(HeadSize)).str());
    consumeError((*In)->takeError()); // Reported again when the part is read.
  }
  return All;
}

SmallVector<size_t, 1> PartHeads::candidates(ArrayRef<uint8_t> Segment) const {
  SmallVector<size_t, 1> Found;
  StringRef Text = toStringRef(Segment);
  for (size_t I = 0; I != Heads.size(); ++I) {
    const size_t N = std::min(Text.size(), Heads[I].size());
    if (N && Text.take_front(N) == StringRef(Heads[I]).take_front(N))
      Found.push_back(I);
  }
  return Found;
}

uint64_t PartHeads::readable(unsigned IdSize) const {
  uint64_t Bytes = 0;
  HeapVisitor Nobody;
  for (StringRef Head : Heads)
    Bytes +=
        walkSubRecords<0>(arrayRefFromStringRef(Head.drop_front(
                              std::min<size_t>(Head.size(), RecordHeaderSize))),
                          0, IdSize, UINT64_MAX, Nobody)
            .Consumed;
  return Bytes;
}

namespace {
enum class Overlap : uint8_t {
  None,
  Rest, ///< The base ends with the beginning of the part.
  Whole ///< The base contains the whole part.
};
} // namespace

/// Compares the rest of \p Base, from its current position, with \p Part.
static Overlap compareRest(Source &Base, Source &Part) {
  while (true) {
    const ArrayRef<uint8_t> A = Base.peek(1), B = Part.peek(1);
    const size_t N = std::min(A.size(), B.size());
    if (A.take_front(N) != B.take_front(N))
      return Overlap::None;
    if (N == 0) {
      // A base truncated inside a compressed block ends there.
      consumeError(Base.takeError());
      Error E = Part.takeError();
      const bool IsCut = bool(E);
      consumeError(std::move(E));
      return B.empty() && !IsCut ? Overlap::Whole : Overlap::Rest;
    }
    Base.consume(N);
    Part.consume(N);
  }
}

static Expected<Overlap> compareAt(uint64_t Offset, const OpenFile &OpenBase,
                                   const OpenFile &OpenPart) {
  Expected<std::unique_ptr<Source>> Base = OpenBase(Access::Stream);
  if (!Base)
    return Base.takeError();
  Expected<std::unique_ptr<Source>> Part = OpenPart(Access::Stream);
  if (!Part)
    return Part.takeError();
  if ((*Base)->skip(Offset) != Offset)
    return Overlap::None;
  return compareRest(**Base, **Part);
}

Expected<FileFrames> hprof::readFrames(Source &In, const OpenFile &Open,
                                       ArrayRef<OpenFile> Parts) {
  In.expectJumps(true);
  FileFrames S;
  S.IsAppended.assign(Parts.size(), false);
  Expected<PartHeads> Heads = PartHeads::read(Parts);
  if (!Heads)
    return Heads.takeError();
  ReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    S.IsCut |= D.Code == format_errc::truncated ||
               D.Code == format_errc::missing_end ||
               D.Code == format_errc::bad_compression;
  };
  Expected<HprofReader> Reader = HprofReader::create(In, Options);
  if (!Reader)
    return createFileError(In.name(), Reader.takeError());
  S.Header = Reader->header();
  S.Millis = S.Header.Millis;
  S.Files = 1;
  DumpCounter Dumps;
  HeapVisitor Nobody;
  Frame F;
  while (S.End == UINT64_MAX) {
    const uint64_t At = In.offset();
    if (!Heads->empty() &&
        In.peek(1).take_front(1) == ArrayRef<uint8_t>(HeapDumpSegment::Tag))
      for (size_t I : Heads->candidates(
               In.peek(PartHeads::HeadSize).take_front(PartHeads::HeadSize))) {
        Expected<Overlap> Same = compareAt(At, Open, Parts[I]);
        if (!Same)
          return Same.takeError();
        if (*Same == Overlap::Whole)
          S.IsAppended[I] = true;
        else if (*Same == Overlap::Rest)
          S.End = At;
      }
    const HprofReader::Found What = Reader->next(F);
    if (What == HprofReader::Found::End)
      break;
    if (What == HprofReader::Found::Gap) {
      Reader->readGap(F, Nobody);
    } else if (What == HprofReader::Found::Header) {
      const FileHeader &H = Reader->header();
      ++S.Files;
      S.HasUnlikeIds |= H.IdSize != S.Header.IdSize;
      if (H.Millis)
        S.Millis = S.Millis ? std::min(S.Millis, H.Millis) : H.Millis;
      Dumps.header();
    } else {
      Dumps.frame(F);
      S.HasClasses |= F.Tag == LoadClass::Tag;
      S.HasSegments |= F.Tag == HeapDumpSegment::Tag;
      Reader->skipBody(F);
    }
  }
  S.Dumps = Dumps.dumps();
  if (Error E = Reader->finish())
    return createFileError(In.name(), std::move(E));
  return S;
}

Expected<FileFrames> hprof::readPartFrames(ArrayRef<OpenFile> Parts) {
  Expected<PartHeads> Heads = PartHeads::read(Parts);
  if (!Heads)
    return Heads.takeError();
  FileFrames S;
  S.IsAppended.assign(Parts.size(), false);
  S.HasNoHeader = S.IsCut = true;
  S.Files = S.Dumps = 1;
  S.Header.Version = "1.0.2";
  S.Header.IdSize = Heads->readable(8) < Heads->readable(4) ? 4 : 8;
  return S;
}
