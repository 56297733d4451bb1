//===- HprofReader.cpp - Reads HPROF binary -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Identify.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

RecordVisitor::~RecordVisitor() = default;

static constexpr StringLiteral Magic = "JAVA PROFILE ";
/// How far ahead guesses look.
static constexpr size_t Lookahead = 1 << 16;

static std::string hex(uint64_t V) {
  return "0x" + utohexstr(V, /*LowerCase=*/true);
}

Expected<HprofReader> HprofReader::create(Source &In, ReaderOptions Options) {
  HprofReader Reader(In, std::move(Options));
  if (Error E = Reader.readHeader())
    return E;
  return Reader;
}

/// Reads a header at the source's position. Consumes nothing on failure.
Error HprofReader::readHeader() {
  // The longest version there is has 5 characters; some leeway for others.
  constexpr size_t MaxVersion = 16;
  uint64_t At = In->offset();
  StringRef Text = toStringRef(In->peek(Magic.size() + MaxVersion + 1 + 12));
  if (!Text.starts_with(Magic)) {
    if (Error E = In->takeError())
      return E;
    return make_error<FormatError>(format_errc::not_a_dump, At,
                                   "expected \"JAVA PROFILE 1.0.x\", found " +
                                       describeContent(Text));
  }
  size_t Nul = Text.find('\0');
  // The agent's text format begins alike and goes on in its line.
  if (Nul == StringRef::npos || Nul > Magic.size() + MaxVersion)
    return make_error<FormatError>(
        format_errc::not_a_dump, At,
        "expected a version and a NUL behind \"JAVA PROFILE \", found " +
            describeContent(Text));
  StringRef Version = Text.slice(Magic.size(), Nul);
  if (Version != "1.0" && Version != "1.0.1" && Version != "1.0.2" &&
      Version != "1.0.3")
    return make_error<FormatError>(
        format_errc::unsupported_version, At + Magic.size(),
        "version '" + Version + "', expected 1.0, 1.0.1, 1.0.2 or 1.0.3");
  if (Text.size() < Nul + 13)
    return make_error<FormatError>(format_errc::truncated, At + Text.size(),
                                   "the input ends inside the file header");
  const uint8_t *P = Text.bytes_begin() + Nul + 1;
  uint32_t IdSize = support::endian::read32be(P);
  if (IdSize != 1 && IdSize != 2 && IdSize != 4 && IdSize != 8)
    return make_error<FormatError>(format_errc::bad_header, At + Nul + 1,
                                   "id size " + Twine(IdSize) +
                                       ", expected 1, 2, 4 or 8");
  Header.Offset = At;
  Header.Version = Version.str();
  Header.IdSize = IdSize;
  Header.Millis = support::endian::read64be(P + 4);
  In->consume(Nul + 13);
  return Error::success();
}

void HprofReader::damage(format_errc Code, uint64_t Offset, const Twine &What) {
  if (Options.OnDamage)
    Options.OnDamage({Code, Offset, What.str()});
}

HprofReader::Found HprofReader::next(Frame &F) {
  ArrayRef<uint8_t> W = In->peek(9);
  if (W.empty())
    return Found::End;
  uint64_t At = In->offset();
  if (W[0] == uint8_t(Magic[0]) &&
      toStringRef(In->peek(Magic.size())).starts_with(Magic)) {
    Error E = readHeader();
    if (!E)
      return Found::Header;
    consumeError(std::move(E));
  }
  W = In->peek(9); // The look at the magic has ended the first view.
  if (W.size() < 9) {
    damage(format_errc::truncated, At,
           "the input ends inside a record's header, after " + Twine(W.size()) +
               " of 9 bytes");
    Cut = true;
    F.Length = UINT64_MAX;
    return Found::Gap;
  }
  F.Length = gapLength(W);
  if (F.Length) {
    std::string What = "expected a record, found tag " + hex(W[0]) +
                       " with length " +
                       std::to_string(support::endian::read32be(&W[5]));
    if (F.Length == UINT64_MAX) {
      damage(format_errc::unknown_tag, At,
             Twine(What) + "; the rest of the input is skipped");
      Cut = true;
    } else {
      damage(format_errc::unknown_tag, At,
             Twine(What) + "; skipped " + Twine(F.Length) +
                 " bytes, behind which records follow");
    }
    return Found::Gap;
  }
  F.Offset = At;
  F.BodyOffset = At + 9;
  F.Tag = W[0];
  F.Time = support::endian::read32be(&W[1]);
  F.DeclaredLength = support::endian::read32be(&W[5]);
  In->consume(9);
  resolveLength(F);
  if (F.Tag == HeapDumpSegment::Tag)
    InSegments = true;
  else if (F.Tag == HeapDumpEnd::Tag)
    InSegments = false;
  return Found::Frame;
}

void HprofReader::skipBody(const Frame &F) {
  uint64_t Done = In->skip(F.Length);
  if (Done < F.Length && F.Length != UINT64_MAX)
    endsInside(F, Done);
}

Error HprofReader::finish() {
  if (Error E = In->takeError()) {
    Error Rest = handleErrors(std::move(E),
                              [&](std::unique_ptr<FormatError> FE) -> Error {
                                if (FE->code() == format_errc::io)
                                  return Error(std::move(FE));
                                damage(FE->code(), FE->offset(), FE->what());
                                return Error::success();
                              });
    Cut = true;
    if (Rest)
      return Rest;
  }
  if (InSegments && !Cut)
    damage(format_errc::missing_end, In->offset(),
           "the input ends without a HEAP DUMP END");
  return Error::success();
}

void HprofReader::endsInside(const Frame &F, uint64_t Length) {
  Cut = true;
  if (EndsWereTold)
    return;
  const char *Text = F.kind() == RecordKind::Opaque ? "unknown record"
                                                    : recordInfo(F.kind()).Text;
  damage(format_errc::truncated, F.BodyOffset + Length,
         "the input ends inside the " + Twine(Text) + " at " + hex(F.Offset) +
             ", after " + Twine(Length) + " of " + Twine(F.Length) + " bytes");
}

void HprofReader::badSubRecord(const WalkResult &Step, uint64_t SegmentEnd) {
  uint64_t At = In->offset();
  uint8_t Tag = In->peek(1).front();
  uint64_t Left = SegmentEnd - At;
  RecordKind Kind = subRecordKind(Tag);
  switch (Step.Stop) {
  case WalkStop::AtEnd:
    return;
  case WalkStop::BadTag:
    damage(format_errc::unknown_tag, At,
           "unknown sub-record tag " + hex(Tag) + "; the other " + Twine(Left) +
               " bytes of the segment are skipped");
    return;
  case WalkStop::BadRecord:
    damage(format_errc::bad_value, At,
           Twine(recordInfo(Kind).Text) +
               " holds a value of no known type; the other " + Twine(Left) +
               " bytes of the segment are skipped");
    return;
  case WalkStop::NeedMore:
  case WalkStop::LargePayload:
    damage(format_errc::bad_length, At,
           Twine(recordInfo(Kind).Text) + " of at least " + Twine(Step.Need) +
               " bytes runs past the end of its segment, which has " +
               Twine(Left) + " bytes left");
    return;
  }
}

/// Whether \p W, which holds all the rest of the input when \p IsAll, reads as
/// up to \p Depth top-level records.
static bool looksTopLevel(ArrayRef<uint8_t> W, bool IsAll, unsigned Depth) {
  for (unsigned Seen = 0; Seen != Depth; ++Seen) {
    if (W.empty() || toStringRef(W).starts_with(Magic))
      return true;
    if (topLevelKind(W[0]) == RecordKind::Opaque)
      return false;
    if (W.size() < 9)
      return true;
    uint64_t Length = support::endian::read32be(&W[5]);
    if (Length > W.size() - 9)
      return !IsAll || Seen > 0;
    W = W.drop_front(9 + size_t(Length));
  }
  return true;
}

/// Whether at least \p Enough whole top-level records follow each other in
/// \p W, the last of which may go on behind it.
static bool beginsChain(ArrayRef<uint8_t> W, unsigned Enough) {
  for (unsigned Seen = 1; Seen != Enough; ++Seen) {
    if (W.size() < 9 || topLevelKind(W[0]) == RecordKind::Opaque)
      return false;
    uint64_t Length = support::endian::read32be(&W[5]);
    if (Length > W.size() - 9)
      return false;
    W = W.drop_front(9 + size_t(Length));
  }
  return !W.empty() && topLevelKind(W[0]) != RecordKind::Opaque;
}

/// Whether a top-level record, or the end, lies \p Distance bytes ahead.
bool HprofReader::recordFollows(uint64_t Distance, unsigned Depth) {
  if (std::optional<ArrayRef<uint8_t>> All = In->contents()) {
    ArrayRef<uint8_t> Rest = All->drop_front(size_t(In->offset()));
    return Distance <= Rest.size() &&
           looksTopLevel(Rest.drop_front(size_t(Distance)), /*IsAll=*/true,
                         Depth);
  }
  size_t Want = size_t(Distance) + Lookahead;
  ArrayRef<uint8_t> W = In->peek(Want);
  return Distance <= W.size() &&
         looksTopLevel(W.drop_front(size_t(Distance)), W.size() < Want, Depth);
}

/// How many bytes from the position on, where \p Header was found, cannot be a
/// record: 0 when they may be one, UINT64_MAX when nothing better follows.
uint64_t HprofReader::gapLength(ArrayRef<uint8_t> Header) {
  constexpr unsigned Enough = 4;
  uint64_t Length = support::endian::read32be(&Header[5]);
  RecordKind Kind = topLevelKind(Header[0]);
  bool IsHeap =
      Kind == RecordKind::HeapDump || Kind == RecordKind::HeapDumpSegment;
  // Vendors may add records; one with a zero tag or behind which nothing
  // readable lies is none.
  if (Kind != RecordKind::Opaque && (IsHeap || Length <= MaxRecord))
    return 0;
  ArrayRef<uint8_t> W = In->peek(Lookahead);
  bool IsAll = W.size() < Lookahead;
  W = W.take_front(Lookahead);
  if (Kind == RecordKind::Opaque && Header[0] != 0) {
    if (Length + 9 >= W.size()
            ? !IsAll || Length + 9 == W.size()
            : looksTopLevel(W.drop_front(9 + size_t(Length)), IsAll, Enough))
      return 0;
  }
  for (size_t Gap = 1; Gap < W.size(); ++Gap)
    if (beginsChain(W.drop_front(Gap), Enough))
      return Gap;
  return UINT64_MAX;
}

void HprofReader::resolveLength(Frame &F) {
  F.Length = F.DeclaredLength;
  if (!F.isHeap())
    return;
  if (F.DeclaredLength == 0) {
    ArrayRef<uint8_t> W = In->peek(1);
    if (W.empty() || subRecordKind(W[0]) == RecordKind::Opaque ||
        recordFollows(0, /*Depth=*/16))
      return;
    F.Length = UINT64_MAX;
    damage(format_errc::bad_length, F.Offset,
           Twine(recordInfo(F.kind()).Text) +
               " has length 0, as if its writer was stopped; reading on to the "
               "end of the input");
    return;
  }
  if (!In->contents())
    return;
  constexpr uint64_t Wrap = uint64_t(1) << 32;
  uint64_t Rest = In->contents()->size() - In->offset();
  for (uint64_t L = F.DeclaredLength; L <= Rest; L += Wrap)
    if (recordFollows(L, /*Depth=*/2)) {
      F.Length = L;
      return;
    }
}

/// Whether a segment whose declared length ends \p Distance bytes ahead really
/// goes on, so that its length must have lost its upper bits. Inputs whose end
/// is known were resolved when the segment began.
bool HprofReader::wrapsAt(uint64_t Distance) {
  if (In->contents() || Distance > Lookahead)
    return false;
  ArrayRef<uint8_t> W = In->peek(size_t(Distance) + 1);
  if (W.size() <= Distance)
    return false;
  if (Distance == 0 && subRecordKind(W[0]) == RecordKind::Opaque)
    return false;
  return !recordFollows(Distance, /*Depth=*/16);
}

Error HprofReader::read(RecordVisitor &V) { return read<RecordVisitor>(V); }
